import type { ReactNode } from 'react'

/** A page of running text, made from Markdown of this repository at build time: trusted, never something a member wrote. */
export function TextPage({ title, html, children }: { title: string; html: string; children?: ReactNode }) {
  return (
    <article className="page py-8">
      {children}
      <h1 className="text-4xl sm:text-5xl">{title}</h1>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: see above */}
      <div className="prose mt-6" dangerouslySetInnerHTML={{ __html: html }} />
    </article>
  )
}

import type { ReactNode } from 'react'
import { contactUrl } from '#lib/contact.ts'
import { escapeHtml } from '#lib/text.ts'

type Props = { title: string; html: string; contact?: string; children?: ReactNode }

/** A page of running text, made from Markdown of this repository or of the operator: trusted, never something a member wrote. */
export function TextPage({ title, html, contact, children }: Props) {
  return (
    <article className="page py-3 sm:py-6">
      {children}
      <h1 className="text-4xl sm:text-5xl">{title}</h1>
      <div
        className="prose mt-6"
        // biome-ignore lint/security/noDangerouslySetInnerHtml: see above
        dangerouslySetInnerHTML={{ __html: html.replaceAll('{contact}', () => contactLink(contact)) }}
      />
    </article>
  )
}

/** What a text says where it has {contact}. */
function contactLink(contact: string | undefined): string {
  if (!contact) return 'the operator of this site; the address is in every mail that it sends'
  return `<a href="${escapeHtml(contactUrl(contact))}">${escapeHtml(contact)}</a>`
}

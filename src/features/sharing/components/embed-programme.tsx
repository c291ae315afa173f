import { Fragment, useId } from 'react'
import { CopyField } from '#components/layout/copy-field.tsx'
import { Section } from '#components/ui/section.tsx'

const formats = [
  ['csv', 'table (CSV)'],
  ['ics', 'calendar'],
  ['xml', 'frab XML'],
  ['json', 'frab JSON'],
] as const

export function EmbedProgramme({ site, slug }: { site: { url: string }; slug: string }) {
  const id = useId()
  return (
    <Section title="On your own site" anchor="embed">
      <label htmlFor={id} className="font-semibold">
        Code for your page
      </label>
      <p className="max-w-prose text-sm text-quiet">
        It always shows the current programme, sets no cookies and is not affected by your page's styles. Use{' '}
        <code>data-theme="light"</code> or <code>"dark"</code> to override the reader's colour scheme.
      </p>
      <div className="max-w-prose">
        <CopyField
          id={id}
          value={`<script async src="${site.url}/embed.js" data-conference="${slug}"></script>`}
          what="Code"
        />
      </div>
      <details className="mt-4">
        <summary className="link w-fit">Preview</summary>
        {/* A path, not the site's URL: an organiser may be here under another name of the host. */}
        <iframe
          src={`/embed/conferences/${slug}`}
          title="Preview of the programme"
          loading="lazy"
          className="mt-3 h-160 w-full border border-hairline"
        />
      </details>
      <p className="mt-6 max-w-prose">
        Download the programme as a file, or import it into another conference:{' '}
        {formats.map(([format, name], index) => (
          <Fragment key={format}>
            {index > 0 && ', '}
            <a href={`/conferences/${slug}/schedule.${format}`} download className="link">
              {name}
            </a>
          </Fragment>
        ))}
        .
      </p>
    </Section>
  )
}

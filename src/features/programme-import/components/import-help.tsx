import type { ReactNode } from 'react'
import { Section } from '#components/ui/section.tsx'

const formats = [
  [
    'frab, Pentabarf, pretalx',
    'XML or JSON. In pretalx: Schedule, then Export. Importing again updates the same talks.',
  ],
  [
    'Sessionize',
    'The JSON views All, Grid smart or Sessions, from API / Embed. Choose the view Speakers as well to include biographies and links.',
  ],
  ['schema.org', 'An event with its talks as subEvent, as JSON or embedded in a web page.'],
  [
    'Calendar file (.ics)',
    'Sched, indico, Google Calendar; also as XML (schedule.xcal). Rarely includes speakers.',
  ],
] as const

const promises = [
  [
    'Your edits are kept',
    'What you edited here is kept, even if the source changes it. We show you where the two differ.',
  ],
  ['Saved talks stay in schedules', 'A talk that somebody saved is marked as cancelled, never deleted.'],
  [
    'No private data is published',
    'Email addresses and answers to private questions in the file are not read.',
  ],
] as const

/** The formats of programmes, with an example of a table. */
export function ReadableFormats() {
  return (
    <Section title="Supported formats">
      <dl>
        {formats.map(([name, text]) => (
          <Format key={name} name={name}>
            {text}
          </Format>
        ))}
        <Format name="Table (.csv)">
          One talk per row, below a row with the column names; CSV files from Excel and JSON lines work, too.{' '}
          <a href="/programme_template.csv" download className="link">
            Download a template
          </a>
        </Format>
      </dl>
    </Section>
  )
}

/** The formats, and what an import does to an existing programme. */
export function ImportHelp() {
  return (
    <>
      <ReadableFormats />
      <Section title="What happens to your edits">
        <div className="grid gap-x-12 gap-y-6 md:grid-cols-3">
          {promises.map(([title, text]) => (
            <div key={title}>
              <h3 className="text-lg">{title}</h3>
              <p className="mt-1 text-[0.9375rem] text-quiet">{text}</p>
            </div>
          ))}
        </div>
      </Section>
    </>
  )
}

function Format({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-8 border-b border-hairline py-2.5 sm:grid-cols-[14rem_1fr]">
      <dt className="font-semibold">{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

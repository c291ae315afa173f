import type { ReactNode } from 'react'
import { Section } from '#components/ui/section.tsx'

const formats = [
  [
    'frab, Pentabarf, pretalx',
    'XML or JSON. In pretalx: Schedule, then Export. Talks keep their identity when you bring them in again.',
  ],
  [
    'Sessionize',
    'The JSON views All, Grid smart or Sessions, from API / Embed. Choose the view Speakers with it for texts and links of people.',
  ],
  ['schema.org', 'An event with its talks as subEvent, in JSON or in the page that has it.'],
  [
    'Calendar file (.ics)',
    'Sched, indico, Google Calendar; also as XML (schedule.xcal). Speakers are rarely in it.',
  ],
] as const

const promises = [
  [
    'Your edits stay',
    'What you changed here is kept, also when the source says otherwise. We show you where the two differ.',
  ],
  ['Nobody’s schedule empties', 'A talk that somebody saved is marked as cancelled, never deleted.'],
  ['No addresses are published', 'Mail addresses and answers to private questions in the file are not read.'],
] as const

/** The formats of programmes, with an example of a table. */
export function ReadableFormats() {
  return (
    <Section title="What we can read">
      <dl>
        {formats.map(([name, text]) => (
          <Format key={name} name={name}>
            {text}
          </Format>
        ))}
        <Format name="Table (.csv)">
          One talk a line, below the names of the columns; also as Excel saves it, or as JSON lines. Or a line
          for each time and a column for each room, with titles in the cells.{' '}
          <a href="/programme_template.csv" download className="link">
            An example to fill in
          </a>
        </Format>
      </dl>
    </Section>
  )
}

/** What can be read, and what happens to what is here already. */
export function ImportHelp() {
  return (
    <>
      <ReadableFormats />
      <Section title="What happens to your own work">
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

import { Link } from '@tanstack/react-router'
import { Avatar } from '#components/ui/avatar.tsx'
import { Section } from '#components/ui/section.tsx'
import { shortDay } from '#lib/dates.ts'
import type { SoonSpeaker } from '../speaking-soon.schemas.ts'

/** Whoever gives a talk in the next weeks, with the conference. */
export function SpeakingSoon({ speakers }: { speakers: SoonSpeaker[] }) {
  if (speakers.length === 0) return null
  return (
    <Section title="Speaking soon">
      <ul className="grid gap-x-10 sm:grid-cols-2 lg:grid-cols-3">
        {speakers.map(({ id, name, image_url, date, event_name, event_slug }) => (
          <li key={id} className="flex gap-4 border-b border-hairline py-4">
            <Avatar name={name} image={image_url} />
            <div className="min-w-0">
              <h3 className="text-lg leading-snug">
                <Link to="/speakers/$id" params={{ id }} className="inline-block hover:text-accent">
                  {name}
                </Link>
              </h3>
              <p className="text-[0.9375rem] text-quiet">
                <Link
                  to="/conferences/$slug"
                  params={{ slug: event_slug }}
                  className="link inline-block py-0.5"
                >
                  {event_name}
                </Link>
                {' · '}
                <span className="whitespace-nowrap">{shortDay(date)}</span>
              </p>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  )
}

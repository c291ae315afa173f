import { PlainLink } from '#components/layout/plain-link.tsx'
import { Avatar } from '#components/ui/avatar.tsx'
import { Section } from '#components/ui/section.tsx'
import { shortDay } from '#lib/dates.ts'
import type { SoonSpeaker } from '../speaking-soon.schemas.ts'
import { talkLink } from '../talk-link.ts'

/** People who give a talk in the next weeks, with the talk and its conference. */
export function SpeakingSoon({ speakers }: { speakers: SoonSpeaker[] }) {
  if (speakers.length === 0) return null
  return (
    <Section title="Speaking soon">
      <ul className="people gap-x-10 sm:grid-cols-2 lg:grid-cols-3">
        {speakers.map(({ id, name, image_url, title, number, date, event_name, event_slug }) => (
          <li key={id}>
            <article>
              <Avatar name={name} image={image_url} />
              <div>
                <h3>
                  <PlainLink to="/speakers/$id" params={{ id }}>
                    {name}
                  </PlainLink>
                </h3>
                <p>
                  <PlainLink
                    {...talkLink(event_slug, number)}
                    dir="auto"
                    className="link inline-block min-h-6 text-ink"
                  >
                    {title}
                  </PlainLink>
                  <span className="block">
                    {event_name} · {shortDay(date)}
                  </span>
                </p>
              </div>
            </article>
          </li>
        ))}
      </ul>
    </Section>
  )
}

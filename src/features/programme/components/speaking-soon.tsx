import { PlainLink } from '#components/layout/plain-link.tsx'
import { Avatar } from '#components/ui/avatar.tsx'
import { Section } from '#components/ui/section.tsx'
import { shortDay } from '#lib/dates.ts'
import type { SoonSpeaker } from '../speaking-soon.schemas.ts'

/** People who give a talk in the next weeks, with the conference. */
export function SpeakingSoon({ speakers }: { speakers: SoonSpeaker[] }) {
  if (speakers.length === 0) return null
  return (
    <Section title="Speaking soon">
      <ul className="people gap-x-10 sm:grid-cols-2 lg:grid-cols-3">
        {speakers.map(({ id, name, image_url, date, event_name, event_slug }) => (
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
                    to="/conferences/$slug"
                    params={{ slug: event_slug }}
                    className="link inline-block py-0.5"
                  >
                    {event_name}
                  </PlainLink>
                  {' · '}
                  <span className="whitespace-nowrap">{shortDay(date)}</span>
                </p>
              </div>
            </article>
          </li>
        ))}
      </ul>
    </Section>
  )
}

import { Link } from '@tanstack/react-router'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { Section } from '#components/ui/section.tsx'
import { EventRow } from '#features/events/components/event-row.tsx'
import type { SpeakerEvent } from '../programme.schemas.ts'
import { talkLink } from '../talk-link.ts'

type Props = { title: string; empty: string; events: SpeakerEvent[]; today: string }

/** The events where a speaker speaks, each with the talks. */
export function SpokenAt({ title, empty, events, today }: Props) {
  return (
    <Section title={title}>
      {events.length === 0 ? (
        <EmptyState>{empty}</EmptyState>
      ) : (
        <ul className="grid gap-x-14 md:grid-cols-2">
          {events.map((event) => (
            <li key={event.id} className="border-b border-hairline py-4 first:pt-0 md:nth-2:pt-0">
              <EventRow event={event} today={today}>
                <ul className="mt-2 grid gap-0.5">
                  {event.talks.map((talk) => (
                    <li key={talk.id}>
                      <Link {...talkLink(event.slug, talk.number)} className="link">
                        {talk.title}
                      </Link>
                    </li>
                  ))}
                </ul>
              </EventRow>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

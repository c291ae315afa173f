import { Link } from '@tanstack/react-router'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { Section } from '#components/ui/section.tsx'
import type { EventCard } from '../events.schemas.ts'
import { EventRow } from './event-row.tsx'

type Props = { events: EventCard[]; today: string; empty: string; details: string }

/** 'Upcoming Conferences' of home and dashboard. */
export function UpcomingConferences({ events, today, empty, details }: Props) {
  return (
    <Section title="Upcoming Conferences">
      {events.length === 0 ? (
        <EmptyState>{empty}</EmptyState>
      ) : (
        <ul className="grid gap-x-14 md:grid-cols-2">
          {events.map((event) => (
            <li key={event.id} className="border-b border-hairline py-4 first:pt-0 md:nth-2:pt-0">
              <EventRow
                event={event}
                today={today}
                aside={
                  <Link
                    to="/conferences/$slug"
                    params={{ slug: event.slug }}
                    className="inline-block min-h-6 text-[0.9375rem] font-semibold text-accent hover:underline"
                  >
                    {details}
                    <span className="sr-only"> of {event.name}</span>
                  </Link>
                }
              />
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

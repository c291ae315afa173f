import { EmptyState } from '#components/ui/empty-state.tsx'
import { Section } from '#components/ui/section.tsx'
import type { EventCard } from '../events.schemas.ts'
import { EventRow } from './event-row.tsx'

export function HappeningSoon({ events, today }: { events: EventCard[]; today: string }) {
  return (
    <Section title="Happening Soon">
      {events.length === 0 ? (
        <EmptyState>No upcoming events in the next 30 days.</EmptyState>
      ) : (
        <ul>
          {events.map((event) => (
            <li key={event.id} className="border-b border-hairline py-4 first:pt-0 last:border-b-0">
              <EventRow event={event} today={today} />
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

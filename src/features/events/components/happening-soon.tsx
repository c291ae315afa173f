import { EmptyState } from '#components/ui/empty-state.tsx'
import { Section } from '#components/ui/section.tsx'
import type { EventCard } from '../events.schemas.ts'
import { PosterCard } from './poster-card.tsx'

export function HappeningSoon({ events, today }: { events: EventCard[]; today: string }) {
  return (
    <Section title="Happening Soon">
      {events.length === 0 ? (
        <EmptyState>No upcoming events in the next 30 days.</EmptyState>
      ) : (
        <ul className="grid gap-5 sm:grid-cols-3">
          {events.map((event) => (
            <li key={event.id}>
              <PosterCard event={event} today={today} isDetailed />
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

import { EmptyState } from '#components/ui/empty-state.tsx'
import { Section } from '#components/ui/section.tsx'
import type { EventCard } from '#features/events/events.schemas.ts'
import { PosterList } from './poster-list.tsx'

export function HappeningSoon({ events, today }: { events: EventCard[]; today: string }) {
  return (
    <Section title="Happening Soon">
      {events.length === 0 ? (
        <EmptyState>No upcoming events in the next 30 days.</EmptyState>
      ) : (
        <PosterList events={events} today={today} />
      )}
    </Section>
  )
}

import { Link } from '@tanstack/react-router'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { Section } from '#components/ui/section.tsx'
import { EventLines } from '#features/directory/components/event-lines.tsx'
import type { EventCard } from '#features/events/events.schemas.ts'
import { limits } from '#src/limits.ts'

type Props = { interests: string[]; events: EventCard[]; today: string }

export function Recommendations({ interests, events, today }: Props) {
  const mainInterests = interests.slice(0, limits.interestsShown).join(', ')
  return (
    <Section
      title="Personalized Recommendations"
      aside={
        interests.length > 0 && (
          <span className="min-w-0 text-quiet">
            Based on your interest in {mainInterests}
            {interests.length > limits.interestsShown && '...'}
          </span>
        )
      }
    >
      {events.length > 0 ? (
        <EventLines events={events} today={today} />
      ) : interests.length > 0 ? (
        <EmptyState action={<Explore />}>
          No upcoming conferences match your interests. Explore our directory to find more!
        </EmptyState>
      ) : (
        <EmptyState action={<Explore />}>
          Interact with events and topics to get personalized recommendations!
        </EmptyState>
      )}
    </Section>
  )
}

const Explore = () => (
  <Link to="/conferences" className="link">
    Explore conferences
  </Link>
)

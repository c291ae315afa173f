import { Link } from '@tanstack/react-router'
import { PlainLink } from '#components/layout/plain-link.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { Section } from '#components/ui/section.tsx'
import type { EventCard } from '#features/events/events.schemas.ts'
import { EventLines } from './event-lines.tsx'

/** The dashboard's short list of what comes. */
export const UpcomingLines = ({ events, today }: { events: EventCard[]; today: string }) => (
  <Section
    title="Upcoming Conferences"
    aside={
      <Link to="/conferences" className="link py-0.5 text-quiet">
        All conferences
      </Link>
    }
  >
    {events.length === 0 && <EmptyState>No upcoming conferences found. Check back later!</EmptyState>}
    <EventLines
      events={events}
      today={today}
      aside={({ slug, name }) => (
        <PlainLink to="/conferences/$slug" params={{ slug }} className="link inline-block py-0.5">
          View Details →<span className="sr-only"> of {name}</span>
        </PlainLink>
      )}
    />
  </Section>
)

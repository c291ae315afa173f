import { Link } from '@tanstack/react-router'
import { PlainLink } from '#components/layout/plain-link.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { Section } from '#components/ui/section.tsx'
import type { EventCard } from '#features/events/events.schemas.ts'
import { PosterCard } from './poster-card.tsx'

type Props = {
  events: EventCard[]
  today: string
  empty: string
  details: string
}

export function UpcomingConferences({ events, today, empty, details }: Props) {
  return (
    <Section
      title="Upcoming Conferences"
      aside={
        <Link to="/conferences" className="link inline-block py-0.5 text-quiet">
          All conferences
        </Link>
      }
    >
      {events.length === 0 ? (
        <EmptyState>{empty}</EmptyState>
      ) : (
        <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,8rem),1fr))] gap-x-5 gap-y-8 sm:grid-cols-3 lg:grid-cols-6">
          {events.map((event) => (
            <li key={event.id}>
              <PosterCard event={event} today={today}>
                <PlainLink
                  to="/conferences/$slug"
                  params={{ slug: event.slug }}
                  className="mt-auto inline-block pt-1.5 pb-0.5 text-[0.9375rem] link"
                >
                  {details}
                  <span className="sr-only"> of {event.name}</span>
                </PlainLink>
              </PosterCard>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

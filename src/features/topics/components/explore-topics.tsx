import { Link } from '@tanstack/react-router'
import { PlainLink } from '#components/layout/plain-link.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { Section } from '#components/ui/section.tsx'
import { count } from '#lib/text.ts'
import type { PopularTopic } from '../topics.schemas.ts'

export function ExploreTopics({ topics }: { topics: PopularTopic[] }) {
  return (
    <Section
      title="Popular Topics"
      aside={
        <Link to="/topics" className="link text-quiet">
          View all topics
        </Link>
      }
    >
      {topics.length === 0 ? (
        <EmptyState>No topics found.</EmptyState>
      ) : (
        <ul className="flex flex-wrap gap-x-7 gap-y-2">
          {topics.map(({ name, event_count }) => (
            <li key={name} className="max-w-full">
              <PlainLink
                to="/topics/$topicName"
                params={{ topicName: name }}
                title={count(event_count, 'event', 'events')}
                className="link inline-block min-h-6 font-semibold"
              >
                Explore {name} →
              </PlainLink>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

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
        <ul className="grid gap-x-14 sm:grid-cols-2">
          {topics.map(({ name, event_count }) => (
            <li
              key={name}
              className="flex flex-wrap items-baseline justify-between gap-x-4 border-b border-hairline py-3"
            >
              <span className="min-w-0">
                <span className="font-display text-xl font-bold">{name}</span>{' '}
                <span className="text-[0.9375rem] text-quiet">{count(event_count, 'event', 'events')}</span>
              </span>
              <PlainLink
                to="/topics/$topicName"
                params={{ topicName: name }}
                className="inline-block min-h-6 text-[0.9375rem] font-semibold text-accent hover:underline"
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

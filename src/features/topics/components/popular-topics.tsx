import { Link } from '@tanstack/react-router'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { Section } from '#components/ui/section.tsx'
import type { PopularTopic } from '../topics.schemas.ts'
import { TopicCloud } from './topic-cloud.tsx'

export function PopularTopics({ topics }: { topics: PopularTopic[] }) {
  return (
    <Section
      title="Popular Topics"
      aside={
        <Link to="/topics" className="link text-quiet">
          View all topics
        </Link>
      }
    >
      {topics.length === 0 ? <EmptyState>No topics found.</EmptyState> : <TopicCloud topics={topics} />}
    </Section>
  )
}

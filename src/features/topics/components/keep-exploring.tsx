import { Link } from '@tanstack/react-router'
import { Section } from '#components/ui/section.tsx'
import type { PopularTopic } from '../topics.schemas.ts'
import { TopicList } from './topic-chip.tsx'

/** `feedPath`: where a feed reader finds what the page lists. */
export function KeepExploring({ topics, feedPath }: { topics: PopularTopic[]; feedPath: string }) {
  return (
    <Section title="Keep Exploring">
      <TopicList names={topics.map(({ name }) => name)} />
      <ul className="mt-4 flex flex-wrap gap-x-6 gap-y-1">
        <li>
          <Link to="/topics" className="link">
            View all topics
          </Link>
        </li>
        <li>
          <Link to="/guides" className="link">
            Read our guides
          </Link>
        </li>
        <li>
          <Link to="/about" className="link">
            About Hallway
          </Link>
        </li>
        <li>
          <a href={feedPath} className="link">
            Feed of these conferences
          </a>
        </li>
      </ul>
    </Section>
  )
}

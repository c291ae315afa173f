import { Section } from '#components/ui/section.tsx'
import { TopicChip } from '#features/topics/components/topic-chip.tsx'
import type { SeriesEdition } from '../series.schemas.ts'
import { topicsByYear, yearRanges } from '../series.ts'

export function SeriesTopics({ editions }: { editions: SeriesEdition[] }) {
  const topics = topicsByYear(editions)
  if (topics.length === 0) return null
  return (
    <Section title="Topics over the years">
      <ul className="grid gap-x-10 sm:grid-cols-2">
        {topics.map(({ name, years }) => (
          <li key={name} className="flex items-center justify-between gap-4 border-b border-hairline py-1.5">
            <TopicChip name={name} />
            <span className="text-right text-sm text-quiet">{yearRanges(years)}</span>
          </li>
        ))}
      </ul>
    </Section>
  )
}

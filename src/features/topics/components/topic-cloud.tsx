import { PlainLink } from '#components/layout/plain-link.tsx'
import { RenderAfterFirstFrame } from '#components/layout/render-after-first-frame.tsx'
import type { PopularTopic } from '../topics.schemas.ts'
import { popularityTiers } from '../topics.ts'

const tiers = [
  'text-4xl sm:text-[2.75rem] text-accent',
  'text-3xl sm:text-4xl text-ink',
  'text-2xl sm:text-3xl text-ink',
  'text-xl sm:text-2xl text-quiet',
  'text-lg sm:text-xl text-quiet',
]

/** How many fill a window. */
const topicsAtOnce = 100

type Props = {
  topics: PopularTopic[]
  /** Those that they were found among: a search leaves each topic its size. */
  among?: PopularTopic[]
}

/** A tag cloud: size and colour show popularity. */
export function TopicCloud({ topics, among = topics }: Props) {
  const tierOf = popularityTiers(among.map((topic) => topic.event_count))
  const items = topics.map((topic) => (
    <li key={topic.name} className="max-w-full">
      <PlainLink
        to="/topics/$topicName"
        params={{ topicName: topic.name }}
        className={`inline-block min-h-6 font-display font-bold tracking-tight leading-tight hover:text-accent hover:underline decoration-2 underline-offset-4 ${tiers[tierOf(topic.event_count)]}`}
      >
        {topic.name}
      </PlainLink>
      <sup className="ml-1 font-sans text-xs text-quiet">
        {topic.event_count}
        <span className="sr-only">{topic.event_count === 1 ? ' event' : ' events'}</span>
      </sup>
    </li>
  ))
  return (
    <ul className="flex flex-wrap items-baseline gap-x-4 gap-y-2">
      {items.slice(0, topicsAtOnce)}
      {items.length > topicsAtOnce && (
        <RenderAfterFirstFrame as="li">{items.slice(topicsAtOnce)}</RenderAfterFirstFrame>
      )}
    </ul>
  )
}

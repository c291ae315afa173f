import type { ReactNode } from 'react'
import { PlainLink } from '#components/layout/plain-link.tsx'
import { dateRange, rangeNear } from '#lib/dates.ts'
import { limits } from '#src/limits.ts'
import type { EventInList } from '../events.schemas.ts'
import { meaningOf } from '../labelled-facts.ts'
import { PlaceLine, TopicChips } from './event-row.tsx'
import { Poster } from './poster.tsx'

type Props = {
  event: EventInList
  today: string
  /** The level of its name: below the heading that it stands under. */
  level?: 3 | 4
  /** With what its name stands for, and its topics. */
  isDetailed?: boolean
  children?: ReactNode
}

/** A conference as its poster, with what is on it as text below; a detailed one on a phone beside it. */
export function PosterCard({ event, today, level = 3, isDetailed, children }: Props) {
  const Heading = `h${level}` as const
  const meaning = isDetailed && meaningOf(event.excerpt, {})
  return (
    <article
      className={`relative flex h-full flex-col ${isDetailed ? 'max-sm:flex-row max-sm:flex-wrap max-sm:gap-4' : ''}`}
    >
      <Poster
        slug={event.slug}
        className={`w-full rounded-sm ${isDetailed ? 'max-sm:w-24 max-sm:shrink-0 max-sm:self-start' : ''}`}
      />
      <div
        className={`flex min-w-0 grow flex-col ${isDetailed ? 'max-sm:min-w-[min(100%,9rem)] max-sm:flex-1' : ''}`}
      >
        <Heading
          dir="auto"
          className={`text-lg leading-snug ${isDetailed ? 'max-sm:-mt-1 max-sm:text-xl sm:mt-2.5' : 'mt-2.5'}`}
        >
          <PlainLink
            to="/conferences/$slug"
            params={{ slug: event.slug }}
            className={`inline-block after:absolute after:top-0 after:left-0 after:aspect-3/4 hover:text-accent ${isDetailed ? 'after:w-24 sm:after:w-full' : 'after:w-full'}`}
          >
            {event.name}
          </PlainLink>
        </Heading>
        <p className="text-sm text-quiet">
          {isDetailed
            ? rangeNear(event.start_date, event.end_date, today)
            : dateRange(event.start_date, event.end_date)}
        </p>
        <p className="text-sm">
          <PlaceLine {...{ event, today }} />
        </p>
        {meaning && (
          <p dir="auto" className="mt-0.5 line-clamp-2 text-sm leading-snug">
            {meaning}
          </p>
        )}
        {isDetailed && event.tags.length > 0 && (
          <TopicChips names={event.tags} maxCount={limits.tagsInGrid} />
        )}
        {children}
      </div>
    </article>
  )
}

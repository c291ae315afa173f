import type { ReactNode } from 'react'
import { PlainLink } from '#components/layout/plain-link.tsx'
import type { EventInList } from '#features/events/events.schemas.ts'
import { meaningOf } from '#features/events/labelled-facts.ts'
import { rangeNear } from '#lib/dates.ts'
import { limits } from '#src/limits.ts'
import { PlaceLine, TopicChips } from './event-row.tsx'
import { Poster } from './poster.tsx'

type Props = {
  event: EventInList
  today: string
  /** The level of its name: below the heading that it stands under. */
  level?: 3 | 4
  /** With what its name stands for and its topics; the poster beside them, on a phone or at every width. */
  poster?: 'beside' | 'beside on phones'
  loading?: 'eager'
  children?: ReactNode
}

/** A conference as its poster, with what is on it as text below or beside it. */
export function PosterCard({ event, today, level = 3, poster, loading, children }: Props) {
  const isDetailed = poster !== undefined
  const Heading = `h${level}` as const
  const meaning = isDetailed && meaningOf(event.excerpt, { name: event.name })
  return (
    <article
      data-poster={poster}
      className="relative flex h-full flex-col beside:flex-row beside:flex-wrap beside:gap-4"
    >
      <Poster
        slug={event.slug}
        loading={loading}
        className="w-full rounded-sm beside:w-24 beside:shrink-0 beside:self-start"
      />
      <div className="flex min-w-0 grow flex-col beside:min-w-[min(100%,9rem)] beside:flex-1">
        <Heading dir="auto" className="mt-2.5 text-lg leading-snug beside:-mt-1 max-sm:beside:text-xl">
          <PlainLink
            to="/conferences/$slug"
            params={{ slug: event.slug }}
            className="inline-block after:absolute after:top-0 after:left-0 after:aspect-3/4 after:w-full hover:text-accent beside:after:w-24"
          >
            {event.name}
          </PlainLink>
        </Heading>
        {/* The poster shows them, where it is large enough. */}
        <p className="sr-only text-sm text-quiet beside:not-sr-only">
          {rangeNear(event.start_date, event.end_date, today)}
        </p>
        <p className="mt-0.5 text-sm">
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

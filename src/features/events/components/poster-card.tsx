import type { ReactNode } from 'react'
import { PlainLink } from '#components/layout/plain-link.tsx'
import { dateRange } from '#lib/dates.ts'
import type { EventInList } from '../events.schemas.ts'
import { isRunning } from '../events.ts'
import { RunningBadge, StatusBadge } from './event-row.tsx'
import { PlaceLinks } from './place-links.tsx'
import { Poster } from './poster.tsx'

/** A conference as its poster, with what is on it as text below. */
export const PosterCard = ({
  event,
  today,
  children,
}: {
  event: EventInList
  today: string
  children?: ReactNode
}) => (
  <article className="relative flex h-full flex-col">
    <Poster slug={event.slug} className="w-full rounded-sm" />
    <h3 dir="auto" className="mt-2.5 text-lg leading-snug">
      <PlainLink
        to="/conferences/$slug"
        params={{ slug: event.slug }}
        className="inline-block after:absolute after:inset-x-0 after:top-0 after:aspect-3/4 hover:text-accent"
      >
        {event.name}
      </PlainLink>
    </h3>
    <p className="text-sm text-quiet">{dateRange(event.start_date, event.end_date)}</p>
    <p className="text-sm">
      <PlaceLinks city={event.location_name} country={event.country_name} />
      <StatusBadge event={event} />
    </p>
    {isRunning(event, event.local_today ?? today) && (
      <p className="text-[0.9375rem]">
        <RunningBadge />
      </p>
    )}
    {children}
  </article>
)

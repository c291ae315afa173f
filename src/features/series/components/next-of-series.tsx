import type { ReactNode } from 'react'
import { PlainLink } from '#components/layout/plain-link.tsx'
import { EventDateBlock } from '#features/directory/components/event-date-block.tsx'
import { placeOf } from '#features/events/event-text.ts'
import { dateRange } from '#lib/dates.ts'
import { count } from '#lib/text.ts'
import type { SeriesEdition } from '../series.schemas.ts'
import { nextEditionOf, usualMonth } from '../series.ts'

type Props = { editions: SeriesEdition[]; today: string; children: ReactNode }

/** The next edition, or when it can be expected; `children`: how to list it. */
export function NextOfSeries({ editions, today, children }: Props) {
  const next = nextEditionOf(editions, today)
  if (!next)
    return (
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <p className="text-quiet">The next edition is not announced yet. {usualMonth(editions, today)}</p>
        {children}
      </div>
    )
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-3 bg-wash px-4 py-3">
      <EventDateBlock start={next.start_date} end={next.end_date} withYear />
      <div className="min-w-0 flex-1">
        <p className="text-sm text-quiet">{next.start_date <= today ? 'Happening now' : 'The next one'}</p>
        <h2 className="text-xl">
          <PlainLink to="/conferences/$slug" params={next} dir="auto" className="hover:text-accent">
            {next.name}
          </PlainLink>
        </h2>
        <p className="text-[0.9375rem]">
          {placeOf(next)} · {dateRange(next.start_date, next.end_date)}
          {next.attendees > 0 && ` · ${count(next.attendees, 'member goes', 'members go')}`}
        </p>
      </div>
    </div>
  )
}

import type { ReactNode } from 'react'
import { PlainLink } from '#components/layout/plain-link.tsx'
import { type StatusOfEvent, statusLabels, takesPlace } from '#features/events/event-status.ts'
import type { EventInList } from '#features/events/events.schemas.ts'
import { isOver, isRunning } from '#features/events/events.ts'
import { TopicChip } from '#features/topics/components/topic-chip.tsx'
import { dateRange } from '#lib/dates.ts'
import { limits } from '#src/limits.ts'
import { EventDateBlock } from './event-date-block.tsx'
import { PlaceLinks } from './place-links.tsx'
import { Thumb } from './thumb.tsx'

type Props = {
  event: EventInList
  today: string
  tags?: number
  /** The beginning of its description. */
  words?: string
  level?: 3 | 4
  /** Whether the row stands under its month, which says the year. */
  isOfMonth?: boolean
  /** Whether the page is of its city. */
  isOfCity?: boolean
  aside?: ReactNode
  children?: ReactNode
}

function RunningBadge() {
  return (
    <span className="inline-flex items-center gap-1.5 font-semibold text-accent">
      <span aria-hidden="true" className="size-2 rounded-full bg-accent" />
      Happening now
    </span>
  )
}

/** What became of an event, beside it in a list; nothing for one that is as announced. */
export const StatusBadge = ({ event }: { event: StatusOfEvent }) =>
  event.status !== 'scheduled' && (
    <>
      {' '}
      <span className="chip ml-1 font-semibold">{statusLabels[event.status]}</span>
    </>
  )

/** Where an event of a list is, how far away, and whether it is on, over or off; `children`: what stands before that. */
export function PlaceLine({
  event,
  today,
  isOfCity,
  children,
}: Pick<Props, 'event' | 'today' | 'isOfCity' | 'children'>) {
  const localToday = event.local_today ?? today
  return (
    <>
      {!isOfCity && <PlaceLinks city={event.location_name} country={event.country_name} />}
      {/* In the city itself there is no way to go. */}
      {event.kilometres! > 0 && <span className="whitespace-nowrap"> · {event.kilometres} km</span>}
      <StatusBadge event={event} />
      {children}
      {/* In a list of what is on by UTC. */}
      {isOver(event, localToday) && !isOver(event, today) && <span className="chip ml-1">Ended</span>}
      {isRunning(event, localToday) && (
        <>
          {/* Wider than a space, and gone at the end of a line. */}
          {!isOfCity && '\u2002'}
          <RunningBadge />
        </>
      )}
    </>
  )
}

/** One event of a list: a date block, the name, the place, and as much more as the list wants. */
export function EventRow({
  event,
  today,
  tags = limits.tagsInGrid,
  words,
  level = 3,
  isOfMonth = false,
  isOfCity = false,
  aside,
  children,
}: Props) {
  const Heading = `h${level}` as const
  const localToday = event.local_today ?? today
  const withYear = !isOfMonth && event.start_date.slice(0, 4) !== today.slice(0, 4)
  return (
    <article className="event-row">
      <EventDateBlock
        start={event.start_date}
        end={event.end_date}
        withYear={withYear}
        isOff={!takesPlace(event)}
        isPast={isOver(event, localToday)}
      />
      <div>
        <div>
          <Heading dir="auto">
            <PlainLink to="/conferences/$slug" params={{ slug: event.slug }}>
              {event.name}
            </PlainLink>
          </Heading>
          {aside}
        </div>
        <p>
          <PlaceLine {...{ event, today, isOfCity }}>
            {/* To be seen it stands on the leaf. */}
            <span className="sr-only"> · {dateRange(event.start_date, event.end_date)}</span>
          </PlaceLine>
        </p>
        {words && (
          <p dir="auto" className="event-words">
            {words}
          </p>
        )}
        {event.tags.length > 0 && <TopicChips names={event.tags} maxCount={tags} />}
        {children}
      </div>
      <Thumb slug={event.slug} />
    </article>
  )
}

export function TopicChips({ names, maxCount }: { names: string[]; maxCount: number }) {
  const hiddenCount = names.length - maxCount
  return (
    <ul className="chips" aria-label="Topics">
      {names.slice(0, maxCount).map((name) => (
        <li key={name}>
          <TopicChip name={name} />
        </li>
      ))}
      {hiddenCount > 0 && (
        <li>
          <span className="chip" title={names.slice(maxCount).join(', ')}>
            +{hiddenCount}
          </span>
        </li>
      )}
    </ul>
  )
}

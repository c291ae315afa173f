import { Link } from '@tanstack/react-router'
import { Fragment, memo, type ReactNode, useMemo } from 'react'
import { PlainLink } from '#components/layout/plain-link.tsx'
import { RenderAfterFirstFrame } from '#components/layout/render-after-first-frame.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { count } from '#lib/text.ts'
import { type EventSearch, keptChoice } from '../event-search.ts'
import { canPlan } from '../programme.rules.ts'
import type { DaySchedule, SavedTalk, ScheduledTalk } from '../programme.schemas.ts'
import { overlapLabel, overlaps } from '../saved-talks.ts'
import { hourLabel, isOverAt, isRunningAt, type ScheduleHour, splitHours } from '../schedule.ts'
import { talkLink } from '../talk-link.ts'
import { BreakCard } from './break-card.tsx'
import { PlanButton } from './plan-button.tsx'
import { TalkTitle } from './talk-title.tsx'
import type { Plan } from './use-plan.ts'
import { VideoAndSlides } from './video-and-slides.tsx'
import { ViewerTime } from './viewer-times.tsx'

type Props = {
  event: { slug: string; today: string }
  schedule: DaySchedule
  search: EventSearch
  hours: ScheduleHour[]
  /** The local time there while the event takes place, and the same where it is this day. */
  now: string | null
  nowOfDay: string | null
  /** Whether something above shows what is on now. */
  hasBoard: boolean
  plan?: Plan
  savedTalks: SavedTalk[] | undefined
}

/** A day by the hour, without abstracts. While the event takes place what has ended is folded into one line. */
export function HourList(props: Props) {
  const { event, schedule, search, hours, now, nowOfDay, hasBoard, plan, savedTalks } = props
  const overlapsById = useMemo(
    () => overlaps((savedTalks ?? []).filter((talk) => !isOverAt(now, event.today, talk))),
    [savedTalks, now, event.today],
  )
  const { over, coming } = useMemo(
    () => (nowOfDay ? splitHours(hours, nowOfDay) : { over: [], coming: hours }),
    [hours, nowOfDay],
  )
  const { tracks: _, rooms: __, track: ___, ...withAll } = keptChoice(search)
  const hoursToCome = new Set(coming.map(({ hour }) => hour))
  const renderHour = ({ hour, items, talks, others }: ScheduleHour, isFolded = false) => (
    <Hour
      key={hour}
      id={`${isFolded && hoursToCome.has(hour) ? 'ended' : 'hour'}-${hour}`}
      hour={hour}
      talks={talks}
    >
      {items.map((item) =>
        item.kind === 'break' ? (
          <BreakCard key={item.id} item={item} />
        ) : (
          <TalkLine
            key={item.id}
            eventSlug={event.slug}
            talk={item}
            isRunning={nowOfDay !== null && isRunningAt(nowOfDay, item)}
            isOver={isOverAt(now, event.today, item)}
            overlapCount={overlapsById.get(item.id)?.length}
            isSaved={plan?.talks.has(item.id)}
            onPlan={plan?.canAdd || plan?.talks.has(item.id) ? plan.onChange : undefined}
          />
        ),
      )}
      {others > 0 && (
        <p className="py-2 text-sm text-quiet">
          <Link to="." search={withAll} hash={`hour-${hour}`} className="link">
            {others} more from {hourLabel(hour)} in other tracks
          </Link>
        </p>
      )}
    </Hour>
  )
  if (schedule.talks.length === 0)
    return <EmptyState>No talks in these tracks and rooms on this day.</EmptyState>
  return (
    <div className="stack gap-6">
      <EndedTalks hours={over} saved={plan?.talks}>
        {over.map((hour) => renderHour(hour, true))}
      </EndedTalks>
      <div id={hasBoard ? undefined : 'now'} className="scroll-mt-(--bar)">
        {coming.slice(0, 1).map((hour) => renderHour(hour))}
      </div>
      <RenderAfterFirstFrame>{coming.slice(1).map((hour) => renderHour(hour))}</RenderAfterFirstFrame>
    </div>
  )
}

type EndedProps = { hours: ScheduleHour[]; saved: ReadonlySet<string> | undefined; children: ReactNode }

function EndedTalks({ hours, saved, children }: EndedProps) {
  const talks = hours.flatMap(({ items }) => items.filter(({ kind }) => kind === 'talk'))
  const savedCount = talks.filter(({ id }) => saved?.has(id)).length
  if (hours.length === 0) return null
  return (
    <details className="border-y border-hairline py-2">
      <summary className="min-h-6 text-quiet">
        <strong className="text-ink">{count(talks.length, 'talk', 'talks')}</strong> ended
        {savedCount > 0 && `, ${savedCount} of yours`}
      </summary>
      <div className="stack mt-4 gap-6">{children}</div>
    </details>
  )
}

type HourProps = { id: string; hour: string; talks: number; children: ReactNode }

function Hour({ id, hour, talks, children }: HourProps) {
  return (
    <section aria-labelledby={id} className="hour">
      <h3 id={id}>
        {hourLabel(hour)} <small>{count(talks, 'talk', 'talks')}</small>
      </h3>
      {children}
    </section>
  )
}

type LineProps = {
  eventSlug: string
  talk: ScheduledTalk
  isRunning: boolean
  isOver: boolean
  /** With how many talks of the viewer's schedule it overlaps. */
  overlapCount: number | undefined
  isSaved?: boolean
  onPlan?: Plan['onChange']
}

/** Styled in styles.css, because a day may have 500. */
const TalkLine = memo(function TalkLine({
  eventSlug,
  talk,
  isRunning,
  isOver,
  overlapCount,
  isSaved,
  onPlan,
}: LineProps) {
  return (
    <article id={`talk-${talk.number}`} className="line">
      <time>{talk.start_time}</time>
      <h4>
        <PlainLink {...talkLink(eventSlug, talk.number)}>
          <TalkTitle talk={talk} />
        </PlainLink>
      </h4>
      <p>
        <ViewerTime date={talk.date} time={talk.start_time} />
        {isRunning && <strong>Now · </strong>}
        {talk.speakers.map(({ id, name }, index) => (
          <Fragment key={id}>
            {index > 0 && ', '}
            <button type="submit" name="speaker" value={id} formAction={`#talk-${talk.number}`}>
              {name}
            </button>
          </Fragment>
        ))}
        {talk.speakers.length > 0 && ' · '}
        {talk.location && <b>{talk.location}</b>}
        {[talk.end_time && ` to ${talk.end_time}`, talk.track_name && ` ${talk.track_name}`]
          .filter(Boolean)
          .map((fact) => ` ·${fact}`)
          .join('')}
        <VideoAndSlides talk={talk} isOver={isOver} className="link" separator=" · " />
      </p>
      {overlapCount && (
        <p>
          {overlapLabel(overlapCount)}.{' '}
          <PlainLink
            to="/conferences/$slug"
            params={{ slug: eventSlug }}
            search={{ tab: 'schedule' }}
            className="link whitespace-nowrap"
          >
            Pick one
          </PlainLink>
        </p>
      )}
      {onPlan && canPlan(talk, isSaved) && <PlanButton {...{ talk, isSaved, isOver, onPlan }} />}
    </article>
  )
})

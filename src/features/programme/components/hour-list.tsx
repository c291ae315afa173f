import { Link } from '@tanstack/react-router'
import { Fragment, memo, type ReactNode, useMemo } from 'react'
import { PlainLink } from '#components/layout/plain-link.tsx'
import { RenderAfterFirstFrame } from '#components/layout/render-after-first-frame.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { type EventSearch, keptChoice } from '#features/events/event-search.ts'
import { count } from '#lib/text.ts'
import { canPlan } from '../programme.rules.ts'
import type { DaySchedule, SavedTalk, ScheduledTalk } from '../programme.schemas.ts'
import { overlaps } from '../saved-talks.ts'
import { hourLabel, isRunningAt, type ScheduleHour } from '../schedule.ts'
import { talkLink } from '../talk-link.ts'
import { BreakCard } from './break-card.tsx'
import { PlanButton } from './plan-button.tsx'
import { TalkTitle } from './talk-title.tsx'
import type { Plan } from './use-plan.ts'

type Props = {
  event: { slug: string }
  schedule: DaySchedule
  search: EventSearch
  hours: ScheduleHour[]
  now: string | null
  plan?: Plan
  savedTalks: SavedTalk[] | undefined
}

/** A day by the hour, without abstracts. While the event takes place the hours that are over are folded. */
export function HourList({ event, schedule, search, hours, now, plan, savedTalks }: Props) {
  const overlapsById = useMemo(() => overlaps(savedTalks ?? []), [savedTalks])
  const isOver = ({ hour }: ScheduleHour) => now !== null && hour < now.slice(11, 13)
  const earlier = hours.filter(isOver)
  const coming = hours.filter((hour) => !isOver(hour))
  const talksEarlier = earlier.reduce((sum, { talks }) => sum + talks, 0)
  const { tracks: _, rooms: __, track: ___, ...withAll } = keptChoice(search)
  const renderHour = ({ hour, items, talks, others }: ScheduleHour) => (
    <Hour key={hour} hour={hour} talks={talks}>
      {items.map((item) =>
        item.kind === 'break' ? (
          <BreakCard key={item.id} item={item} />
        ) : (
          <TalkLine
            key={item.id}
            eventSlug={event.slug}
            talk={item}
            isRunning={now !== null && isRunningAt(now, item)}
            overlapping={overlapsById
              .get(item.id)
              ?.map(({ title }) => title)
              .join(', ')}
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
      {talksEarlier > 0 && (
        <details className="border-y border-hairline py-2">
          <summary className="text-quiet">
            Earlier today: {count(talksEarlier, 'talk', 'talks')} from {hourLabel(earlier[0]!.hour)}
          </summary>
          <div className="stack mt-4 gap-6">{earlier.map(renderHour)}</div>
        </details>
      )}
      <div id="now" className="scroll-mt-(--bar)">
        {coming.slice(0, 1).map(renderHour)}
      </div>
      <RenderAfterFirstFrame>{coming.slice(1).map(renderHour)}</RenderAfterFirstFrame>
    </div>
  )
}

function Hour({ hour, talks, children }: { hour: string; talks: number; children: ReactNode }) {
  const id = `hour-${hour}`
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
  /** The titles of the talks in the viewer's schedule that are at the same time. */
  overlapping: string | undefined
  isSaved?: boolean
  onPlan?: Plan['onChange']
}

/** Styled in styles.css, because a day may have 500. */
const TalkLine = memo(function TalkLine({
  eventSlug,
  talk,
  isRunning,
  overlapping,
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
        {talk.video_url && (
          <>
            {' · '}
            <a href={talk.video_url} rel="noopener nofollow" className="link">
              Video<span className="sr-only"> of {talk.title}</span>
            </a>
          </>
        )}
        {talk.slides_url && (
          <>
            {' · '}
            <a href={talk.slides_url} rel="noopener nofollow" className="link">
              Slides<span className="sr-only"> of {talk.title}</span>
            </a>
          </>
        )}
        {overlapping && <strong> · At the same time as {overlapping}</strong>}
      </p>
      {onPlan && canPlan(talk, isSaved) && <PlanButton {...{ talk, isSaved, onPlan }} />}
    </article>
  )
})

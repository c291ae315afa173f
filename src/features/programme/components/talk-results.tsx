import { Link } from '@tanstack/react-router'
import { tabDay } from '#lib/dates.ts'
import { count } from '#lib/text.ts'
import { limits } from '#src/limits.ts'
import { type EventSearch, keptChoice } from '../event-search.ts'
import { canPlan } from '../programme.rules.ts'
import type { TalkResult } from '../programme.schemas.ts'
import { isOverAt, timeRange } from '../schedule.ts'
import { resultsId, talkLink } from '../talk-link.ts'
import { PlanButton } from './plan-button.tsx'
import { TalkTitle } from './talk-title.tsx'
import type { Plan } from './use-plan.ts'
import { ViewerTime } from './viewer-times.tsx'

type Props = {
  event: { slug: string; today: string }
  talks: TalkResult[]
  search: EventSearch
  now: string | null
  plan?: Plan
}

/** The results of 'Find a talk', those to come first: of all tracks and rooms, or of the chosen ones. */
export function TalkResults({ event, talks, search, now, plan }: Props) {
  const { find, tracks = [], rooms = [] } = search
  const isChosen = tracks.length + rooms.length > 0
  const countLabel = count(talks.length, 'talk', 'talks')
  const summary =
    talks.length === 0
      ? "No talks found. Try part of the title or a speaker's name."
      : `${talks.length === limits.talkSearchResults ? `The first ${countLabel}` : countLabel} found`
  return (
    <div id={resultsId} className="scroll-mt-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 text-quiet">
        <p role="status">
          {summary}
          {isChosen && ` in ${[...tracks, ...rooms].join(', ')}`}
        </p>
        <p className="flex flex-wrap gap-x-4">
          {isChosen && (
            <Link to="." search={{ find }} resetScroll={false} className="link">
              Find in all tracks and rooms
            </Link>
          )}
          <Link to="." search={keptChoice(search)} resetScroll={false} className="link">
            Back to the schedule
          </Link>
        </p>
      </div>
      <ul className="mt-2">
        {talks.map((talk) => (
          <ResultRow key={talk.id} {...{ event, talk, now, plan }} />
        ))}
      </ul>
    </div>
  )
}

type ResultProps = Pick<Props, 'event' | 'now' | 'plan'> & { talk: Props['talks'][number] }

const ResultRow = ({ event, talk, now, plan }: ResultProps) => (
  <li className="flex flex-wrap items-start gap-x-4 gap-y-1.5 border-b border-hairline py-2.5">
    <span className="w-full text-[0.9375rem] text-quiet tabular-nums sm:w-48">
      {tabDay(talk.date)}, {timeRange(talk.start_time, talk.end_time)}
      <ViewerTime date={talk.date} time={talk.start_time} />
    </span>
    <span className="min-w-0 flex-1">
      <Link
        {...talkLink(event.slug, talk.number)}
        className="font-display text-[1.0625rem] font-bold hover:text-accent"
      >
        <TalkTitle talk={talk} />
      </Link>
      <span className="block text-[0.9375rem] text-quiet">
        {[talk.speakers.join(', '), talk.track_name, talk.location, talk.has_video && 'with video']
          .filter(Boolean)
          .join(' · ')}
      </span>
    </span>
    {(plan?.canAdd || plan?.talks.has(talk.id)) && canPlan(talk, plan.talks.has(talk.id)) && (
      <PlanButton
        talk={talk}
        isSaved={plan.talks.has(talk.id)}
        isOver={isOverAt(now, event.today, talk)}
        onPlan={plan.onChange}
        className="save-button"
      />
    )}
  </li>
)

import { Link } from '@tanstack/react-router'
import { type EventSearch, keptChoice } from '#features/events/event-search.ts'
import { tabDay } from '#lib/dates.ts'
import { count } from '#lib/text.ts'
import { limits } from '#src/limits.ts'
import type { TalkResult } from '../programme.schemas.ts'
import { timeRange } from '../schedule.ts'
import { resultsId, talkLink } from '../talk-link.ts'
import { TalkTitle } from './talk-title.tsx'

type Props = { eventSlug: string; talks: TalkResult[]; search: EventSearch }

/** The results of 'Find a talk', each a link to its page: of all tracks and rooms, or of the chosen ones. */
export function TalkResults({ eventSlug, talks, search }: Props) {
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
          <li key={talk.id} className="grid gap-x-4 border-b border-hairline py-2.5 sm:grid-cols-[12rem_1fr]">
            <span className="text-[0.9375rem] text-quiet tabular-nums">
              {tabDay(talk.date)}, {timeRange(talk.start_time, talk.end_time)}
            </span>
            <span>
              <Link
                {...talkLink(eventSlug, talk.number)}
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
          </li>
        ))}
      </ul>
    </div>
  )
}

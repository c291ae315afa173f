import { Link } from '@tanstack/react-router'
import { type ReactNode, useId } from 'react'
import { longDay } from '#lib/dates.ts'
import type { SavedTalk } from '../programme.schemas.ts'
import { groupByDay, overlapLabel } from '../saved-talks.ts'
import { timeRange } from '../schedule.ts'
import { talkLink } from '../talk-link.ts'
import { TalkTitle } from './talk-title.tsx'
import { ViewerTime } from './viewer-times.tsx'

type Props = {
  event: { slug: string }
  talks: SavedTalk[]
  /** The talks that overlap with each, by its id. */
  overlapsById?: Map<string, SavedTalk[]>
  /** What is at the end of a talk's row. */
  action?: (talk: SavedTalk) => ReactNode
}

/** Talks that somebody saved, day by day. */
export const SavedTalksByDay = ({ event, talks, overlapsById, action }: Props) => (
  <div className="stack gap-8">
    {groupByDay(talks).map(({ day, talks }) => (
      <Day key={day} day={day}>
        {talks.map((talk) => (
          <li
            key={talk.id}
            className="grid grid-cols-[1fr_auto] items-start gap-x-4 gap-y-1 border-b border-hairline py-3 sm:grid-cols-[8rem_1fr_auto]"
          >
            <span className="col-span-2 text-[0.9375rem] font-semibold tabular-nums sm:col-span-1 sm:pt-0.5">
              <TalkTime talk={talk} />
            </span>
            <div className="min-w-0">
              <h4 className="text-[1.0625rem] leading-snug">
                <TitleLink event={event} talk={talk} />
              </h4>
              <p className="text-[0.9375rem] text-quiet">
                {[talk.speakers.join(', '), talk.track_name, talk.location].filter(Boolean).join(' · ')}
              </p>
              <Overlap talks={overlapsById?.get(talk.id)} className="mt-1 text-[0.9375rem]" />
            </div>
            {action?.(talk)}
          </li>
        ))}
      </Day>
    ))}
  </div>
)

function Day({ day, children }: { day: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="border-b-2 border-ink pb-1.5 text-xl">
        {longDay(day)}
      </h3>
      <ul>{children}</ul>
    </section>
  )
}

/** The same where there is little room. */
export const CompactSavedTalks = ({ event, talks, overlapsById }: Omit<Props, 'action'>) => (
  <ol>
    {talks.map((talk) => (
      <li key={talk.id} className="border-b border-hairline py-2 text-[0.9375rem]">
        <span className="block text-sm text-quiet tabular-nums">
          <TalkTime talk={talk} place={talk.location} />
        </span>
        <TitleLink event={event} talk={talk} className="font-semibold" />
        <Overlap talks={overlapsById?.get(talk.id)} className="text-sm" />
      </li>
    ))}
  </ol>
)

const TalkTime = ({ talk, place }: { talk: SavedTalk; place?: string | null }) => (
  <>
    {[timeRange(talk.start_time, talk.end_time) || 'Any time', place].filter(Boolean).join(' · ')}
    <ViewerTime date={talk.date} time={talk.start_time} />
  </>
)

type TitleProps = Pick<Props, 'event'> & { talk: SavedTalk; className?: string }

const TitleLink = ({ event, talk, className = '' }: TitleProps) => (
  <Link {...talkLink(event.slug, talk.number)} className={`${className} hover:text-accent`}>
    <TalkTitle talk={talk} />
  </Link>
)

const Overlap = ({ talks, className }: { talks: SavedTalk[] | undefined; className: string }) =>
  talks && <p className={`text-quiet ${className}`}>{overlapLabel(talks.length)}</p>

import { Link } from '@tanstack/react-router'
import { type ReactNode, useId } from 'react'
import { longDay } from '#lib/dates.ts'
import type { SavedTalk } from '../programme.schemas.ts'
import { groupByDay } from '../saved-talks.ts'
import { timeRange } from '../schedule.ts'
import { talkLink } from '../talk-link.ts'
import { TalkTitle } from './talk-title.tsx'
import { ViewerTime } from './viewer-times.tsx'

type Props = {
  event: { slug: string }
  talks: SavedTalk[]
  /** What stands below a talk, and at the end of its row. */
  note?: (talk: SavedTalk) => ReactNode
  action?: (talk: SavedTalk) => ReactNode
}

/** Talks that somebody saved, day by day. */
export const SavedTalksByDay = ({ event, talks, note, action }: Props) => (
  <div className="stack gap-8">
    {groupByDay(talks).map(({ day, talks }) => (
      <Day key={day} day={day}>
        {talks.map((talk) => (
          <Row key={talk.id} eventSlug={event.slug} talk={talk} action={action?.(talk)}>
            {note?.(talk)}
          </Row>
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

type RowProps = { eventSlug: string; talk: SavedTalk; action: ReactNode; children: ReactNode }

const Row = ({ eventSlug, talk, action, children }: RowProps) => (
  <li className="grid grid-cols-[1fr_auto] items-start gap-x-4 gap-y-1 border-b border-hairline py-3 sm:grid-cols-[8rem_1fr_auto]">
    <span className="col-span-2 text-[0.9375rem] font-semibold tabular-nums sm:col-span-1 sm:pt-0.5">
      {timeRange(talk.start_time, talk.end_time) || 'Any time'}
      <ViewerTime date={talk.date} time={talk.start_time} />
    </span>
    <div className="min-w-0">
      <h4 className="text-[1.0625rem] leading-snug">
        <Link {...talkLink(eventSlug, talk.number)} className="hover:text-accent">
          <TalkTitle talk={talk} />
        </Link>
      </h4>
      <p className="text-[0.9375rem] text-quiet">
        {[talk.speakers.join(', '), talk.track_name, talk.location].filter(Boolean).join(' · ')}
      </p>
      {children}
    </div>
    {action}
  </li>
)

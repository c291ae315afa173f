import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { buttonClass } from '#components/ui/button.tsx'
import type { TrackedCall } from '#features/calls/calls.schemas.ts'
import { timeLeft } from '#features/calls/calls.ts'
import { placeText } from '#features/events/event-text.ts'
import { dateRange, daysBetween, longDay, shortDay, tabDay } from '#lib/dates.ts'
import type { Agenda, AgendaEvent, AgendaTalk } from '../agenda.schemas.ts'
import type { CalendarRow } from '../agenda.ts'
import { goingText } from './my-calendar.tsx'
import { NextTalkCard } from './next-talk-card.tsx'
import { ViewerTime, ViewerTimes, ZoneNote } from './viewer-times.tsx'

type Props = { agenda: Agenda; rows: CalendarRow[]; today: string }

/**
 * The one thing that comes next: a talk of today or tomorrow, else the next conference or the next call that the viewer
 * has not answered.
 */
export function NextThing({ agenda, rows, today }: Props) {
  const row = rows.find(({ tracked }) => tracked?.state !== 'submitted')
  const { next_talk: talk } = agenda
  if (talk && (talk.days_until <= 1 || !row || talk.date < row.day))
    return <NextTalkCard talk={talk} agenda={agenda} />
  if (!row) return null
  return row.event ? (
    <NextEvent event={row.event} agenda={agenda} today={today} />
  ) : (
    <NextCall tracked={row.tracked} />
  )
}

type LineProps = { lead: string; below: string; name: ReactNode; place: string; text?: ReactNode }

/** `children` are the buttons. */
export const NextLine = ({
  lead,
  below,
  name,
  place,
  text,
  children,
}: LineProps & { children: ReactNode }) => (
  <section
    aria-labelledby="next"
    className="grid items-center gap-x-8 gap-y-3 border-t-2 border-ink pt-5 md:grid-cols-[auto_minmax(0,1fr)_auto]"
  >
    <p className="md:max-w-48">
      <span className="font-display text-4xl leading-none font-bold tabular-nums md:text-5xl">{lead}</span>{' '}
      <span className="font-semibold md:mt-1 md:block">{below}</span>
    </p>
    <div className="min-w-0">
      <h2 id="next" className="text-2xl leading-snug" dir="auto">
        <span className="sr-only">Next: </span>
        {name}
      </h2>
      <p className="text-quiet">{place}</p>
      {text && <div className="mt-1 text-[0.9375rem]">{text}</div>}
    </div>
    <div className="flex flex-wrap gap-3 *:flex-1 md:justify-end md:*:flex-none">{children}</div>
  </section>
)

function NextEvent({ event, agenda, today }: { event: AgendaEvent; agenda: Agenda; today: string }) {
  const { slug, name, start_date, end_date } = event
  const { next_talk } = agenda
  const first = next_talk?.event.slug === slug && next_talk
  return (
    <NextLine
      {...untilDay(start_date, end_date, today)}
      name={
        <Link to="/conferences/$slug" params={{ slug }} className="hover:text-accent">
          {name}
        </Link>
      }
      place={`${placeText(event)} · ${dateRange(start_date, end_date)}`}
      text={first ? <FirstTalk talk={first} text={goingText(event)} /> : goingText(event)}
    >
      {event.planned_count > 0 && (
        <Link
          to="/conferences/$slug"
          params={{ slug }}
          search={{ tab: 'schedule' }}
          className={buttonClass()}
        >
          My Schedule
        </Link>
      )}
      <Link to="/conferences/$slug" params={{ slug }} className={buttonClass({ look: 'outline' })}>
        {event.talk_count > 0 ? 'Programme' : 'Details'}
        <span className="sr-only"> of {name}</span>
      </Link>
    </NextLine>
  )
}

const FirstTalk = ({ talk, text }: { talk: AgendaTalk; text: string | undefined }) => (
  <ViewerTimes event={talk.event}>
    {text && `${text} · `}the first talk is on {tabDay(talk.date)}
    {talk.start_time && ` at ${talk.start_time}`}
    <ViewerTime date={talk.date} time={talk.start_time} />
    <ZoneNote isQuiet />
  </ViewerTimes>
)

/** '3 days' and 'on Sunday, June 7' */
function untilDay(start: string, end: string, today: string) {
  const days = daysBetween(today, start)
  if (days < 0) return { lead: 'Now', below: `until ${tabDay(end)}` }
  const leads = ['Today', 'Tomorrow']
  return { lead: leads[days] ?? `${days} days`, below: days > 1 ? `until ${tabDay(start)}` : tabDay(start) }
}

function NextCall({ tracked: { call, reminder_at } }: { tracked: TrackedCall }) {
  const { slug, name } = call.event
  return (
    <NextLine
      lead={timeLeft(call)?.join(' ') ?? 'Today'}
      below="left to propose"
      name={
        <Link to="/conferences/$slug" params={{ slug }} className="hover:text-accent">
          <bdi>{name}</bdi>: call for papers
        </Link>
      }
      place={`${placeText(call.event)} · closes ${longDay(call.closes_on!)}`}
      text={reminder_at ? `The next reminder comes on ${shortDay(reminder_at.slice(0, 10))}.` : undefined}
    >
      {call.url && (
        <a href={call.url} rel="noopener nofollow" className={buttonClass()}>
          Open the call
        </a>
      )}
      <Link to="/dashboard/calls" className={buttonClass({ look: 'outline' })}>
        My calls
      </Link>
    </NextLine>
  )
}

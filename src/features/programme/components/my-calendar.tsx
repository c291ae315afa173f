import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ButtonLink } from '#components/layout/button-link.tsx'
import { PlainLink } from '#components/layout/plain-link.tsx'
import { DateBlock } from '#components/ui/date-block.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { Section } from '#components/ui/section.tsx'
import { namesAnd } from '#features/attendance/attendance.ts'
import type { TrackedCall } from '#features/calls/calls.schemas.ts'
import { markLabels } from '#features/calls/calls.ts'
import { EventRow } from '#features/directory/components/event-row.tsx'
import { placeText } from '#features/events/event-text.ts'
import { dayParts, shortDay, tabDay } from '#lib/dates.ts'
import { count } from '#lib/text.ts'
import type { AgendaEvent, AgendaTalk } from '../agenda.schemas.ts'
import type { CalendarRow } from '../agenda.ts'
import { talkLink } from '../talk-link.ts'

type Props = { rows: CalendarRow[]; given: AgendaTalk[]; today: string; viewerId: string }

/** What a member attends, speaks at and organises, and the calls that they follow, in order of day. */
export const MyCalendar = ({ rows, given, today, viewerId }: Props) => (
  <Section
    title="Conferences I'm Attending"
    aside={
      <span className="flex gap-4 text-quiet">
        <Link to="/dashboard/calls" className="link py-0.5">
          My calls
        </Link>
        <Link to="/account/settings" hash="calendars" className="link py-0.5">
          Subscribe
        </Link>
      </span>
    }
  >
    {rows.length === 0 ? (
      <EmptyState action={<ButtonLink to="/conferences" look="outline" label="Find conferences to attend" />}>
        You haven't marked any conferences as attending yet.
      </EmptyState>
    ) : (
      <ul className="rows">
        {rows.map((row) => (
          <li key={row.event ? row.event.id : row.tracked.call_id}>
            {row.event ? (
              <EventRow event={{ ...row.event, tags: [] }} today={today} aside={<Roles event={row.event} />}>
                <EventNotes event={row.event} given={given} />
              </EventRow>
            ) : (
              <CallDay tracked={row.tracked} />
            )}
          </li>
        ))}
      </ul>
    )}
    {rows.some(({ event }) => event?.is_organising) && (
      <p className="mt-4">
        <Link to="/u/$id" params={{ id: viewerId }} search={{ tab: 'events' }} className="link">
          All conferences that you created
        </Link>
      </p>
    )}
  </Section>
)

const roleLooks = {
  filled: 'border-ink bg-ink font-semibold text-paper',
  framed: 'border-ink font-semibold',
  dashed: 'border-dashed border-edge',
}

const Role = ({ children, look }: { children: ReactNode; look: keyof typeof roleLooks }) => (
  <span className={`inline-block rounded border px-2 py-px text-sm ${roleLooks[look]}`}>{children}</span>
)

const Roles = ({ event: { is_organising, is_speaking, is_going } }: { event: AgendaEvent }) => (
  <span className="flex flex-wrap gap-1.5">
    {is_organising && <Role look="filled">Organising</Role>}
    {is_speaking && <Role look="filled">Speaking</Role>}
    {is_going && <Role look="framed">You're attending</Role>}
  </span>
)

/** Who of those whom the viewer follows goes, and what is planned; undefined where there is nothing to say. */
export function goingText({ is_going, talk_count, planned_count, ...event }: AgendaEvent) {
  const { followed_names: names, followed_count } = event
  const people =
    names.length > 0 &&
    `${namesAnd(names, followed_count - names.length)} ${followed_count === 1 ? 'goes' : 'go'}, too`
  const plan =
    planned_count > 0
      ? `${count(planned_count, 'talk', 'talks')} planned`
      : is_going && talk_count === 0 && 'No talks announced yet'
  return [people, plan].filter(Boolean).join(' · ') || undefined
}

function EventNotes({ event, given }: { event: AgendaEvent; given: AgendaTalk[] }) {
  const text = goingText(event)
  const talks = given.filter((talk) => talk.event.slug === event.slug)
  return (
    <div className="mt-1 text-[0.9375rem]">
      {talks.map((talk) => (
        <p key={talk.id}>
          You give{' '}
          <PlainLink {...talkLink(event.slug, talk.number)} className="font-semibold hover:text-accent">
            {talk.title}
          </PlainLink>
          , {tabDay(talk.date)}
          {talk.start_time && `, ${talk.start_time}`}
          {talk.location && ` · ${talk.location}`}
        </p>
      ))}
      {event.is_organising && (
        <p>
          {event.talk_count > 0 ? `${count(event.talk_count, 'talk', 'talks')}, ` : 'No programme yet, '}
          {count(event.attendee_count, 'person', 'people')} going.{' '}
          <Link to="/conferences/$slug/edit" params={{ slug: event.slug }} className="link py-1">
            {event.talk_count > 0 ? 'Edit' : 'Add the programme'}
            <span className="sr-only"> of {event.name}</span>
          </Link>
        </p>
      )}
      {text && !(event.is_organising && event.talk_count === 0) && <p>{text}</p>}
    </div>
  )
}

/** The day on which a call closes: a leaf with a dashed frame. */
function CallDay({ tracked: { call, state, reminder_at } }: { tracked: TrackedCall }) {
  const { month, day } = dayParts(call.closes_on!)
  return (
    <article className="event-row">
      <DateBlock month={month} day={day} duration="closes" look="dashed" />
      <div>
        <div>
          <h3>
            <PlainLink to="/conferences/$slug" params={{ slug: call.event.slug }}>
              <bdi>{call.event.name}</bdi>: call for papers
            </PlainLink>
          </h3>
          <PlainLink to="/dashboard/calls">
            <Role look="dashed">{markLabels[state]}</Role>
          </PlainLink>
        </div>
        <p>
          {placeText(call.event)}
          <span className="sr-only"> · closes {shortDay(call.closes_on!)}</span>
        </p>
        <p className="mt-1 text-[0.9375rem]">
          {call.first_closes_on && `Extended from ${shortDay(call.first_closes_on)}. `}
          {state === 'submitted'
            ? 'You submitted. No reminder comes.'
            : reminder_at
              ? `Reminder on ${shortDay(reminder_at.slice(0, 10))}.`
              : "You won't get another reminder."}
        </p>
      </div>
    </article>
  )
}

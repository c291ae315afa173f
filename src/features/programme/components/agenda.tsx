import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { Badge } from '#components/ui/badge.tsx'
import { buttonClass } from '#components/ui/button.tsx'
import { Section } from '#components/ui/section.tsx'
import { EventRow } from '#features/events/components/event-row.tsx'
import { longDay, tabDay } from '#lib/dates.ts'
import { count } from '#lib/text.ts'
import type { Agenda, AgendaTalk } from '../agenda.schemas.ts'
import { timeUntil } from '../agenda.ts'
import { overlapLabel } from '../saved-talks.ts'
import { talkLink } from '../talk-link.ts'

/** The one thing that comes next: when, where, how long until then. */
export function NextTalk({ agenda, talk }: { agenda: Agenda; talk: AgendaTalk }) {
  const { more_that_day: more, overlap_count: overlapCount } = agenda
  const until = useMinutesUntil(talk)
  const isToday = talk.days_until === 0
  return (
    <section aria-labelledby="next-talk" className="border-y-2 border-ink py-5">
      <div className="flex flex-wrap items-center gap-x-8 gap-y-4">
        <p className="shrink-0">
          {until !== null ? (
            <span className="block font-semibold text-accent">{timeUntil(until, talk.days_until)}</span>
          ) : (
            isToday && <span className="block font-semibold text-accent">today</span>
          )}
          <span className="font-display text-4xl font-bold tabular-nums">
            {talk.start_time ?? tabDay(talk.date)}
          </span>
          {talk.start_time && !isToday && <span className="block text-quiet">{tabDay(talk.date)}</span>}
        </p>
        <div className="min-w-0 flex-[1_1_16rem]">
          <h2 id="next-talk" className="text-2xl" dir="auto">
            <span className="sr-only">Next: </span>
            <Link {...talkLink(talk.event.slug, talk.number)} className="hover:text-accent">
              {talk.title}
            </Link>
          </h2>
          <p className="text-quiet">
            {talk.location && <strong className="text-ink">{talk.location}</strong>}
            {talk.location && ' · '}
            {talk.event.name}
            {talk.end_time && ` · until ${talk.end_time}`}
            {talk.is_given && ' · you speak'}
          </p>
          {overlapCount > 0 && <p className="font-semibold text-accent">{overlapLabel(overlapCount)}</p>}
        </div>
        <Link
          to="/conferences/$slug"
          params={{ slug: talk.event.slug }}
          search={{ tab: 'schedule' }}
          className={buttonClass({ look: 'outline' })}
        >
          My Schedule{more > 0 && ` (${more} ${isToday ? 'left today' : 'more that day'})`}
        </Link>
      </div>
    </section>
  )
}

/** Counts down while the page is open. */
function useMinutesUntil({ starts_at, minutes_until }: AgendaTalk): number | null {
  const [minutes, setMinutes] = useState(minutes_until)
  useEffect(() => {
    if (!starts_at) return setMinutes(null)
    const update = () => setMinutes(Math.floor((Date.parse(starts_at) - Date.now()) / 60_000))
    update()
    const timer = setInterval(update, 30_000)
    return () => clearInterval(timer)
  }, [starts_at])
  return minutes
}

/** The conferences of an organiser, with what is still missing. */
export function Organised({
  events,
  today,
  viewerId,
}: {
  events: Agenda['organised']
  today: string
  viewerId: string
}) {
  if (events.length === 0) return null
  return (
    <Section
      title="Conferences I'm Organising"
      aside={
        <Link to="/u/$id" params={{ id: viewerId }} className="link">
          All of them
        </Link>
      }
    >
      <ul className="rows">
        {events.map((event) => (
          <li key={event.id}>
            <EventRow event={event} today={today} aside={<Badge look="strong">Organising</Badge>}>
              <p className="mt-1 text-[0.9375rem]">
                {event.talk_count > 0
                  ? `${count(event.talk_count, 'talk', 'talks')}, `
                  : 'No programme yet, '}
                {count(event.attendee_count, 'person', 'people')} going.{' '}
                <Link to="/conferences/$slug/edit" params={{ slug: event.slug }} className="link py-1">
                  {event.talk_count > 0 ? 'Edit' : 'Add the programme'}
                  <span className="sr-only"> of {event.name}</span>
                </Link>
              </p>
            </EventRow>
          </li>
        ))}
      </ul>
    </Section>
  )
}

export function GivenTalks({ talks }: { talks: AgendaTalk[] }) {
  if (talks.length === 0) return null
  return (
    <Section title="Talks I Give">
      <ul>
        {talks.map((talk) => (
          <li key={talk.id} className="border-b border-hairline py-3 first:pt-0">
            <h3 className="text-lg leading-snug" dir="auto">
              <Link {...talkLink(talk.event.slug, talk.number)} className="hover:text-accent">
                {talk.title}
              </Link>
            </h3>
            <p className="text-[0.9375rem] text-quiet">
              {longDay(talk.date)}
              {talk.start_time && `, ${talk.start_time}`}
              {talk.location && ` · ${talk.location}`} ·{' '}
              <Link
                to="/conferences/$slug"
                params={{ slug: talk.event.slug }}
                search={{ day: talk.date }}
                className="link py-1"
              >
                {talk.event.name}
              </Link>
            </p>
          </li>
        ))}
      </ul>
    </Section>
  )
}

type WaitingProps = Pick<Agenda, 'claims' | 'queues'> & { unread: number; children?: ReactNode }

/** What waits for an answer: the viewer's, or somebody else's. `children` are the invitations. */
export function Waiting({ claims, queues, unread, children }: WaitingProps) {
  const decisions = queues
    ? (
        [
          { to: '/admin/claims', n: queues.event_claims, one: 'event claim', many: 'event claims' },
          {
            to: '/admin/speaker-claims',
            n: queues.speaker_claims,
            one: 'speaker claim',
            many: 'speaker claims',
          },
          {
            to: '/admin/invitations',
            n: queues.invitation_requests,
            one: 'request for an invitation',
            many: 'requests for an invitation',
          },
        ] as const
      ).filter(({ n }) => n > 0)
    : []
  if (claims.length + decisions.length + unread === 0 && !children) return null
  return (
    <Section title="Waiting">
      {children}
      <ul>
        {unread > 0 && (
          <li className="border-b border-hairline py-2.5">
            <Link to="/notifications" className="link font-semibold">
              {count(unread, 'unread notification', 'unread notifications')}
            </Link>
          </li>
        )}
        {decisions.map(({ to, n, one, many }) => (
          <li key={to} className="border-b border-hairline py-2.5">
            <Link to={to} className="link font-semibold">
              {count(n, one, many)}
            </Link>
            <span className="block text-[0.9375rem] text-quiet">to decide</span>
          </li>
        ))}
        {claims.map(({ kind, name, id }) => (
          <li key={id} className="border-b border-hairline py-2.5">
            <Link
              to={kind === 'event' ? '/conferences/$slug' : '/speakers/$id'}
              params={{ slug: id, id }}
              className="link font-semibold"
            >
              {name}
            </Link>
            <span className="block text-[0.9375rem] text-quiet">
              An administrator will review your claim.
            </span>
          </li>
        ))}
      </ul>
    </Section>
  )
}

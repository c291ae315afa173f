import type { ReactNode } from 'react'
import { PlainLink } from '#components/layout/plain-link.tsx'
import { Thumb } from '#features/directory/components/thumb.tsx'
import { placeOf } from '#features/events/event-text.ts'
import { dateRange, shortDay } from '#lib/dates.ts'
import { limits } from '#src/limits.ts'
import type { ListedCall } from '../calls.schemas.ts'
import { callText } from '../calls.ts'
import { CoverageMarks } from './coverage-marks.tsx'

type Props = {
  call: ListedCall
  /** What stands in large ink at the left. */
  lead: ReactNode
  aside?: ReactNode
  children?: ReactNode
}

/** A call in a list: how long it is open, of which conference, what it asks for and what is paid. */
export function CallRow({ call, lead, aside, children }: Props) {
  const { event } = call
  return (
    <article className="grid grid-cols-[4rem_minmax(0,1fr)] gap-x-4 border-b border-hairline py-3 first-of-type:pt-0 sm:grid-cols-[4.5rem_3rem_minmax(0,1fr)_auto]">
      {lead}
      <Thumb slug={event.slug} className="rounded-sm max-sm:hidden" />
      <div className="gap-x-8 lg:grid lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div>
          <h3 dir="auto" className="text-lg leading-snug break-words">
            <PlainLink to="/conferences/$slug" params={{ slug: event.slug }} className="hover:text-accent">
              {event.name}
            </PlainLink>
          </h3>
          <p className="text-[0.9375rem] text-quiet">
            {placeOf(event)}
            {call.kilometres !== undefined && `, ${call.kilometres} km away`} ·{' '}
            {dateRange(event.start_date, event.end_date)}
          </p>
          <p dir="auto" className="text-[0.9375rem] empty:hidden">
            {aboutText(call)}
          </p>
        </div>
        <div>
          <CoverageMarks call={call} />
          <ClosingDay call={call} />
          {children}
        </div>
      </div>
      {aside && <div className="col-start-2 mt-2 sm:col-start-4 sm:mt-0">{aside}</div>}
    </article>
  )
}

/** 'in English · Go, Rust': that a call is for talks goes without saying. */
const aboutText = (call: ListedCall) =>
  [callText(call).replace(/^Talks(, |$)/, ''), call.event.tags.slice(0, limits.tagsInList).join(', ')]
    .filter(Boolean)
    .join(' · ')

/** The day of closing, with the one before it was extended; that the zone is not known. */
export function ClosingDay({ call }: { call: ListedCall }) {
  if (!call.closes_on) return null
  return (
    <p className="text-sm text-quiet">
      {call.is_open ? 'Closes' : 'Closed'} {shortDay(call.closes_on)}
      {call.closes_time && ` at ${call.closes_time}`}
      {call.first_closes_on && (
        <>
          {' '}
          <s>{shortDay(call.first_closes_on)}</s> extended
        </>
      )}
      {call.is_open && !call.time_zone && ' (time zone not given)'}
    </p>
  )
}

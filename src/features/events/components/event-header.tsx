import type { ReactNode } from 'react'
import { PlainLink } from '#components/layout/plain-link.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { buttonClass } from '#components/ui/button.tsx'
import { dateRange } from '#lib/dates.ts'
import { hasNewDate, takesPlace } from '../event-status.ts'
import { firstDates } from '../event-text.ts'
import { canAttend } from '../events.rules.ts'
import type { EventDetail } from '../events.schemas.ts'
import { isOver, isRunning } from '../events.ts'
import { EventDateBlock } from './event-date-block.tsx'
import { Logo } from './logo.tsx'
import { PlaceLinks } from './place-links.tsx'
import { StatusBanner } from './status-banner.tsx'

const signInFirst = (event: EventDetail) => ({ next: `/conferences/${event.slug}` })

/** `actions` is what a signed-in person may do; a visitor is asked to sign in. */
export function EventHeader({
  event,
  programme,
  actions,
  exportMenu,
}: {
  event: EventDetail
  /** What stands below, if it is open. */
  programme: { hasHourOfNow: boolean } | undefined
  actions?: ReactNode
  /** Buttons for calendars and for passing the page on. */
  exportMenu: ReactNode
}) {
  const isOff = !takesPlace(event)
  const Dates = isOff ? 's' : 'span'
  return (
    <>
      <StatusBanner event={event} />
      <div className="flex flex-wrap items-start gap-x-7 gap-y-4">
        <EventDateBlock start={event.start_date} end={event.end_date} withYear large isOff={isOff} />
        {event.logo_url && <Logo url={event.logo_url} />}
        <div className="min-w-0 flex-[1_1_26rem]">
          <h1 dir="auto" className="text-4xl leading-[1.08] sm:text-[3.25rem]">
            {event.name}
          </h1>
          <p className="mt-2 text-lg text-quiet">
            <PlaceLinks city={event.location_name} country={event.country_name} /> ·{' '}
            {hasNewDate(event) && (
              <>
                <s className="inline-block">{firstDates(event)}</s>{' '}
              </>
            )}
            <Dates className="inline-block">{dateRange(event.start_date, event.end_date)}</Dates>
          </p>
          <EventBadges event={event} hasHourOfNow={programme?.hasHourOfNow} hasActions={Boolean(actions)} />
        </div>
        <div className="no-print flex flex-wrap gap-3">
          {actions ??
            (canAttend(event) && (
              <PlainLink to="/auth" search={signInFirst(event)} className={buttonClass()}>
                {isOver(event, event.today) ? 'Sign in to say you were there' : 'Sign in to attend'}
              </PlainLink>
            ))}
          {exportMenu}
        </div>
      </div>
    </>
  )
}

type BadgesProps = { event: EventDetail; hasHourOfNow?: boolean; hasActions: boolean }

/** Whether it takes place now, and who looks after the page. */
const EventBadges = ({ event, hasHourOfNow, hasActions }: BadgesProps) => (
  <p className="mt-2 flex flex-wrap gap-2">
    {isRunning(event, event.today) && <Badge look="accent">Happening now</Badge>}
    {hasHourOfNow && (
      <a href="#now" className="link no-print self-center">
        On now
      </a>
    )}
    <Badge>
      Created by&nbsp;
      {event.owner ? (
        <PlainLink to="/u/$id" params={{ id: event.owner.id }} className="hover:text-accent hover:underline">
          {event.owner.full_name ?? 'Unknown'}
        </PlainLink>
      ) : (
        'Unknown'
      )}
    </Badge>
    {!event.owner && (
      <span className="self-center text-[0.9375rem] text-quiet">
        Nobody maintains this page yet. Is it yours?{' '}
        {hasActions ? (
          'Claim it.'
        ) : (
          <PlainLink to="/auth" search={signInFirst(event)} className="link inline-block min-h-6">
            Sign in to claim it
          </PlainLink>
        )}
      </span>
    )}
  </p>
)

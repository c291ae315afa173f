import type { ReactNode } from 'react'
import { PlainLink } from '#components/layout/plain-link.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { buttonClass } from '#components/ui/button.tsx'
import { dateRange, daysAway } from '#lib/dates.ts'
import { count } from '#lib/text.ts'
import { archiveUrl } from '#lib/web-archive.ts'
import { hasNewDate, takesPlace } from '../event-status.ts'
import { firstDates } from '../event-text.ts'
import { canAttend } from '../events.rules.ts'
import type { EventDetail } from '../events.schemas.ts'
import { isOver, isRunning } from '../events.ts'
import { isLongOver } from '../later-edition.ts'
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
  claim,
  exportMenu,
}: {
  event: EventDetail
  /** What stands below, if it is open. */
  programme:
    | { hasNow: boolean; lead: 'website' | 'recordings' | null; coverage: { video: number } }
    | undefined
  actions?: ReactNode
  /** The claim of a signed-in person, or the button for one. */
  claim?: ReactNode
  /** Buttons for calendars and for passing the page on. */
  exportMenu: ReactNode
}) {
  const isOff = !takesPlace(event)
  const Dates = isOff ? 's' : 'span'
  return (
    <>
      <StatusBanner event={event} />
      <div className="flex flex-wrap items-start gap-3 sm:gap-x-7 sm:gap-y-4">
        <EventDateBlock
          start={event.start_date}
          end={event.end_date}
          withYear
          large
          isOff={isOff}
          isPast={isOver(event, event.today)}
        />
        {event.logo_url && <Logo url={event.logo_url} />}
        <div className="min-w-0 flex-1 sm:flex-[1_1_34rem]">
          <h1 dir="auto" className="text-[min(1.625rem,10vw)] leading-[1.08] sm:text-[2.75rem]">
            {event.name}
          </h1>
          <p className="mt-1 flex flex-wrap items-center gap-x-2 text-quiet sm:mt-2 sm:text-lg">
            <span>
              <PlaceLinks city={event.location_name} country={event.country_name} />
              {hasNewDate(event) && (
                <>
                  {' · '}
                  <s className="inline-block">{firstDates(event)}</s>
                </>
              )}
              {/* The leaf, which is not read out, and 'When' show it. */}
              <Dates className={hasNewDate(event) ? undefined : 'sr-only'}>
                {' · '}
                {dateRange(event.start_date, event.end_date)}
              </Dates>
              {!isOff && !isRunning(event, event.today) && (
                <>
                  {'\u00a0· '}
                  <span className="whitespace-nowrap">{farOff(event)}</span>
                </>
              )}
            </span>
            {isRunning(event, event.today) && (
              <Badge look="accent">{programme?.hasNow ? <NowLink /> : 'Happening now'}</Badge>
            )}
          </p>
          <CreatedBy event={event} claim={claim} />
        </div>
        <div className="no-print actions w-full sm:w-auto [&>[popovertarget]>span]:sr-only">
          {programme?.lead === 'website' && <WebsiteButton event={event} />}
          {programme?.lead === 'recordings' && (
            <a href="#recordings" className={buttonClass()}>
              {count(programme.coverage.video, 'recording', 'recordings')}
            </a>
          )}
          {actions ??
            (canAttend(event) && (
              <PlainLink
                to="/auth"
                search={signInFirst(event)}
                className={`${buttonClass({ look: programme?.lead ? 'outline' : 'primary' })} max-sm:grow`}
              >
                {isOver(event, event.today) ? 'Sign in to say you were there' : 'Sign in to attend'}
              </PlainLink>
            ))}
          {exportMenu}
        </div>
      </div>
    </>
  )
}

const farOff = (event: EventDetail) =>
  daysAway(isOver(event, event.today) ? event.end_date : event.start_date, event.today)

const NowLink = () => (
  <a href="#now" className="-my-0.5 inline-block py-0.5">
    On now
  </a>
)

/** Without a programme here, its website is what one comes for: years later as it was then. */
function WebsiteButton({ event }: { event: EventDetail }) {
  const isArchive = isLongOver(event, event.today)
  const url = isArchive ? archiveUrl(event.website!, event.start_date) : event.website!
  return (
    <a href={url} title={url} rel="noopener nofollow" className={`${buttonClass()} max-sm:basis-full`}>
      {isArchive ? `Website in ${event.start_date.slice(0, 4)}` : 'Website'}
    </a>
  )
}

/** Who looks after the page, and how to claim it. */
const CreatedBy = ({ event, claim }: { event: EventDetail; claim: ReactNode }) => (
  <div className="mt-1 flex flex-wrap items-center gap-x-3 text-[0.8125rem] text-quiet sm:mt-2 sm:text-[0.9375rem]">
    <span>
      Created by&nbsp;
      {event.owner ? (
        <PlainLink to="/u/$id" params={{ id: event.owner.id }} className="link inline-block min-h-6 py-0.5">
          {event.owner.full_name ?? 'Unknown'}
        </PlainLink>
      ) : (
        'Unknown'
      )}
    </span>
    {claim ??
      (!event.owner && (
        <PlainLink
          to="/auth"
          search={signInFirst(event)}
          className="link no-print inline-block min-h-6 py-0.5"
        >
          Sign in to claim it
        </PlainLink>
      ))}
  </div>
)

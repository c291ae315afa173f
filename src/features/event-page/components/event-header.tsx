import { Link } from '@tanstack/react-router'
import { ExternalLink } from 'lucide'
import type { ReactNode } from 'react'
import { PlainLink } from '#components/layout/plain-link.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { buttonClass } from '#components/ui/button.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { EventDateBlock } from '#features/directory/components/event-date-block.tsx'
import { PlaceLinks } from '#features/directory/components/place-links.tsx'
import { Poster } from '#features/directory/components/poster.tsx'
import { Logo } from '#features/events/components/logo.tsx'
import { hasNewDate, takesPlace } from '#features/events/event-status.ts'
import { firstDates } from '#features/events/event-text.ts'
import { canAttend } from '#features/events/events.rules.ts'
import type { EventDetail } from '#features/events/events.schemas.ts'
import { hasWebsite, isDayOpen, isOver, isRunning } from '#features/events/events.ts'
import { meaningOf } from '#features/events/labelled-facts.ts'
import { AdministratorMark } from '#features/people/components/administrator-mark.tsx'
import { dateRange, daysAway, daysBetween, rangeNear } from '#lib/dates.ts'
import { count, hostOf } from '#lib/text.ts'
import { archiveUrl, withoutArchive } from '#lib/web-archive.ts'
import { isLongOver } from '../editions-of-event.ts'
import { StatusBanner } from './status-banner.tsx'

const signInFirst = (event: EventDetail) => ({ next: `/conferences/${event.slug}` })

type HeaderProps = {
  event: EventDetail
  /** What is below, if it is open. */
  programme: { hasNow: boolean; hasRecordings: boolean; coverage: { video: number } } | undefined
  /** What a signed-in person may do; a visitor is asked to sign in. */
  actions?: ReactNode
  /** How many talks a signed-in person plans to hear. */
  savedCount?: number
  /** The claim of a signed-in person, or the button for one. */
  claim?: ReactNode
  /** Buttons for calendars and for passing the page on. */
  exportMenu: ReactNode
}

/** The head of every conference: the leaf, on a phone the poster, then the name, and the next thing to do first. */
export function EventHeader({ claim, ...props }: HeaderProps) {
  const { event, actions, programme } = props
  const meaning = meaningOf(event.description, event)
  const hasPoster = !event.logo_url
  return (
    <>
      <StatusBanner event={event} />
      <div className="flex min-w-0 flex-wrap items-start gap-3 sm:gap-x-7 sm:gap-y-5 [&>:nth-child(n+3)]:w-full">
        <div className="flex gap-3 sm:gap-x-7">
          {hasPoster && (
            <Poster
              slug={event.slug}
              loading="eager"
              className="no-print w-[min(6rem,26vw)] rounded-sm sm:hidden"
            />
          )}
          <DateLeaf event={event} className={hasPoster ? 'max-sm:hidden' : undefined} />
          {event.logo_url && <Logo url={event.logo_url} />}
        </div>
        <div className="flex-[1_1_min(100%,9.5rem)] wrap-anywhere sm:basis-60">
          <EventName event={event} />
          {meaning && (
            <p dir="auto" className="mt-1 max-w-prose leading-snug sm:mt-2 sm:text-lg">
              {meaning}
            </p>
          )}
          <PlaceAndDays
            event={event}
            isPosterLeaf={hasPoster}
            onNow={programme?.hasNow ? <NowLink /> : 'Happening now'}
          />
        </div>
        <div className="no-print actions max-sm:[&>:first-child]:w-full max-sm:[&>form:first-child>button]:w-full [&>[popovertarget]>span]:sr-only">
          <HeaderActions {...props} />
        </div>
        {(actions || event.owner) && <CreatedBy event={event} claim={claim} />}
      </div>
    </>
  )
}

const DateLeaf = ({ event, className }: { event: EventDetail; className?: string }) => (
  <div className={className}>
    <EventDateBlock
      start={event.start_date}
      end={event.end_date}
      withYear
      large
      isOff={!takesPlace(event)}
      isPast={isOver(event, event.today)}
    />
  </div>
)

const EventName = ({ event }: { event: EventDetail }) => (
  <h1 dir="auto" className="text-[min(1.625rem,10vw)] leading-[1.08] sm:text-[2.75rem] lg:text-[3.25rem]">
    {event.name}
  </h1>
)

type PlaceAndDaysProps = {
  event: EventDetail
  /** Whether a phone has the poster in place of the leaf, which shows the days. */
  isPosterLeaf?: boolean
  /** The badge while the event takes place. */
  onNow: ReactNode
}

function PlaceAndDays({ event, isPosterLeaf, onNow }: PlaceAndDaysProps) {
  const isOff = !takesPlace(event)
  const isOn = isRunning(event, event.today)
  const Dates = isOff ? 's' : 'span'
  return (
    <p className="mt-1 flex flex-wrap items-center gap-x-2 text-quiet sm:mt-2 sm:text-lg">
      <span>
        <span className={isPosterLeaf ? 'max-sm:block' : undefined}>
          <PlaceLinks city={event.location_name} country={event.country_name} />
          {hasNewDate(event) && (
            <>
              {' · '}
              <s className="inline-block">{firstDates(event)}</s>
            </>
          )}
        </span>
        {/* The leaf, which is not read out, and 'When' show it. */}
        <Dates className={hasNewDate(event) ? undefined : isPosterLeaf ? 'text-ink sm:sr-only' : 'sr-only'}>
          <span className={isPosterLeaf ? 'max-sm:hidden' : undefined}> · </span>
          {(isPosterLeaf ? rangeNear : dateRange)(event.start_date, event.end_date, event.today)}
        </Dates>
        {!isOff && !isOn && (
          <>
            {'\u00a0· '}
            <span className="whitespace-nowrap">{farOff(event)}</span>
          </>
        )}
      </span>
      {isOn && (
        <>
          <Badge look="accent">{onNow}</Badge>
          {event.end_date > event.start_date && dayOf(event)}
        </>
      )}
    </p>
  )
}

const HeaderActions = ({
  event,
  programme,
  actions,
  savedCount = 0,
  exportMenu,
}: Omit<HeaderProps, 'claim'>) => (
  <>
    {programme?.hasRecordings && (
      <a href="#recordings" className={buttonClass()}>
        {count(programme.coverage.video, 'recording', 'recordings')}
      </a>
    )}
    {programme?.hasNow && savedCount > 0 && (
      <Link to="." search={{ tab: 'schedule' }} resetScroll={false} className={buttonClass()}>
        My {count(savedCount, 'talk', 'talks')}
      </Link>
    )}
    {actions}
    {!actions && canAttend(event) && (
      <PlainLink
        to="/auth"
        search={signInFirst(event)}
        className={buttonClass({ look: isOver(event, event.today) ? 'outline' : 'primary' })}
      >
        {isOver(event, event.today) ? 'I was there (sign in)' : 'Sign in to attend'}
      </PlainLink>
    )}
    {hasWebsite(event) && <WebsiteButton event={event} />}
    {exportMenu}
  </>
)

/** 'day 2 of 5', or 'last day'. */
function dayOf({ start_date, end_date, today }: EventDetail): string {
  const day = daysBetween(start_date, today) + 1
  return today === end_date ? 'last day' : `day ${day} of ${daysBetween(start_date, end_date) + 1}`
}

function farOff(event: EventDetail): string {
  if (!isOver(event, event.today))
    return isDayOpen(event) ? 'day to be confirmed' : daysAway(event.start_date, event.today)
  const isFresh = daysBetween(event.end_date, event.today) < 21
  return `${isFresh ? 'ended ' : ''}${daysAway(event.end_date, event.today)}`
}

const NowLink = () => (
  <a href="#now" className="-my-0.5 inline-block py-0.5">
    On now
  </a>
)

/** Its website: years later as it was then. */
function WebsiteButton({ event }: { event: EventDetail }) {
  const isArchive = isLongOver(event, event.today)
  const url = isArchive ? archiveUrl(event.website!, event.start_date) : event.website!
  return (
    <a
      href={url}
      title={url}
      rel="noopener nofollow"
      className={`${buttonClass({ look: 'outline' })} max-sm:shrink`}
    >
      {isArchive ? (
        `Archived website, ${event.start_date.slice(0, 4)}`
      ) : (
        <>
          <span className="sr-only">Website: </span>
          <span className="truncate">{hostOf(withoutArchive(url))}</span>
        </>
      )}
      <Icon icon={ExternalLink} className="size-4 shrink-0" />
    </a>
  )
}

/** Who looks after the page, and how to claim it. */
const CreatedBy = ({ event, claim }: { event: EventDetail; claim: ReactNode }) => (
  <div className="flex flex-wrap items-center gap-x-3 text-[0.8125rem] text-quiet sm:text-[0.9375rem]">
    <Creator event={event} />
    {claim ?? (!event.owner && <SignInToClaim event={event} />)}
  </div>
)

const Creator = ({ event: { owner } }: { event: EventDetail }) => (
  <span>
    Created by&nbsp;
    {owner ? (
      <>
        <PlainLink to="/u/$id" params={{ id: owner.id }} className="link inline-block min-h-6 py-0.5">
          {owner.full_name ?? 'Unknown'}
        </PlainLink>
        <AdministratorMark person={owner} />
      </>
    ) : (
      'Unknown'
    )}
  </span>
)

const SignInToClaim = ({ event }: { event: EventDetail }) => (
  <PlainLink to="/auth" search={signInFirst(event)} className="link no-print inline-block min-h-6 py-0.5">
    Sign in to claim it
  </PlainLink>
)

/** At the end of a page that nobody maintains: whose it is. */
export const Listing = ({ event }: { event: EventDetail }) => (
  <p className="flex flex-wrap items-baseline gap-x-4 border-t border-hairline pt-3 text-[0.9375rem] text-quiet">
    <Creator event={event} />
    <span>
      Is this your conference? <SignInToClaim event={event} />
    </span>
  </p>
)

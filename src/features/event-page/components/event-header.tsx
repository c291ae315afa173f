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
import { isDayOpen, isOver, isRunning } from '#features/events/events.ts'
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
  programme: { hasNow: boolean; coverage: { video: number } } | undefined
  /** What comes first, before attending. */
  lead: 'website' | 'recordings' | null
  /** What a signed-in person may do; a visitor is asked to sign in. */
  actions?: ReactNode
  /** The claim of a signed-in person, or the button for one. */
  claim?: ReactNode
  /** Buttons for calendars and for passing the page on. */
  exportMenu: ReactNode
}

const grid =
  'grid min-w-0 flex-1 grid-cols-[auto_minmax(0,1fr)] items-start gap-3 sm:gap-x-7 sm:gap-y-4 [&>:nth-child(n+3)]:col-span-full'

/** `isBare`: the page has no programme. */
export const EventHeader = ({ isBare, ...props }: HeaderProps & { isBare: boolean }) => (
  <>
    <StatusBanner event={props.event} />
    {isBare ? <BareHeader {...props} /> : <ProgrammeHeader {...props} />}
  </>
)

/** Above a programme: the leaf, the name, and the poster at the side. */
function ProgrammeHeader({ claim, ...props }: HeaderProps) {
  const { event, programme } = props
  return (
    <div className="flex items-start gap-x-8">
      <div className={`${grid} sm:[&>:nth-child(n+3)]:col-start-2`}>
        <div className="flex gap-3 sm:gap-x-7">
          <DateLeaf event={event} />
          {event.logo_url && <Logo url={event.logo_url} />}
        </div>
        <div className="min-w-0 wrap-anywhere">
          <EventName event={event} />
          <PlaceAndDays event={event} onNow={programme?.hasNow ? <NowLink /> : 'Happening now'} />
        </div>
        <div className={`no-print actions ${withoutLabels}`}>
          <HeaderActions {...props} />
        </div>
        <CreatedBy event={event} claim={claim} />
      </div>
      {!event.logo_url && (
        <Poster slug={event.slug} className="no-print w-32 shrink-0 rounded-sm max-md:hidden lg:w-40" />
      )}
    </div>
  )
}

/**
 * Above a page without a programme. Its poster is beside the page (PosterBeside), on a phone here in place of the leaf.
 */
function BareHeader({ claim, ...props }: HeaderProps) {
  const { event, actions } = props
  const isListingBelow = !actions && !event.owner
  // Beside a short address all buttons are in one row.
  const hasRoom = hostOf(event.website ?? '').length <= 24
  const meaning = meaningOf(event.description, event)
  const hasPoster = !event.logo_url
  return (
    <div className={`${grid} sm:gap-y-6`}>
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
      <div className="min-w-0 wrap-anywhere">
        <EventName event={event} />
        {meaning && (
          <p dir="auto" className="mt-1 max-w-prose leading-snug sm:mt-2 sm:text-lg">
            {meaning}
          </p>
        )}
        <PlaceAndDays event={event} isPosterLeaf={hasPoster} onNow="Happening now" />
      </div>
      <div data-bare className={`no-print actions ${hasRoom ? withLabels : withoutLabels}`}>
        <HeaderActions {...props} />
      </div>
      {!isListingBelow && <CreatedBy event={event} claim={claim} />}
    </div>
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

const HeaderActions = ({ event, programme, lead, actions, exportMenu }: Omit<HeaderProps, 'claim'>) => (
  <>
    {lead === 'website' && <WebsiteButton event={event} />}
    {programme && lead === 'recordings' && (
      <a href="#recordings" className={buttonClass()}>
        {count(programme.coverage.video, 'recording', 'recordings')}
      </a>
    )}
    {actions}
    {exportMenu}
    {!actions && canAttend(event) && (
      <PlainLink
        to="/auth"
        search={signInFirst(event)}
        className={`${buttonClass({ look: 'outline' })} max-sm:grow`}
      >
        {isOver(event, event.today) ? 'Sign in to say you were there' : 'Sign in to attend'}
      </PlainLink>
    )}
  </>
)

/** Calendar and sharing have labels where these fit: in a second row beside a poster that leaves little room, then in one. */
const withLabels =
  'max-md:[&>[popovertarget]>span]:sr-only lg:max-2xl:[&>[popovertarget]~[popovertarget]>span]:sr-only'
const withoutLabels = '[&>[popovertarget]>span]:sr-only'

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

/** Without a programme here, its website is what one comes for: years later as it was then. */
function WebsiteButton({ event }: { event: EventDetail }) {
  const isArchive = isLongOver(event, event.today)
  const url = isArchive ? archiveUrl(event.website!, event.start_date) : event.website!
  return (
    <a href={url} title={url} rel="noopener nofollow" className={`${buttonClass()} max-sm:basis-full`}>
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
      Do you organise it? <SignInToClaim event={event} />
    </span>
  </p>
)

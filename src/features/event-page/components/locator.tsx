import type { ReactNode } from 'react'
import { PlainLink } from '#components/layout/plain-link.tsx'
import { Poster } from '#features/directory/components/poster.tsx'
import { cityText } from '#features/events/event-text.ts'
import type { EventDetail } from '#features/events/events.schemas.ts'
import { landPath } from '#features/gazetteer/projection.ts'

/** So far that a coast is in sight nearly everywhere. */
const halfWidthKm = 900

/** Where the city of a conference lies, and the way to what is near it. Nothing where that is not known. */
export const Locator = ({ event }: { event: EventDetail }) => {
  if (!isPlaced(event)) return null
  return (
    <div className="no-print flex flex-wrap items-end gap-4">
      <LocatorMap event={event} className="size-36" />
      <NearLink event={event} />
    </div>
  )
}

type BesideProps = { event: EventDetail; isOff: boolean; children: ReactNode }

/** Beside a page that has little else to look at its poster and, larger, where its city lies; on a phone this below it. */
export function PosterBeside({ event, isOff, children }: BesideProps) {
  const hasPoster = !event.logo_url
  const main = <div className="stack min-w-0 content-start gap-4 sm:gap-8">{children}</div>
  if (isOff || !(hasPoster || isPlaced(event))) return main
  return (
    <div className="grid gap-x-10 gap-y-8 md:grid-cols-[minmax(0,1fr)_13rem] lg:grid-cols-[minmax(0,1fr)_19rem] lg:gap-x-14 2xl:grid-cols-[minmax(0,1fr)_22rem]">
      {main}
      <aside
        aria-label="Poster and place"
        className={`no-print stack content-start gap-6 ${isPlaced(event) ? '' : 'max-md:hidden'}`}
      >
        {hasPoster && (
          <Poster slug={event.slug} loading="eager" className="w-full rounded-sm max-md:hidden" />
        )}
        {isPlaced(event) && (
          <div className="stack gap-2">
            <LocatorMap event={event} className="aspect-5/3 md:aspect-4/3" isNamed />
            <NearLink event={event} />
          </div>
        )}
      </aside>
    </div>
  )
}

const isPlaced = ({ position, status }: EventDetail) => position !== null && status !== 'moved_online'

type MapProps = { event: EventDetail; className: string; isNamed?: boolean }

const LocatorMap = ({ event: { position, location_name }, className, isNamed }: MapProps) => (
  <div className={`relative shrink-0 overflow-hidden border border-hairline ${className}`}>
    <img
      src={landPath({ ...position!, kilometres: halfWidthKm }, isNamed)}
      alt=""
      loading="lazy"
      decoding="async"
      className="absolute inset-0 size-full object-cover"
    />
    <span
      aria-hidden="true"
      className="absolute top-1/2 left-1/2 size-3 -translate-1/2 rounded-full border border-paper bg-accent"
    />
    {isNamed && (
      <b
        aria-hidden="true"
        className="absolute inset-x-1 top-1/2 mt-1.5 truncate text-center text-sm [text-shadow:0_0_2px_var(--color-paper),0_0_4px_var(--color-paper)]"
      >
        {cityText(location_name)}
      </b>
    )}
  </div>
)

const NearLink = ({ event: { location_name } }: { event: EventDetail }) => (
  <PlainLink
    to="/cities/$locationName"
    params={{ locationName: location_name }}
    className="link min-w-0 text-[0.9375rem]"
  >
    Conferences nearby
  </PlainLink>
)

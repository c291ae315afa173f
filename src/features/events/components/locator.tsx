import { PlainLink } from '#components/layout/plain-link.tsx'
import { landPath } from '#features/places/projection.ts'
import { cityText } from '../event-text.ts'
import type { EventDetail } from '../events.schemas.ts'
import { Poster } from './poster.tsx'

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

/** The same where a page has little else to look at: on a narrow screen beside the poster, which else is in the header. */
export function PosterAndLocator({ event, className }: { event: EventDetail; className: string }) {
  if (!isPlaced(event)) return null
  return (
    <div className={`no-print flex flex-col ${className}`}>
      <div
        className={`grid max-w-96 grow gap-4 md:max-h-80 md:max-w-none md:grid-cols-1 ${event.logo_url ? 'grid-cols-2' : 'grid-cols-[3fr_5fr]'}`}
      >
        {!event.logo_url && <Poster slug={event.slug} className="w-full md:hidden" />}
        <LocatorMap event={event} className="aspect-5/4 md:aspect-auto md:min-h-56" isNamed />
      </div>
      <p className="mt-2">
        <NearLink event={event} />
      </p>
    </div>
  )
}

export const isPlaced = ({ position, status }: EventDetail) => position !== null && status !== 'moved_online'

type MapProps = { event: EventDetail; className: string; isNamed?: boolean }

const LocatorMap = ({ event: { position, location_name }, className, isNamed }: MapProps) => (
  <div className={`relative shrink-0 overflow-hidden border border-hairline ${className}`}>
    <img
      src={landPath({ ...position!, kilometres: halfWidthKm }, isNamed)}
      alt=""
      // Where there is little else it is in sight at once, also on a phone.
      loading={isNamed ? undefined : 'lazy'}
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

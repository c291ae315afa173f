import type { ReactNode } from 'react'
import { PlainLink } from '#components/layout/plain-link.tsx'
import { Poster } from '#features/directory/components/poster.tsx'
import { cityText } from '#features/events/event-text.ts'
import type { EventDetail } from '#features/events/events.schemas.ts'
import { landPath } from '#features/gazetteer/projection.ts'

/** So far that a coast is in sight nearly everywhere. */
const halfWidthKm = 900

/** Beside the page of a conference: its poster on a wide screen, what is known of it, and where its city lies. */
export const EventAside = ({ event, children }: { event: EventDetail; children: ReactNode }) => (
  <aside aria-label="Facts" className="event-aside">
    {!event.logo_url && (
      <Poster slug={event.slug} loading="eager" className="no-print w-full rounded-sm max-lg:hidden" />
    )}
    {children}
    {isPlaced(event) && (
      <div className="no-print stack gap-2">
        <LocatorMap event={event} />
        <NearLink event={event} />
      </div>
    )}
  </aside>
)

const isPlaced = ({ position, status }: EventDetail) => position !== null && status !== 'moved_online'

const LocatorMap = ({ event: { position, location_name } }: { event: EventDetail }) => (
  <div className="relative aspect-5/3 shrink-0 overflow-hidden border border-hairline">
    <img
      src={landPath({ ...position!, kilometres: halfWidthKm }, true)}
      alt=""
      loading="lazy"
      decoding="async"
      className="absolute inset-0 size-full object-cover"
    />
    <span
      aria-hidden="true"
      className="absolute top-1/2 left-1/2 size-3 -translate-1/2 rounded-full border border-paper bg-accent"
    />
    <b
      aria-hidden="true"
      className="absolute inset-x-1 top-1/2 mt-1.5 truncate text-center text-sm [text-shadow:0_0_2px_var(--color-paper),0_0_4px_var(--color-paper)]"
    >
      {cityText(location_name)}
    </b>
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

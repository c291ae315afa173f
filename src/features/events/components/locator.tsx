import { PlainLink } from '#components/layout/plain-link.tsx'
import { landPath } from '#features/places/projection.ts'
import type { EventDetail } from '../events.schemas.ts'
import { nearText } from '../events.ts'

const halfWidthKm = 300

/** Where the city of a conference lies, and the way to what is near it. Nothing where that is not known. */
export function Locator({ event }: { event: EventDetail }) {
  const { position, location_name: city, country_name: country } = event
  if (!position || event.status === 'moved_online') return null
  const near = nearText(city, country)
  return (
    <div className="no-print flex flex-wrap items-end gap-4">
      <div className="relative size-36 shrink-0 overflow-hidden border border-hairline">
        <img
          src={landPath({ ...position, kilometres: halfWidthKm })}
          alt=""
          loading="lazy"
          decoding="async"
          className="size-full"
        />
        <span
          aria-hidden="true"
          className="absolute top-1/2 left-1/2 size-3 -translate-1/2 rounded-full border border-paper bg-accent"
        />
      </div>
      <PlainLink
        to="/conferences"
        search={{ near, within: 250 }}
        rel="nofollow"
        className="link min-w-0 text-[0.9375rem]"
      >
        Conferences within 250 km
      </PlainLink>
    </div>
  )
}

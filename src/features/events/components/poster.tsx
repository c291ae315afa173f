import type { EventDetail } from '../events.schemas.ts'

/** What a conference without a logo has for a picture. */
export const Poster = ({ event, className }: { event: EventDetail; className: string }) =>
  !event.logo_url && (
    <img
      src={`/conferences/${event.slug}/poster.svg`}
      alt=""
      loading="lazy"
      decoding="async"
      width="600"
      height="800"
      className={`no-print h-auto shrink-0 ${className}`}
    />
  )

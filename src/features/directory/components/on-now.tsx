import { PlainLink } from '#components/layout/plain-link.tsx'
import { cityText } from '#features/events/event-text.ts'
import type { EventCard } from '#features/events/events.schemas.ts'

const most = 3

/** What is on today, the first in one line; nothing on a quiet day. */
export const OnNow = ({ events }: { events: EventCard[] }) =>
  events.length > 0 && (
    <section
      aria-label="On now"
      className="flex flex-wrap items-baseline gap-x-6 gap-y-1 border-b border-hairline pb-2 text-[0.9375rem]"
    >
      <p className="inline-flex items-center gap-1.5 font-semibold text-accent">
        <span aria-hidden="true" className="size-2 rounded-full bg-accent" />
        On now
      </p>
      <ul className="contents">
        {events.slice(0, most).map((event) => (
          <EventName key={event.id} event={event} className="max-sm:nth-3:hidden" />
        ))}
      </ul>
      {events.length > most && (
        <details className="ml-auto open:ml-0 open:basis-full">
          <summary className="link inline-block cursor-pointer list-none py-0.5 text-quiet in-open:hidden">
            All {events.length}
            <span className="sr-only"> that are on now</span>
          </summary>
          <ul className="flex flex-wrap gap-x-6 gap-y-1">
            {events.slice(most - 1).map((event) => (
              <EventName key={event.id} event={event} className="sm:first:hidden" />
            ))}
          </ul>
        </details>
      )}
    </section>
  )

const EventName = ({
  event: { slug, name, location_name },
  className,
}: {
  event: EventCard
  className: string
}) => (
  <li className={className}>
    <PlainLink
      to="/conferences/$slug"
      params={{ slug }}
      className="inline-block min-h-6 py-0.5 font-semibold hover:text-accent"
    >
      {name}
    </PlainLink>{' '}
    <span className="text-quiet">{cityText(location_name)}</span>
  </li>
)

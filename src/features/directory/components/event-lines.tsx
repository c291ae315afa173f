import type { ReactNode } from 'react'
import { PlainLink } from '#components/layout/plain-link.tsx'
import { placeText } from '#features/events/event-text.ts'
import type { EventCard } from '#features/events/events.schemas.ts'
import { rangeNear } from '#lib/dates.ts'
import { StatusBadge } from './event-row.tsx'

type Props = { events: EventCard[]; today: string; aside?: (event: EventCard) => ReactNode }

/** Events in a line each. */
export const EventLines = ({ events, today, aside }: Props) => (
  <ul className="event-lines">
    {events.map((event) => (
      <li key={event.id}>
        <span>{rangeNear(event.start_date, event.end_date, today)}</span>
        <span>
          <PlainLink
            to="/conferences/$slug"
            params={{ slug: event.slug }}
            className="inline-block font-semibold hover:text-accent"
          >
            {event.name}
          </PlainLink>
          <StatusBadge event={event} />
          <small className="block">{placeText(event)}</small>
        </span>
        {aside && <span>{aside(event)}</span>}
      </li>
    ))}
  </ul>
)

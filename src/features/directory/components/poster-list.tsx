import type { EventInList } from '#features/events/events.schemas.ts'
import { PosterCard } from './poster-card.tsx'

/** A few conferences as posters, three in a row; on a phone one below the other. */
export const PosterList = ({ events, today }: { events: EventInList[]; today: string }) => (
  <ul className="grid grid-cols-1 gap-5 sm:grid-cols-3">
    {events.map((event) => (
      <li key={event.id}>
        <PosterCard event={event} today={today} poster="beside on phones" />
      </li>
    ))}
  </ul>
)

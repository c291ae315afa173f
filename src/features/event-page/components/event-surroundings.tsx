import type { EventDetail, NearbyEvent } from '#features/events/events.schemas.ts'
import { Listing } from './event-header.tsx'
import { NearbyEventCards } from './nearby-event-cards.tsx'

type Props = {
  event: EventDetail
  suggestions: NearbyEvent[]
  isVisitor: boolean
}

/** What leads on from a conference without a programme, the most useful first. */
export const EventSurroundings = ({ event, suggestions, isVisitor }: Props) => (
  <>
    <NearbyEventCards event={event} events={suggestions} />
    {isVisitor && !event.owner && <Listing event={event} />}
  </>
)

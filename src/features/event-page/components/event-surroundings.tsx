import type { EventDetail, NearbyEvent, NeighbourEditions } from '#features/events/events.schemas.ts'
import { isOver } from '#features/events/events.ts'
import { Listing } from './event-header.tsx'
import { NearbyEventCards } from './nearby-event-cards.tsx'
import { Namesakes } from './other-editions.tsx'

type Props = {
  event: EventDetail
  editions: NeighbourEditions
  suggestions: NearbyEvent[]
  isVisitor: boolean
}

/** What leads on from a conference without a programme, the most useful first. */
export function EventSurroundings({ event, editions, suggestions, isVisitor }: Props) {
  const namesakes = <Namesakes {...{ event, editions }} />
  const isToCome = editions.namesakes.some((namesake) => !isOver(namesake, event.today))
  return (
    <>
      {isToCome && namesakes}
      <NearbyEventCards {...{ event, editions, suggestions }} />
      {!isToCome && namesakes}
      {isVisitor && !event.owner && <Listing event={event} />}
    </>
  )
}

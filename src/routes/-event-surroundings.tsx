import { Listing } from '#features/events/components/event-header.tsx'
import { NearbyEvents } from '#features/events/components/nearby-events.tsx'
import { Namesakes } from '#features/events/components/other-editions.tsx'
import type { EventDetail, NearbyEvent, NeighbourEditions } from '#features/events/events.schemas.ts'
import { isOver } from '#features/events/events.ts'

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
      <NearbyEvents {...{ event, editions, suggestions }} />
      {!isToCome && namesakes}
      {isVisitor && !event.owner && <Listing event={event} />}
    </>
  )
}

import type { Viewer } from '#features/auth/viewer.ts'
import type { EventDetail } from '../events.schemas.ts'

type Props = { event: EventDetail; viewer: Viewer }

/** What a signed-in person may do with an event: attend, claim, edit. */
export function EventActions({ event, viewer }: Props) {
  return (
    <>
      {/* attend */}
      {/* claim */}
      {/* edit */}
      {event.owner?.id === viewer.id && null}
    </>
  )
}

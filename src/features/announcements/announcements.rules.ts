// Who writes to the attendees of an event, and who may delete that. The API enforces it.
import { canEditEvent, type EventViewer, isOrganiser } from '#features/events/events.rules.ts'

type Owned = { id: string; created_by: string | null }

export const canAnnounce = (viewer: EventViewer, event: Owned) => isOrganiser(viewer, event)

export const canRemoveAnnouncement = (viewer: EventViewer, event: Owned) => canEditEvent(viewer, event)

// Who may do what with an event. The API enforces it; the pages use it to show or hide. In SQL: organisers.server.ts.

/** `organises`: the ids of the events that the person is a co-organiser of. */
export type EventViewer = { id: string; isAdmin: boolean; organises?: string[] } | null
type Owned = { id: string; created_by: string | null }

/** The member in `created_by`. */
export const isOwner = (viewer: EventViewer, event: Owned) =>
  viewer !== null && event.created_by === viewer.id

const isCoOrganiser = (viewer: EventViewer, event: Owned) => viewer?.organises?.includes(event.id) === true

/** The owner, or a co-organiser. */
export const isOrganiser = (viewer: EventViewer, event: Owned) =>
  isOwner(viewer, event) || isCoOrganiser(viewer, event)

export const canEditEvent = (viewer: EventViewer, event: Owned) =>
  isOrganiser(viewer, event) || viewer?.isAdmin === true

export const canDeleteEvent = (viewer: EventViewer, event: Owned) =>
  isOwner(viewer, event) || viewer?.isAdmin === true

/** A co-organiser may leave. */
export const canRemoveOrganiser = (viewer: EventViewer, event: Owned, userId: string) =>
  canDeleteEvent(viewer, event) || viewer?.id === userId

/** An owner has nothing to claim; a co-organiser may claim what has no owner. A pending claim is checked elsewhere. */
export const canClaimEvent = (viewer: EventViewer, event: Owned) =>
  viewer !== null && !isOwner(viewer, event) && (event.created_by === null || !isCoOrganiser(viewer, event))

export const cancelledMessage = 'This conference is cancelled'

/** Whether somebody may say that they go. Who goes to one that is cancelled can still stop. */
export const canAttend = ({ status }: { status: string }, isAttending = false) =>
  isAttending || status !== 'cancelled'

// Who may do what with an event. The API enforces it; the pages use it to show or hide.

type Person = { id: string; isAdmin: boolean } | null
type Owned = { created_by: string | null }

export const isOwner = (viewer: Person, event: Owned) => viewer !== null && event.created_by === viewer.id

export const canEditEvent = (viewer: Person, event: Owned) =>
  isOwner(viewer, event) || viewer?.isAdmin === true

/** An owner has nothing to claim. A pending claim is checked elsewhere. */
export const canClaimEvent = (viewer: Person, event: Owned) => viewer !== null && !isOwner(viewer, event)

export const cancelledMessage = 'This conference is cancelled'

/** Whether somebody may say that they go. Who goes to one that is cancelled can still stop. */
export const canAttend = ({ status }: { status: string }, isAttending = false) =>
  isAttending || status !== 'cancelled'

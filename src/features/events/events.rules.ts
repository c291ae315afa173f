// Who may do what with an event: the API enforces it, the pages show or hide by it.

type Person = { id: string; isAdmin: boolean } | null
type Owned = { created_by: string | null }

export const isOwner = (viewer: Person, event: Owned) => viewer !== null && event.created_by === viewer.id

export const canEditEvent = (viewer: Person, event: Owned) =>
  isOwner(viewer, event) || viewer?.isAdmin === true

/** An owner has nothing to claim. Whether there is a pending claim already is known by the claim itself. */
export const canClaimEvent = (viewer: Person, event: Owned) => viewer !== null && !isOwner(viewer, event)

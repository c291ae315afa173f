import { type EventViewer, isOwner } from '#features/events/events.rules.ts'

/** The owner of a confirmed edition, and administrators; no co-organisers. */
export const canEditSeries = (
  viewer: EventViewer,
  editions: { id: string; created_by: string | null }[],
): boolean => viewer?.isAdmin === true || editions.some((edition) => isOwner(viewer, edition))

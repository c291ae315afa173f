import { canEditEvent, type EventViewer } from '#features/events/events.rules.ts'

/** Who maintains one of the editions, and administrators. */
export const canEditSeries = (
  viewer: EventViewer,
  editions: { id: string; created_by: string | null }[],
): boolean => viewer?.isAdmin === true || editions.some((edition) => canEditEvent(viewer, edition))

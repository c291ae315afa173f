import type { Viewer } from '#features/auth/viewer.ts'
import { canDeleteEvent } from '#features/events/events.rules.ts'
import type { EventDetail } from '#features/events/events.schemas.ts'
import { api } from '#lib/api.ts'
import type { Load } from '#lib/load.ts'

/** Loads the editions of a series, and for who decides on them those that nobody has confirmed. */
export const loadEditions = (load: Load, event: EventDetail, viewer: Viewer | null) =>
  event.series || canDeleteEvent(viewer, event)
    ? load(api.events.editions.queryOptions({ input: { id: event.id } }))
    : null

/** Loads what the page of an event that is over or has no talks shows beside its facts. */
export async function loadAround(load: Load, event: EventDetail, viewer: Viewer | null) {
  const input = { id: event.id }
  const [editions, first, total, following] = await Promise.all([
    load(api.events.editions.queryOptions({ input })),
    load(api.attendance.first.queryOptions({ input: { event_id: event.id } })),
    load(api.attendance.total.queryOptions({ input: { event_id: event.id } })),
    viewer && load(api.follows.isFollowing.queryOptions({ input: { kind: 'event', key: event.id } })),
  ])
  const attendees = { ...first, total, isMember: viewer !== null }
  return { editions, attendees, isFollowing: following?.is_following ?? null }
}

/** Loads what the page of an event without talks has more than others. */
export async function loadSurroundings(
  load: Load,
  event: EventDetail,
  viewer: Viewer | null,
  after: Awaited<ReturnType<typeof loadAround>> | null,
) {
  const [around, nearby] = await Promise.all([
    after ?? loadAround(load, event, viewer),
    load(api.events.nearby.queryOptions({ input: { id: event.id } })),
  ])
  return { around, nearby }
}

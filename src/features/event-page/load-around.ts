import type { Viewer } from '#features/auth/viewer.ts'
import type { EventDetail } from '#features/events/events.schemas.ts'
import { isOver } from '#features/events/events.ts'
import { api } from '#lib/api.ts'
import type { Load } from '#lib/load.ts'

/** Loads what the page of an event shows beside its facts. */
export async function loadAround(load: Load, event: EventDetail, viewer: Viewer | null) {
  const input = { id: event.id }
  const [editions, first, total, following] = await Promise.all([
    load(api.events.editions.queryOptions({ input })),
    load(api.attendance.first.queryOptions({ input: { event_id: event.id } })),
    load(api.attendance.total.queryOptions({ input: { event_id: event.id } })),
    // Asked for where there is no programme, and after the conference.
    viewer &&
      (!event.has_programme || isOver(event, event.today)) &&
      load(api.follows.isFollowing.queryOptions({ input: { kind: 'event', key: event.id } })),
  ])
  const attendees = { ...first, total, isMember: viewer !== null }
  return { editions, attendees, isFollowing: following ? following.is_following : viewer ? false : null }
}

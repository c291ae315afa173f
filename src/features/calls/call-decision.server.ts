import { eq, sql } from 'drizzle-orm'
import type { Decision } from '#features/decisions/decide.server.ts'
import { editEntry } from '#features/events/event-editing.server.ts'
import { canEditEvent } from '#features/events/events.rules.ts'
import { decidedBy, lockCall } from './calls.server.ts'
import { calls } from './calls.tables.ts'

export const onlyOwner = 'Only the owner of the conference can change its calls'

/** A suggested call is listed, or deleted. */
export const callDecision: Decision<NonNullable<Awaited<ReturnType<typeof lockCall>>>> = {
  lock: lockCall,
  missing: 'This call no longer exists',
  forbidden: ({ event }, viewer) => !viewer.isSteward && !canEditEvent(viewer, event) && onlyOwner,
  list: (_state, viewer) => sql`
    select calls.id, calls.created_at, events.name, '/conferences/' || slug as path, added_by as asked_by, false as is_doubtful
    from calls join events on events.id = event_id where calls.status = 'suggested'
      and ${viewer.isSteward ? sql`true` : decidedBy(viewer)}`,
  evidence: sql`(
    select json_build_object(
      'start_date', start_date, 'end_date', end_date, 'place', location_name || ', ' || country_name, 'url', calls.url, 'words', note,
      'text', 'Call for ' || calls.kind || coalesce(', closes on ' || closes_on, '')
    )
    from calls join events on events.id = event_id where calls.id = item.id
  )`,
  decided: ({ call }) => call.status !== 'suggested' && 'This call has already been accepted',
  async accept({ tx, viewer, subject: { event, call } }) {
    if (call.status !== 'suggested') return []
    await tx.update(calls).set({ status: 'live', listed_at: sql`now()` }).where(eq(calls.id, call.id))
    return { entry: editEntry(viewer, event, { action: 'event_edited', after: call }) }
  },
  async reject({ tx, viewer, subject: { event, call } }) {
    await tx.delete(calls).where(eq(calls.id, call.id))
    return { entry: editEntry(viewer, event, { action: 'event_edited', before: call }) }
  },
}

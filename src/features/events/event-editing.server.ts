import { eq, inArray, sql } from 'drizzle-orm'
import { type AdminEntry, recordAdminAction } from '#features/administration/admin-actions.server.ts'
import type { Database } from '#platform/database/db.ts'
import type { Viewer } from '#platform/procedures/procedure.ts'
import { canEditEvent, isOrganiser } from './events.rules.ts'
import { events } from './events.tables.ts'

/** The event, locked until the transaction ends. `no key update` does not block inserts that refer to it, such as attendance. */
export async function lockEvent(tx: Database, id: string) {
  const [event] = await tx.select().from(events).where(eq(events.id, id)).for('no key update')
  return event
}

type Edit = {
  viewer: NonNullable<Viewer>
  errors: { NOT_FOUND: () => Error; FORBIDDEN: () => Error }
  may?: typeof canEditEvent
}

/** The event, locked, if the viewer may edit it (or do what `may` checks). */
export async function lockForEdit(tx: Database, id: string, { viewer, errors, may = canEditEvent }: Edit) {
  const event = await lockEvent(tx, id)
  if (!event) throw errors.NOT_FOUND()
  if (!may(viewer, event)) throw errors.FORBIDDEN()
  return event
}

type EditedEvent = { id: string; name: string; slug: string; created_by: string | null }
type EditEntry = Omit<AdminEntry, 'subject' | 'path'>

/** The entry of an edit in the audit trail; none of an organiser's own. */
export const editEntry = (
  viewer: NonNullable<Viewer>,
  event: EditedEvent,
  change: EditEntry,
): AdminEntry | undefined =>
  isOrganiser(viewer, event)
    ? undefined
    : { ...change, subject: event.name, path: `/conferences/${event.slug}` }

/** Writes an edit into the audit trail, unless it is an organiser's own. */
export async function recordEdit(
  tx: Database,
  viewer: NonNullable<Viewer>,
  event: EditedEvent,
  change: EditEntry,
): Promise<void> {
  const entry = editEntry(viewer, event, change)
  if (entry) await recordAdminAction(tx, viewer, entry)
}

/** Deletes events with all that belongs to them. Links first: with the cascade, every talk would recount its speakers. */
export async function deleteEvents(tx: Database, ids: string[]): Promise<void> {
  const talkIds = sql`select id from talks where event_id = any (${sql.param(ids)}::uuid[])`
  await tx.execute(sql`delete from talk_topics where talk_id in (${talkIds})`)
  await tx.execute(sql`delete from talk_speakers where talk_id in (${talkIds})`)
  await tx.delete(events).where(inArray(events.id, ids))
}

/**
 * Moves the talks and breaks of an event by so many days; their local times stay. Who heard of an edit within the last
 * minutes hears of the next one from the new day on.
 */
export async function moveProgramme(tx: Database, eventId: string, days: number): Promise<void> {
  const isOfEvent = sql`event_id = ${eventId}::uuid`
  const by = sql`${days}::integer`
  // Told by now.
  await tx.execute(sql`delete from talk_moves where ${isOfEvent} and due_at <= now()`)
  await tx.execute(sql`
    with moved_breaks as (
      update breaks set date = date + ${by} where ${isOfEvent}
    ), moved_edits as (
      update talk_moves set day = day + ${by} where ${isOfEvent}
    )
    update talks set date = date + ${by}, day = day + ${by} where ${isOfEvent}`)
}

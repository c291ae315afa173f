import { ORPCError } from '@orpc/server'
import { eq, inArray, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { type AdminEntry, recordAdminAction } from '#features/administration/admin-actions.server.ts'
import { seriesKey } from '#features/identity/read-name.ts'
import { isUsablePicture, unknownPicture } from '#features/pictures/pictures.server.ts'
import { daysBetween } from '#lib/dates.ts'
import { isLongEnough } from '#lib/fields.ts'
import type { Database } from '#platform/database/db.ts'
import type { Context, Viewer } from '#platform/procedures/procedure.ts'
import { limits } from '#src/limits.ts'
import { forgetListing } from './confirmed-editions.server.ts'
import { noteCheck } from './event-checks.server.ts'
import { dayShiftText } from './event-days.ts'
import { type eventEdit, nameTooShort } from './event-editing.schemas.ts'
import { announceMove } from './event-moves.server.ts'
import { canEditEvent, isOrganiser } from './events.rules.ts'
import { events } from './events.tables.ts'
import { announceTalkMoves } from './talk-moves.server.ts'

/** The event, locked until the transaction ends. `no key update` does not block inserts that refer to it, such as attendance. */
export async function lockEvent(tx: Database, id: string) {
  const [event] = await tx.select().from(events).where(eq(events.id, id)).for('no key update')
  return event
}

export const editErrors = {
  NOT_FOUND: { message: 'Conference not found' },
  FORBIDDEN: { message: 'You do not have permission to edit this event' },
}

type Edit = {
  viewer: NonNullable<Viewer>
  errors: { NOT_FOUND: () => Error; FORBIDDEN: () => Error }
  may?: typeof canEditEvent
}

function checkEdit(
  event: typeof events.$inferSelect | undefined,
  { viewer, errors, may = canEditEvent }: Edit,
) {
  if (!event) throw errors.NOT_FOUND()
  if (!may(viewer, event)) throw errors.FORBIDDEN()
  return event
}

/** The event, locked, if the viewer may edit it (or do what `may` checks). */
export const lockForEdit = async (tx: Database, id: string, edit: Edit) =>
  checkEdit(await lockEvent(tx, id), edit)

/** The event, if the viewer may edit it. */
export const readForEdit = async (db: Database, id: string, edit: Edit) =>
  checkEdit((await db.select().from(events).where(eq(events.id, id)))[0], edit)

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

type Saving = { viewer: NonNullable<Viewer>; site: Context['site']; today: string }
type Changes = Partial<z.output<typeof eventEdit>>

/** Writes changed fields of a locked event that the viewer may change, and announces them. */
export async function saveEvent(
  tx: Database,
  { viewer, site, today }: Saving,
  before: typeof events.$inferSelect,
  { programme, ...fields }: Changes,
) {
  const { name = before.name } = fields
  if (!isLongEnough(name, limits.eventNameMin) && name !== before.name)
    throw new ORPCError('BAD_REQUEST', { message: nameTooShort })
  if (!(await isUsablePicture(tx, viewer, fields.logo_url, before.logo_url)))
    throw new ORPCError('UNKNOWN_PICTURE', unknownPicture)
  const [saved] = await tx.update(events).set(fields).where(eq(events.id, before.id)).returning()
  const after = saved!
  if (isOrganiser(viewer, before)) await noteCheck(tx, before.id, viewer.id)
  const isRenamed = seriesKey(before.name) !== seriesKey(name) || before.country_key !== after.country_key
  if (isRenamed && !viewer.isAdmin) await forgetListing(tx, before.id)
  const announcement = { site, sender: viewer, today }
  const days = programme === 'moves' ? daysBetween(before.start_date, after.start_date) : 0
  if (days !== 0) {
    await moveProgramme(tx, before.id, days)
    // What waits to be told of its talks names their days.
    await announceTalkMoves(tx, after, announcement)
  }
  await announceMove(tx, before, after, announcement)
  const moved = days !== 0 && { programme: dayShiftText(days) }
  await recordEdit(tx, viewer, before, { action: 'event_edited', before, after: { ...after, ...moved } })
  return after
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

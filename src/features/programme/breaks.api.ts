import { asc, eq, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { lockForEdit, recordEdit } from '#features/events/event-editing.server.ts'
import type { Database } from '#platform/database/db.ts'
import { byConstraint } from '#platform/procedures/by-constraint.ts'
import { changedMeanwhile } from '#platform/procedures/changed-meanwhile.ts'
import { del, get, memberChange, open, postNew, put } from '#platform/procedures/procedure.ts'
import { lockPart } from './lock-part.server.ts'
import { breaks, tracks } from './programme.tables.ts'
import { breakForm, eventBreak } from './programme-editing.schemas.ts'
import { foreignTrack } from './tracks.server.ts'

const NOT_FOUND = { message: 'This break no longer exists' }
const FORBIDDEN = { message: 'You do not have permission to edit this event' }

const list = open
  .route(get('/events/{event_id}/breaks', 'The breaks of an event, by day and time'))
  .input(z.object({ event_id: z.uuid() }))
  .output(z.array(eventBreak))
  .handler(({ context, input }) => {
    context.shows(`event:${input.event_id}`)
    return readBreaks(context.db, eq(breaks.event_id, input.event_id))
  })

const readBreaks = (db: Database, condition: SQL) =>
  db
    .select({
      id: breaks.id,
      title: breaks.title,
      description: breaks.description,
      date: breaks.date,
      start_time: sql<string>`to_char(${breaks.start_time}, 'HH24:MI')`,
      end_time: sql<string | null>`to_char(${breaks.end_time}, 'HH24:MI')`,
      track_id: breaks.track_id,
      track_name: tracks.name,
      updated_at: sql<string>`${breaks.updated_at}::text`,
    })
    .from(breaks)
    .leftJoin(tracks, eq(tracks.id, breaks.track_id))
    .where(condition)
    .orderBy(asc(breaks.date), asc(breaks.start_time), asc(breaks.id))

const create = memberChange
  .meta({ isUndoable: true })
  .route(postNew('/events/{event_id}/breaks', 'Add a break'))
  .errors({ NOT_FOUND: { message: 'Conference not found' }, FORBIDDEN, FOREIGN_TRACK: foreignTrack })
  .input(breakForm.extend({ event_id: z.uuid() }))
  .output(z.object({ id: z.uuid() }))
  .handler(async ({ context: { tx, viewer }, input, errors }) => {
    const event = await lockForEdit(tx, input.event_id, { viewer, errors })
    const [createdBreak] = await tx
      .insert(breaks)
      .values({ ...input, created_by: viewer.id })
      .returning({ id: breaks.id })
      .catch(byConstraint({ breaks_track_id_event_id_fkey: errors.FOREIGN_TRACK }))
    await recordEdit(tx, viewer, event, { action: 'programme_added', after: { break: input.title } })
    return createdBreak!
  })

const update = memberChange
  .meta({ isUndoable: true })
  .route(put('/breaks/{id}', 'Edit a break'))
  .errors({
    NOT_FOUND,
    FORBIDDEN,
    FOREIGN_TRACK: foreignTrack,
    CONFLICT: changedMeanwhile('break', eventBreak),
  })
  .input(breakForm.extend({ id: z.uuid(), updated_at: z.string().max(64) }))
  .output(z.void())
  .handler(async ({ context: { tx, viewer }, input, errors }) => {
    const { id, updated_at, ...fields } = input
    const { event } = await lockPart(tx, breaks, id, { viewer, errors })
    const [before] = await readBreaks(tx, eq(breaks.id, id))
    if (!before) throw errors.NOT_FOUND()
    if (before.updated_at !== updated_at) throw errors.CONFLICT({ data: { now: before } })
    await tx
      .update(breaks)
      .set(fields)
      .where(eq(breaks.id, id))
      .catch(byConstraint({ breaks_track_id_event_id_fkey: errors.FOREIGN_TRACK }))
    const [after] = await readBreaks(tx, eq(breaks.id, id))
    await recordEdit(tx, viewer, event, { action: 'programme_edited', before, after: after ?? {} })
  })

const remove = memberChange
  .meta({ isUndoable: true })
  .route(del('/breaks/{id}', 'Delete a break'))
  .errors({ NOT_FOUND, FORBIDDEN })
  .input(z.object({ id: z.uuid() }))
  .output(z.void())
  .handler(async ({ context: { tx, viewer }, input: { id }, errors }) => {
    const { part, event } = await lockPart(tx, breaks, id, { viewer, errors })
    await tx.delete(breaks).where(eq(breaks.id, id))
    await recordEdit(tx, viewer, event, { action: 'programme_deleted', before: { break: part.title } })
  })

export const breaksApi = { list, create, update, remove }

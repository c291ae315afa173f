import { and, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { lockForEdit, recordEdit } from '#features/events/event-editing.server.ts'
import { del, get, memberChange, open, postNew, put } from '#platform/procedures/procedure.ts'
import { lockPart } from './lock-part.server.ts'
import { tracks } from './programme.tables.ts'
import { track, trackForm } from './programme-editing.schemas.ts'
import { nextPosition, readTracks } from './tracks.server.ts'

const errors = {
  NOT_FOUND: { message: 'This track no longer exists' },
  FORBIDDEN: { message: 'You do not have permission to edit this event' },
}

const columns = { id: tracks.id, name: tracks.name, description: tracks.description }

const list = open
  .route(get('/events/{event_id}/tracks', 'The tracks of an event in their order'))
  .input(z.object({ event_id: z.uuid() }))
  .output(z.array(track))
  .handler(({ context, input }) => {
    context.shows(`event:${input.event_id}`)
    return readTracks(context.db, input.event_id)
  })

const create = memberChange
  .meta({ isUndoable: true })
  .route(postNew('/events/{event_id}/tracks', 'Add a track'))
  .errors({ ...errors, NOT_FOUND: { message: 'Conference not found' } })
  .input(trackForm.extend({ event_id: z.uuid() }))
  .output(track)
  .handler(async ({ context: { tx, viewer }, input, errors }) => {
    const event = await lockForEdit(tx, input.event_id, { viewer, errors })
    const [createdTrack] = await tx
      .insert(tracks)
      .values({ ...input, position: await nextPosition(tx, event.id), created_by: viewer.id })
      .returning(columns)
    await recordEdit(tx, viewer, event, { action: 'programme_added', after: { track: input.name } })
    return createdTrack!
  })

const update = memberChange
  .meta({ isUndoable: true })
  .route(put('/tracks/{id}', 'Rename or describe a track'))
  .errors(errors)
  .input(trackForm.extend({ id: z.uuid() }))
  .output(track)
  .handler(async ({ context: { tx, viewer }, input: { id, ...fields }, errors }) => {
    const { part: track, event } = await lockPart(tx, tracks, id, { viewer, errors })
    const [updatedTrack] = await tx.update(tracks).set(fields).where(eq(tracks.id, id)).returning(columns)
    if (!updatedTrack) throw errors.NOT_FOUND()
    await recordEdit(tx, viewer, event, {
      action: 'programme_edited',
      before: track,
      after: { ...track, ...updatedTrack },
    })
    return updatedTrack
  })

/** Writes the order as it is shown, with one track moved: tracks that were in the same place are apart then. */
const move = memberChange
  .meta({ isUndoable: true })
  .route(put('/tracks/{id}/position', 'Move a track one place up or down in the order'))
  .errors(errors)
  .input(z.object({ id: z.uuid(), direction: z.enum(['up', 'down']) }))
  .output(z.void())
  .handler(async ({ context: { tx, viewer }, input: { id, direction }, errors }) => {
    const { part: track, event } = await lockPart(tx, tracks, id, { viewer, errors })
    const ids = (await readTracks(tx, event.id)).map((track) => track.id)
    const from = ids.indexOf(id)
    const to = from + (direction === 'up' ? -1 : 1)
    if (to < 0 || to >= ids.length) return
    ids.splice(to, 0, ...ids.splice(from, 1))
    await tx.execute(sql`
      update tracks set position = ordered.place - 1
      from unnest(${sql.param(ids)}::uuid[]) with ordinality as ordered (id, place)
      where tracks.id = ordered.id and position <> ordered.place - 1`)
    await recordEdit(tx, viewer, event, {
      action: 'programme_edited',
      before: { track: track.name, place: from + 1 },
      after: { track: track.name, place: to + 1 },
    })
  })

const remove = memberChange
  .meta({ isUndoable: true })
  .route(del('/tracks/{id}', 'Delete a track; its talks stay'))
  .errors(errors)
  .input(z.object({ id: z.uuid() }))
  .output(z.void())
  .handler(async ({ context: { tx, viewer }, input: { id }, errors }) => {
    const { part: track, event } = await lockPart(tx, tracks, id, { viewer, errors })
    await tx.delete(tracks).where(and(eq(tracks.id, id), eq(tracks.event_id, event.id)))
    await recordEdit(tx, viewer, event, { action: 'programme_deleted', before: { track: track.name } })
  })

export const tracksApi = { list, create, update, move, remove }

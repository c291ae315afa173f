import { call } from '@orpc/server'
import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import { unknownPicture } from '#features/pictures/pictures.server.ts'
import { byConstraint } from '#platform/procedures/by-constraint.ts'
import { changedMeanwhile } from '#platform/procedures/changed-meanwhile.ts'
import { adminOnly, del, memberChange, post, put } from '#platform/procedures/procedure.ts'
import { callForEach, refusals, severalIds } from '#platform/procedures/several.ts'
import { limits } from '#src/limits.ts'
import { editedEvent, eventEdit, nameTooShort } from './event-editing.schemas.ts'
import { deleteEvents, editErrors, lockForEdit, recordEdit, saveEvent } from './event-editing.server.ts'
import { withListedCountry } from './event-listing.server.ts'
import { announceDeletion, announceMove } from './event-moves.server.ts'
import { canDeleteEvent } from './events.rules.ts'
import { event_tags, events } from './events.tables.ts'

const update = memberChange
  .meta({ isUndoable: true })
  .route(put('/events/{id}', 'Edit a conference; its slug stays'))
  .errors({
    ...editErrors,
    BAD_REQUEST: { message: nameTooShort },
    UNKNOWN_PICTURE: unknownPicture,
    CONFLICT: changedMeanwhile('conference', editedEvent),
  })
  .input(eventEdit.transform(withListedCountry))
  .output(z.object({ slug: z.string(), updated_at: z.string() }))
  .handler(async ({ context: { tx, site, today, viewer }, input, errors }) => {
    const { id, updated_at, programme, ...fields } = input
    const before = await lockForEdit(tx, id, { viewer, errors })
    if (before.updated_at !== updated_at) throw errors.CONFLICT({ data: { now: editedEvent.parse(before) } })
    const after = await saveEvent(tx, { viewer, site, today }, before, { ...fields, programme })
    return { slug: after.slug, updated_at: after.updated_at }
  })

const cancel = memberChange
  .meta({ isUndoable: true })
  .route(put('/events/{id}/cancellation', 'Cancel a conference: it stays listed'))
  .errors(editErrors)
  .input(z.object({ id: z.uuid() }))
  .output(z.void())
  .handler(async ({ context: { tx, site, today, viewer }, input: { id }, errors }) => {
    const before = await lockForEdit(tx, id, { viewer, errors })
    const [after] = await tx.update(events).set({ status: 'cancelled' }).where(eq(events.id, id)).returning()
    await announceMove(tx, before, after!, { site, sender: viewer, today })
    await recordEdit(tx, viewer, before, { action: 'event_edited', before, after })
  })

const remove = memberChange
  .meta({ isUndoable: true })
  .route(del('/events/{id}', 'Delete a conference with its programme'))
  .errors({ ...editErrors, FORBIDDEN: { message: 'Unauthorized to delete this conference' } })
  .input(z.object({ id: z.uuid() }))
  .output(z.void())
  .handler(async ({ context: { tx, viewer, today, site }, input: { id }, errors }) => {
    const event = await lockForEdit(tx, id, { viewer, errors, may: canDeleteEvent })
    if (event.end_date >= today) await announceDeletion(tx, site, viewer, event)
    await deleteEvents(tx, [id])
    await recordEdit(tx, viewer, event, { action: 'event_deleted', before: event })
  })

const removeMany = adminOnly
  .route(post('/managed/events/removal', 'Delete several conferences'))
  .input(severalIds)
  .output(refusals)
  .handler(({ context, input: { ids } }) => callForEach(ids, (id) => call(remove, { id }, { context })))

const oneTag = z.object({ event_id: z.uuid(), tag: z.string().min(1).max(limits.topicName) })

const addTag = memberChange
  .meta({ isUndoable: true })
  .route(post('/events/{event_id}/tags', 'Add a topic to a conference'))
  .errors({
    ...editErrors,
    CONFLICT: { message: 'This topic is already added to the event' },
    UNKNOWN_TOPIC: { status: 404, message: 'This topic does not exist' },
  })
  .input(oneTag)
  .output(z.void())
  .handler(async ({ context: { tx, viewer }, input, errors }) => {
    const event = await lockForEdit(tx, input.event_id, { viewer, errors })
    await tx
      .insert(event_tags)
      .values(input)
      .catch(byConstraint({ event_tags_pkey: errors.CONFLICT, event_tags_tag_fkey: errors.UNKNOWN_TOPIC }))
    await recordEdit(tx, viewer, event, { action: 'event_topic_added', after: { topic: input.tag } })
  })

const removeTag = memberChange
  .meta({ isUndoable: true })
  .route(del('/events/{event_id}/tags/{tag}', 'Remove a topic from a conference'))
  .errors(editErrors)
  .input(oneTag)
  .output(z.void())
  .handler(async ({ context: { tx, viewer }, input, errors }) => {
    const event = await lockForEdit(tx, input.event_id, { viewer, errors })
    await tx
      .delete(event_tags)
      .where(and(eq(event_tags.event_id, input.event_id), eq(event_tags.tag, input.tag)))
    await recordEdit(tx, viewer, event, { action: 'event_topic_removed', before: { topic: input.tag } })
  })

export const eventEditingApi = { update, cancel, remove, removeMany, addTag, removeTag }

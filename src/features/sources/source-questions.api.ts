import { eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { eventChanges } from '#features/events/event-editing.schemas.ts'
import { lockForEdit, recordEdit } from '#features/events/event-editing.server.ts'
import { announceMove } from '#features/events/event-moves.server.ts'
import { canEditEvent } from '#features/events/events.rules.ts'
import { events } from '#features/events/events.tables.ts'
import { adminOnly, get, post, signedIn } from '#platform/procedures/procedure.ts'
import { mergedFields } from './plan-source.server.ts'
import { listQuestions } from './source-questions.server.ts'
import { listedQuestion } from './sources.schemas.ts'
import { source_questions } from './sources.tables.ts'

const FORBIDDEN = { message: 'You do not have permission to edit this event' }

const list = adminOnly
  .route(get('/source-questions', 'What sources say otherwise than the directory'))
  .output(z.array(listedQuestion))
  .handler(({ context: { db } }) => listQuestions(db, sql`true`))

const ofEvent = signedIn
  .route(get('/events/{event_id}/source-questions', 'What sources say otherwise of a conference'))
  .errors({ NOT_FOUND: { message: 'Conference not found' }, FORBIDDEN })
  .input(z.object({ event_id: z.uuid() }))
  .output(z.array(listedQuestion))
  .handler(async ({ context: { db, viewer }, input: { event_id }, errors }) => {
    const [event] = await db.select().from(events).where(eq(events.id, event_id))
    if (!event) throw errors.NOT_FOUND()
    if (!canEditEvent(viewer, event)) throw errors.FORBIDDEN()
    return listQuestions(db, sql`question.event_id = ${event_id}::uuid`)
  })

const answer = signedIn
  .route(
    post(
      '/source-questions/{id}/answer',
      'Take over what a source says of a conference, or leave it as it is',
    ),
  )
  .errors({
    NOT_FOUND: { message: 'This question has already been answered' },
    FORBIDDEN,
    BAD_REQUEST: { message: 'This no longer fits the conference. Please edit it instead.' },
    CONFLICT: { message: 'Someone else has changed this conference in the meantime' },
  })
  // `updated_at`, the version of the conference that the person saw, is needed to accept.
  .input(z.object({ id: z.uuid(), is_accepted: z.boolean(), updated_at: z.string().max(64).optional() }))
  .output(z.void())
  .handler(({ context: { db, viewer, site, today }, input: { id, is_accepted, updated_at }, errors }) =>
    db.transaction(async (tx) => {
      const [question] = await tx.select().from(source_questions).where(eq(source_questions.id, id))
      if (!question) throw errors.NOT_FOUND()
      const before = await lockForEdit(tx, question.event_id, { viewer, errors })
      await tx.delete(source_questions).where(eq(source_questions.id, id))
      if (!is_accepted) return
      if (before.updated_at !== updated_at) throw errors.CONFLICT()
      // What is gone from a list has probably been cancelled.
      const changes = question.kind === 'gone' ? { status: 'cancelled' as const } : question.changes
      const { success, data: fields } = eventChanges(before).safeParse(
        Object.fromEntries(Object.entries(changes).filter(([name]) => mergedFields.includes(name as never))),
      )
      if (!success) throw errors.BAD_REQUEST()
      if (Object.keys(fields).length === 0) return
      const [after] = await tx.update(events).set(fields).where(eq(events.id, before.id)).returning()
      await announceMove(tx, before, after!, { site, sender: viewer, today })
      await recordEdit(tx, viewer, before, { action: 'event_edited', before, after })
    }),
  )

export const sourceQuestionsApi = { list, ofEvent, answer }

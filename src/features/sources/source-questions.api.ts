import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { decide } from '#features/decisions/decide.server.ts'
import { editErrors, readForEdit } from '#features/events/event-editing.server.ts'
import { adminOnly, deprecated, get, post, signedIn } from '#platform/procedures/procedure.ts'
import { changedMeanwhile, noLongerFits, notEditor, questionDecision } from './question-decision.server.ts'
import { listQuestions } from './source-questions.server.ts'
import { listedQuestion } from './sources.schemas.ts'

const FORBIDDEN = { message: notEditor }

const list = adminOnly
  .route(deprecated(get('/source-questions', 'What sources say otherwise than the directory')))
  .output(z.array(listedQuestion))
  .handler(({ context: { db } }) => listQuestions(db, sql`true`))

const ofEvent = signedIn
  .route(deprecated(get('/events/{event_id}/source-questions', 'What sources say otherwise of a conference')))
  .errors(editErrors)
  .input(z.object({ event_id: z.uuid() }))
  .output(z.array(listedQuestion))
  .handler(async ({ context: { db, viewer }, input: { event_id }, errors }) => {
    await readForEdit(db, event_id, { viewer, errors })
    return listQuestions(db, sql`question.event_id = ${event_id}::uuid`)
  })

const answer = signedIn
  .route(
    deprecated(
      post(
        '/source-questions/{id}/answer',
        'Take over what a source says of a conference, or leave it as it is',
      ),
    ),
  )
  .errors({
    NOT_FOUND: { message: questionDecision.missing },
    FORBIDDEN,
    BAD_REQUEST: { message: noLongerFits },
    CONFLICT: { message: changedMeanwhile },
  })
  // `updated_at`, the version of the conference that the person saw, is needed to accept.
  .input(z.object({ id: z.uuid(), is_accepted: z.boolean(), updated_at: z.string().max(64).optional() }))
  .output(z.void())
  .handler(async ({ context, input: { id, is_accepted, updated_at } }) => {
    await decide(questionDecision, context, id, { isAccepted: is_accepted, option: updated_at })
  })

export const sourceQuestionsApi = { list, ofEvent, answer }

import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { rows } from '#platform/database/db.ts'
import { get, put, signedIn } from '#platform/procedures/procedure.ts'
import { noteCheck, openQuestions } from './event-checks.server.ts'
import { eventInQuestion } from './events.schemas.ts'

const questions = signedIn
  .route(get('/checks', 'Coming conferences that I am asked about: whether what is listed is still right'))
  .output(z.array(eventInQuestion))
  .handler(({ context: { db, viewer, today } }) => {
    const isMine = sql`event_checks.user_id = ${viewer.id}::uuid`
    return rows<z.infer<typeof eventInQuestion>>(db)`${openQuestions(isMine, today)}`
  })

const confirm = signedIn
  .route(put('/events/{event_id}/check', 'Say that what is listed of a coming conference is still right'))
  .errors({
    NOT_FOUND: { message: 'Event not found' },
    CONFLICT: { message: 'This conference is over or cancelled' },
  })
  .input(z.object({ event_id: z.uuid() }))
  .output(z.void())
  .handler(async ({ context: { db, viewer, today }, input: { event_id }, errors }) => {
    const [event] = await rows<{ is_coming: boolean }>(db)`
      select end_date >= ${today}::date and status <> 'cancelled' as is_coming from events where id = ${event_id}::uuid`
    if (!event) throw errors.NOT_FOUND()
    if (!event.is_coming) throw errors.CONFLICT()
    await noteCheck(db, event_id, viewer.id)
  })

export const eventChecksApi = { questions, confirm }

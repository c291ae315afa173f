import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import { canAttend, cancelledMessage } from '#features/events/events.rules.ts'
import { events } from '#features/events/events.tables.ts'
import { byConstraint } from '#platform/procedures/by-constraint.ts'
import { del, get, put, signedIn } from '#platform/procedures/procedure.ts'
import { canPlan } from './programme.rules.ts'
import { savedTalk } from './programme.schemas.ts'
import { readSavedTalks } from './programme.server.ts'
import { talks, user_saved_talks } from './programme.tables.ts'

const savedTalkKey = z.object({ event_id: z.uuid(), talk_id: z.uuid() })

const list = signedIn
  .route(get('/events/{event_id}/saved-talks', 'My schedule for an event, by day and time'))
  .input(z.object({ event_id: z.uuid() }))
  .output(z.array(savedTalk))
  .handler(({ context: { db, viewer }, input }) => readSavedTalks(db, viewer.id, input.event_id))

const save = signedIn
  .route(put('/events/{event_id}/saved-talks/{talk_id}', 'Add a talk to my schedule'))
  .errors({
    NOT_FOUND: { message: 'Failed to add talk to your schedule' },
    CONFLICT: { message: 'This talk does not take place' },
  })
  .input(savedTalkKey)
  .output(z.void())
  .handler(async ({ context: { db, viewer }, input, errors }) => {
    // The foreign key would also let a hidden talk through.
    const [talk] = await db
      .select({ status: talks.status, event: { status: events.status } })
      .from(talks)
      .innerJoin(events, eq(events.id, talks.event_id))
      .where(eq(talks.id, input.talk_id))
    if (!talk) throw errors.NOT_FOUND()
    if (!canAttend(talk.event)) throw errors.CONFLICT({ message: cancelledMessage })
    if (!canPlan(talk)) throw errors.CONFLICT()
    await db
      .insert(user_saved_talks)
      .values({ user_id: viewer.id, ...input })
      .onConflictDoNothing()
      // A talk of another event.
      .catch(byConstraint({ user_saved_talks_talk_id_event_id_fkey: errors.NOT_FOUND }))
  })

const remove = signedIn
  .route(del('/events/{event_id}/saved-talks/{talk_id}', 'Remove a talk from my schedule'))
  .input(savedTalkKey)
  .output(z.void())
  .handler(async ({ context: { db, viewer }, input }) => {
    await db
      .delete(user_saved_talks)
      .where(
        and(
          eq(user_saved_talks.user_id, viewer.id),
          eq(user_saved_talks.talk_id, input.talk_id),
          eq(user_saved_talks.event_id, input.event_id),
        ),
      )
  })

export const savedTalksApi = { list, save, remove }

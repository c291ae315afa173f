import { and, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { callColumns, isListed, isOpenAt } from '#features/events/event-calls.server.ts'
import { rows } from '#platform/database/db.ts'
import { get, memberChange, put, signedIn } from '#platform/procedures/procedure.ts'
import { serverLimits } from '#src/limits.ts'
import { eventOfCall } from './call-list.server.ts'
import { nextReminder } from './call-reminders.server.ts'
import { type Mark, mark, markForm, type TrackedCall, trackedCall } from './calls.schemas.ts'
import { call_marks } from './calls.tables.ts'
import { markStates } from './calls.ts'

const notFound = { NOT_FOUND: { message: 'This call no longer exists' } }

const mine = signedIn
  .route(
    get(
      '/calls/mine',
      'The calls that I track, with my notes: all, or the next open ones that I have not given up. Nobody else can read them.',
    ),
  )
  .input(z.object({ when: z.enum(['open', 'any']).default('any') }))
  .output(z.array(trackedCall))
  .handler(({ context: { db, viewer }, input: { when } }) => {
    const now = new Date().toISOString()
    return rows<TrackedCall>(db)`
      select call_id, call_marks.state, call_marks.note, call_marks.changed_at::text as changed_at, ${nextReminder(now)} as reminder_at,
        (select to_jsonb(call) from (select ${callColumns(now)}, ${eventOfCall}) as call) as call
      from call_marks join calls on calls.id = call_id join events on events.id = calls.event_id
      where call_marks.user_id = ${viewer.id}::uuid
        ${when === 'open' ? sql`and state in ('interested', 'submitted') and calls.closes_on is not null and ${isListed} and ${isOpenAt(now)}` : sql``}
      order by calls.closes_at, call_id limit ${when === 'open' ? serverLimits.agendaEvents : serverLimits.callMarks}`
  })

const states = signedIn
  .route(get('/calls/mine/states', 'The calls that I track, and how far I am'))
  .output(z.array(mark))
  .handler(
    ({ context: { db, viewer } }) =>
      rows<Mark>(db)`
      select call_id, state from call_marks where user_id = ${viewer.id}::uuid limit ${serverLimits.callMarks}`,
  )

const set = memberChange
  .route(put('/calls/{id}/mark', 'Say how far I am with a call, or stop tracking it'))
  .errors({
    ...notFound,
    LIMIT_REACHED: {
      status: 409,
      message: `You can track ${serverLimits.callMarks} calls. Stop tracking one first.`,
    },
  })
  .input(z.object({ id: z.uuid(), state: z.enum(markStates).nullable() }))
  .output(z.object({ state: z.enum(markStates).nullable() }))
  .handler(async ({ context: { tx, viewer }, input: { id, state }, errors }) => {
    const own = and(eq(call_marks.user_id, viewer.id), eq(call_marks.call_id, id))
    if (state === null) {
      await tx.delete(call_marks).where(own)
      return { state }
    }
    // Two at once would each see one fewer.
    await tx.execute(sql`select from profiles where id = ${viewer.id}::uuid for update`)
    const changed = await tx
      .update(call_marks)
      .set({ state, changed_at: sql`case when state = ${state} then changed_at else now() end` })
      .where(own)
      .returning({ call_id: call_marks.call_id })
    if (changed.length > 0) return { state }
    if ((await tx.$count(call_marks, eq(call_marks.user_id, viewer.id))) >= serverLimits.callMarks)
      throw errors.LIMIT_REACHED()
    const inserted = await rows(tx)`
      insert into call_marks (user_id, call_id, state)
      select ${viewer.id}::uuid, calls.id, ${state} from calls join events on events.id = calls.event_id
      where calls.id = ${id}::uuid and ${isListed} returning call_id`
    if (inserted.length === 0) throw errors.NOT_FOUND()
    return { state }
  })

const setNote = signedIn
  .route(put('/calls/{id}/note', 'My private note about a call that I track'))
  .errors({ NOT_FOUND: { message: 'You do not track this call any more' } })
  .input(markForm.extend({ id: z.uuid() }))
  .output(z.void())
  .handler(async ({ context: { db, viewer }, input: { id, note }, errors }) => {
    const changed = await db
      .update(call_marks)
      .set({ note: note ?? null })
      .where(and(eq(call_marks.user_id, viewer.id), eq(call_marks.call_id, id)))
      .returning({ call_id: call_marks.call_id })
    if (changed.length === 0) throw errors.NOT_FOUND()
  })

export const callMarksApi = { mine, states, set, setNote }

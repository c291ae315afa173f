import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import { events } from '#features/events/events.tables.ts'
import { readSavedTalks } from '#features/programme/programme.server.ts'
import { del, get, memberChange, open, put, signedIn, withSession } from '#platform/procedures/procedure.ts'
import { sharedPlan } from './shared-plans.schemas.ts'
import { findPlan, planPath } from './shared-plans.server.ts'
import { shared_plans } from './shared-plans.tables.ts'

const eventKey = z.object({ event_id: z.uuid() })
/** Anybody with the path can read the plan. */
const path = z.object({ path: z.string() })

const mine = withSession
  .route(
    get(
      '/events/{event_id}/shared-plan',
      'The address at which others read my schedule for an event, if there is one',
    ),
  )
  .input(eventKey)
  .output(path.nullable())
  .handler(async ({ context: { db, viewer, sign }, input: { event_id } }) => {
    const [plan] = await db
      .select({ id: shared_plans.id })
      .from(shared_plans)
      .where(and(eq(shared_plans.user_id, viewer.id), eq(shared_plans.event_id, event_id)))
    return plan ? { path: planPath(plan.id, sign) } : null
  })

const share = memberChange
  .route(
    put('/events/{event_id}/shared-plan', 'Make an address at which others read my schedule for an event'),
  )
  .errors({ NOT_FOUND: { message: 'Conference not found' } })
  .input(eventKey)
  .output(path)
  .handler(async ({ context: { tx, viewer, sign }, input: { event_id }, errors }) => {
    // The foreign key would also let a hidden event through.
    const [event] = await tx
      .select({ id: events.id })
      .from(events)
      .where(eq(events.id, event_id))
      .for('key share')
    if (!event) throw errors.NOT_FOUND()
    const [plan] = await tx
      .insert(shared_plans)
      .values({ user_id: viewer.id, event_id })
      // An address that was given to somebody stays.
      .onConflictDoUpdate({ target: [shared_plans.user_id, shared_plans.event_id], set: { event_id } })
      .returning({ id: shared_plans.id })
    return { path: planPath(plan!.id, sign) }
  })

const revoke = signedIn
  .route(
    del('/events/{event_id}/shared-plan', 'Revoke the address at which others read my schedule for an event'),
  )
  .input(eventKey)
  .output(z.void())
  .handler(async ({ context: { db, viewer }, input: { event_id } }) => {
    await db
      .delete(shared_plans)
      .where(and(eq(shared_plans.user_id, viewer.id), eq(shared_plans.event_id, event_id)))
  })

const detail = open
  .route(get('/plans/{token}', 'The schedule that somebody shares'))
  .errors({ NOT_FOUND: { message: 'This plan is not shared any more' } })
  .input(z.object({ token: z.string().max(200) }))
  .output(sharedPlan)
  .handler(async ({ context: { db, sign }, input: { token }, errors }) => {
    const plan = await findPlan(db, token, sign)
    if (!plan) throw errors.NOT_FOUND()
    return { ...plan, talks: await readSavedTalks(db, plan.user_id, plan.event.id) }
  })

export const sharedPlansApi = { mine, share, revoke, detail }

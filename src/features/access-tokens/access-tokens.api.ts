import { createHash, randomBytes } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { editErrors, lockForEdit } from '#features/events/event-editing.server.ts'
import { isOrganiser } from '#features/events/events.rules.ts'
import { isOrganisedBy } from '#features/events/organisers.server.ts'
import { rows } from '#platform/database/db.ts'
import { byConstraint } from '#platform/procedures/by-constraint.ts'
import { del, get, post, withSession } from '#platform/procedures/procedure.ts'
import { serverLimits } from '#src/limits.ts'
import { type AccessToken, accessTokens, newAccessToken } from './access-tokens.schemas.ts'
import { access_tokens } from './access-tokens.tables.ts'

/** Of conferences. */
const maxChoices = 100

const list = withSession
  .route(
    get('/access-tokens', 'My access tokens, and the conferences whose programmes one of mine may change'),
  )
  .output(accessTokens)
  .handler(async ({ context: { db, viewer, today } }) => {
    const [tokens, conferences] = await Promise.all([
      rows<AccessToken>(db)`
        select id, name, scope, (select events.name from events where events.id = event_id) as conference,
          expires_at::text as expires_at, expires_at <= now() as is_expired, last_used_at::text as last_used_at
        from access_tokens where user_id = ${viewer.id}::uuid order by created_at, id`,
      rows<{ id: string; name: string }>(db)`
        select id, name from events where ${isOrganisedBy(viewer.id)} and end_date >= ${today}::date
        order by start_date, id limit ${maxChoices}`,
    ])
    return { tokens, conferences }
  })

const create = withSession
  .route(
    post(
      '/access-tokens',
      'Make an access token: a program reads as me, or changes the programme of a conference',
    ),
  )
  .errors({
    ...editErrors,
    LIMIT_REACHED: {
      status: 409,
      message: `You can have ${serverLimits.accessTokens} access tokens. Revoke one that you do not use.`,
    },
  })
  .input(newAccessToken)
  /** Only now: a hash of it is stored. */
  .output(z.object({ token: z.string() }))
  .handler(async ({ context: { db, viewer, mailNewAccessToken }, input, errors }) => {
    const { name, days, event_id } = input
    const token = `hw_${randomBytes(32).toString('base64url')}`
    const event = await db.transaction(async (tx) => {
      const event = event_id
        ? await lockForEdit(tx, event_id, { viewer, errors, may: isOrganiser })
        : undefined
      await tx
        .insert(access_tokens)
        .values({
          ...{ user_id: viewer.id, name, scope: event ? 'programme' : 'read', event_id: event?.id },
          hash: createHash('sha256').update(token).digest(),
          expires_at: sql`now() + make_interval(days => ${Number(days)})`,
        })
        .catch(byConstraint({ access_tokens_at_most_10_per_person: errors.LIMIT_REACHED }))
      return event
    })
    const allows = event ? `change the programme of ${event.name}` : 'read what you can read'
    await mailNewAccessToken({ id: viewer.id, email: viewer.email }, allows)
    return { token }
  })

const remove = withSession
  .route(del('/access-tokens/{id}', 'Revoke an access token'))
  .input(z.object({ id: z.uuid() }))
  .output(z.void())
  .handler(async ({ context: { db, viewer }, input }) => {
    await db
      .delete(access_tokens)
      .where(and(eq(access_tokens.id, input.id), eq(access_tokens.user_id, viewer.id)))
  })

export const accessTokensApi = { list, create, remove }

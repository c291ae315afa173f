import { createHash, randomBytes } from 'node:crypto'
import { and, asc, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { byConstraint } from '#platform/procedures/by-constraint.ts'
import { del, get, post, withSession } from '#platform/procedures/procedure.ts'
import { serverLimits } from '#src/limits.ts'
import { accessToken, newAccessToken } from './access-tokens.schemas.ts'
import { access_tokens } from './people.tables.ts'

const list = withSession
  .route(get('/access-tokens', 'My access tokens'))
  .output(z.array(accessToken))
  .handler(({ context: { db, viewer } }) =>
    db
      .select({
        id: access_tokens.id,
        name: access_tokens.name,
        scope: access_tokens.scope,
        expires_at: access_tokens.expires_at,
        is_expired: sql<boolean>`${access_tokens.expires_at} <= now()`,
        last_used_at: access_tokens.last_used_at,
      })
      .from(access_tokens)
      .where(eq(access_tokens.user_id, viewer.id))
      .orderBy(asc(access_tokens.created_at), asc(access_tokens.id)),
  )

const create = withSession
  .route(post('/access-tokens', 'Make an access token, with which a program reads as me'))
  .errors({
    LIMIT_REACHED: {
      status: 409,
      message: `You can have ${serverLimits.accessTokens} access tokens. Revoke one that you do not use.`,
    },
  })
  .input(newAccessToken)
  /** Only now: a hash of it is stored. */
  .output(z.object({ token: z.string() }))
  .handler(async ({ context: { db, viewer, mailNewAccessToken }, input: { name, days }, errors }) => {
    const token = `hw_${randomBytes(32).toString('base64url')}`
    await db
      .insert(access_tokens)
      .values({
        ...{ user_id: viewer.id, name, scope: 'read' },
        hash: createHash('sha256').update(token).digest(),
        expires_at: sql`now() + make_interval(days => ${Number(days)})`,
      })
      .catch(byConstraint({ access_tokens_at_most_10_per_person: errors.LIMIT_REACHED }))
    await mailNewAccessToken({ id: viewer.id, email: viewer.email })
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

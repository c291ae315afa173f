import { createHash } from 'node:crypto'
import { ORPCError } from '@orpc/server'
import { APIError } from 'better-auth/api'
import { sql } from 'drizzle-orm'
import { type Database, rows } from '#platform/database/db.ts'
import { genericPlan } from '#platform/database/joint-reads.ts'
import type { Viewer } from '#platform/procedures/procedure.ts'
import { isOutlived } from './account-guard.ts'
import { type Auth, sessionSeconds } from './auth.ts'

type Found = NonNullable<Viewer> & { has_second_factor: boolean; created_at: number; expires_at: number }

/** What is known of everybody who is signed in. */
const person = sql`
  profiles.id, full_name as name, email, avatar_url,
  (select count(*)::integer from notifications where user_id = profiles.id and read_at is null) as unread,
  (select json_agg(event_id) from event_organisers where user_id = profiles.id) as organises`

/**
 * Who makes a request, from its session cookie, with what the frame of every page shows of them; null for a visitor. Read
 * at each request, in one statement: a role that is taken away ends at once.
 */
export async function viewerOf(headers: Headers, auth: Auth, db: Database): Promise<Viewer> {
  const token = auth.sessionToken(headers.get('cookie'))
  if (!token) return null
  const [account] = await rows<Found>(db)`
    select ${person}, session.id as "sessionId",
      exists (select from user_roles where user_id = profiles.id and role = 'admin') as "isAdmin",
      exists (select from user_roles where user_id = profiles.id and role = 'steward') as "isSteward",
      "user".two_factor_enabled as has_second_factor,
      extract(epoch from session.created_at)::float8 * 1000 as created_at,
      extract(epoch from session.expires_at)::float8 * 1000 as expires_at
    from session join "user" on "user".id = session.user_id join profiles on profiles.id = session.user_id
    where token = ${token} ${genericPlan}`
  if (!account) return null
  const { has_second_factor, created_at, expires_at, organises, ...rest } = account
  const viewer = { ...rest, organises: organises ?? undefined }
  if (isOutlived({ createdAt: new Date(created_at) })) return null
  const isDue = expires_at - (sessionSeconds.expiresIn - sessionSeconds.updateAge) * 1000 <= Date.now()
  if (isDue && !(await extendSession(headers, auth))) return null
  const needsSecondFactor = auth.requireAdminSecondFactor && viewer.isAdmin && !has_second_factor
  // Not even a page that only hides what it should refuse takes them for an administrator.
  return needsSecondFactor ? { ...viewer, isAdmin: false, needsSecondFactor } : viewer
}

const invalidToken =
  'This access token does not work: it is misspelt, expired or revoked, or its account is suspended. Make a new one in your account settings.'

/** Whose access token it is: without a session, and never an administrator or a steward. */
export async function viewerOfToken(token: string, db: Database): Promise<NonNullable<Viewer>> {
  const hash = createHash('sha256').update(token).digest('hex')
  const [account] = await rows<NonNullable<Viewer> & { token_id: string; is_due: boolean }>(db)`
    select ${person}, false as "isAdmin", scope as "tokenScope", event_id as "tokenEventId", access_tokens.id as token_id,
      last_used_at is distinct from current_date as is_due
    from access_tokens join profiles on profiles.id = access_tokens.user_id join "user" on "user".id = profiles.id
    where hash = decode(${hash}, 'hex') and access_tokens.expires_at > now() ${genericPlan}`
  if (!account) throw new ORPCError('UNAUTHORIZED', { message: invalidToken })
  const { token_id, is_due, organises, ...viewer } = account
  if (is_due)
    await db.execute(sql`update access_tokens set last_used_at = current_date where id = ${token_id}::uuid`)
  return { ...viewer, organises: organises ?? undefined }
}

/** Has Better Auth extend a session once a day, or remove it when it has expired. */
const extendSession = (headers: Headers, auth: Auth) =>
  auth.api.getSession({ headers }).catch((error: unknown) => {
    // Better Auth hides why it could not read the session. There is one reason: the database is away (failures.ts).
    const isHidden = error instanceof APIError && error.statusCode >= 500
    throw isHidden
      ? Object.assign(new Error('No session can be read', { cause: error }), { code: 'ECONNRESET' })
      : error
  })

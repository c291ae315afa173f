import { APIError } from 'better-auth/api'
import { sql } from 'drizzle-orm'
import { type Database, rows } from '#platform/database/db.ts'
import { genericPlan } from '#platform/database/joint-reads.ts'
import type { Viewer } from '#platform/procedures/procedure.ts'
import { isOutlived } from './account-guard.ts'
import { type Auth, sessionSeconds } from './auth.ts'

type Found = NonNullable<Viewer> & { has_second_factor: boolean; created_at: number; expires_at: number }

/**
 * Who makes a request, from its session cookie, with what the frame of every page shows of them; null for a visitor. Read
 * at each request, in one statement: a role that is taken away ends at once.
 */
export async function viewerOf(headers: Headers, auth: Auth, db: Database): Promise<Viewer> {
  const token = auth.sessionToken(headers.get('cookie'))
  if (!token) return null
  const [account] = await rows<Found>(
    db,
    genericPlan(sql`
      select profiles.id, session.id as "sessionId", full_name as name, email, avatar_url,
        exists (select from user_roles where user_id = profiles.id and role = 'admin') as "isAdmin",
        exists (select from user_roles where user_id = profiles.id and role = 'steward') as "isSteward",
        (select count(*)::integer from notifications where user_id = profiles.id and read_at is null) as unread,
        (select json_agg(event_id) from event_organisers where user_id = profiles.id) as organises,
        "user".two_factor_enabled as has_second_factor,
        extract(epoch from session.created_at)::float8 * 1000 as created_at,
        extract(epoch from session.expires_at)::float8 * 1000 as expires_at
      from session join "user" on "user".id = session.user_id join profiles on profiles.id = session.user_id
      where token = ${token}`),
  )
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

/** Has Better Auth extend a session once a day, or remove it when it has expired. */
const extendSession = (headers: Headers, auth: Auth) =>
  auth.api.getSession({ headers }).catch((error: unknown) => {
    // Better Auth hides why it could not read the session. There is one reason: the database is away (failures.ts).
    const isHidden = error instanceof APIError && error.statusCode >= 500
    throw isHidden
      ? Object.assign(new Error('No session can be read', { cause: error }), { code: 'ECONNRESET' })
      : error
  })

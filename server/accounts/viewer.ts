import { APIError } from 'better-auth/api'
import { and, eq, sql } from 'drizzle-orm'
import { profiles, user_roles } from '#features/people/people.tables.ts'
import type { Database } from '#server/database/db.ts'
import type { Viewer } from '#server/procedures/procedure.ts'
import { isOutlived } from './account-guard.ts'
import type { Auth } from './auth.ts'

/** Who makes a request, from its session cookie; null for a visitor. The role is read at each request: taking it away works at once. */
export async function viewerOf(headers: Headers, auth: Auth, db: Database): Promise<Viewer> {
  if (!auth.hasSession(headers.get('cookie'))) return null
  const found = await auth.api.getSession({ headers }).catch((error: unknown) => {
    // Better Auth hides why it could not read the session. There is one reason: the database is away (failures.ts).
    const isHidden = error instanceof APIError && error.statusCode >= 500
    throw isHidden
      ? Object.assign(new Error('No session can be read', { cause: error }), { code: 'ECONNRESET' })
      : error
  })
  if (!found || isOutlived(found.session)) return null
  const [profile] = await db
    .select({
      name: profiles.full_name,
      avatar_url: profiles.avatar_url,
      isAdmin: sql<boolean>`${user_roles.role} is not null`,
    })
    .from(profiles)
    .leftJoin(user_roles, and(eq(user_roles.user_id, profiles.id), eq(user_roles.role, 'admin')))
    .where(eq(profiles.id, found.user.id))
  if (!profile) return null
  const needsSecondFactor = auth.requireAdminSecondFactor && profile.isAdmin && !found.user.twoFactorEnabled
  return {
    id: found.user.id,
    email: found.user.email,
    ...profile,
    // Not even a page that only hides what it should refuse takes them for an administrator.
    ...(needsSecondFactor && { isAdmin: false, needsSecondFactor }),
  }
}

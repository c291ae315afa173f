import { ORPCError } from '@orpc/server'
import { and, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { listedUser } from '#features/people/people.schemas.ts'
import { profiles, user_roles } from '#features/people/people.tables.ts'
import { containing } from '#lib/text.ts'
import { type Database, rows } from '#platform/database/db.ts'
import { numberedPage } from '#platform/database/numbered-page.ts'
import { byConstraint } from '#platform/procedures/by-constraint.ts'
import { adminOnly, del, get, put, type Viewer } from '#platform/procedures/procedure.ts'
import { limits, serverLimits } from '#src/limits.ts'
import { recordAdminAction } from './admin-actions.server.ts'

const total = adminOnly
  .route(get('/counts/people', 'How many people there are'))
  .output(z.number().int())
  .handler(({ context }) => context.db.$count(profiles))

/** Pages by number, not by cursor: the page says "Page X of Y". */
const listForAdmins = adminOnly
  .route(get('/users', 'All users by name, with their roles; a term with @ is a whole address'))
  .meta({ failure: 'Error fetching profiles or user roles: Unknown error occurred' })
  .input(
    z.object({
      page: z.coerce.number().int().min(1).max(1_000_000).default(1),
      search: z.string().trim().min(limits.searchTermMin).max(limits.email).optional(),
      suspended: z.literal('only').optional(),
    }),
  )
  .output(
    z.object({
      users: z.array(listedUser),
      page: z.number().int(),
      pages: z.number().int(),
      total: z.number().int(),
    }),
  )
  .handler(async ({ context: { db }, input: { page: requestedPage, search, suspended } }) => {
    const conditions = [
      ...(search === undefined
        ? []
        : search.includes('@')
          ? [sql`id in (select id from "user" where email = lower(${search}))`]
          : [sql`joined(name_key) like ${containing(search)}`]),
      ...(suspended ? [sql`id in (select user_id from suspensions)`] : []),
    ]
    // With those who are suspended: the view leaves them out.
    const matching = sql`all_profiles ${conditions.length > 0 ? sql`where ${sql.join(conditions, sql` and `)}` : sql``}`
    const [counted] = await rows<{ n: number }>(db)`select count(*)::integer as n from ${matching}`
    const userCount = counted!.n
    const { page, pages, length, offset, isBackwards } = numberedPage(
      requestedPage,
      userCount,
      serverLimits.adminUsersPerPage,
    )
    const order = isBackwards ? sql`order by name_key desc, id desc` : sql`order by name_key, id`
    const users = await rows<z.infer<typeof listedUser>>(db)`
      select id, full_name, avatar_url, has_role(id, 'admin') as is_admin, has_role(id, 'steward') as is_steward,
        id in (select user_id from suspensions) as is_suspended
      from all_profiles
      where id in (
        select id from ${matching}
        ${order} offset ${offset} limit ${length}
      ) order by name_key, id`
    return { users, page, pages, total: userCount }
  })

const change = adminOnly
  .meta({ failure: 'Failed to update user role' })
  .errors({
    NOT_FOUND: { message: 'Unknown user' },
    CONFLICT: { message: 'The last admin cannot be removed' },
  })
  .input(z.object({ user_id: z.uuid() }))
  .output(z.void())
type Changing = { db: Database; viewer: NonNullable<Viewer> }
type Role = 'admin' | 'steward'

async function changeRole(
  { db, viewer }: Changing,
  role: Role,
  { user_id, isGiven }: { user_id: string; isGiven: boolean },
) {
  await db.transaction(async (tx) => {
    const [person] = await tx.select().from(profiles).where(eq(profiles.id, user_id)).for('key share')
    if (!person) throw new ORPCError('NOT_FOUND', { message: 'Unknown user' })
    const isRole = and(eq(user_roles.user_id, user_id), eq(user_roles.role, role))
    const changed = isGiven
      ? await tx.insert(user_roles).values({ user_id, role }).onConflictDoNothing().returning()
      : await tx.delete(user_roles).where(isRole).returning()
    if (changed.length === 0) return
    await recordAdminAction(tx, viewer, {
      action: `${role}_${isGiven ? 'added' : 'removed'}`,
      subject: person.full_name ?? 'Unnamed User',
      path: `/u/${user_id}`,
    })
  })
}

const addAdminRole = change
  .route(put('/users/{user_id}/admin-role', 'Give a user the admin role'))
  .handler(({ context, input: { user_id } }) => changeRole(context, 'admin', { user_id, isGiven: true }))

const removeAdminRole = change
  .route(del('/users/{user_id}/admin-role', 'Remove the admin role from a user; the last admin keeps it'))
  .handler(({ context, input: { user_id }, errors }) =>
    changeRole(context, 'admin', { user_id, isGiven: false }).catch(
      byConstraint({ user_roles_keep_one_admin: errors.CONFLICT }),
    ),
  )

const addStewardRole = change
  .route(put('/users/{user_id}/steward-role', 'Have a user decide what waits, except about accounts'))
  .handler(({ context, input: { user_id } }) => changeRole(context, 'steward', { user_id, isGiven: true }))

const removeStewardRole = change
  .route(del('/users/{user_id}/steward-role', 'Remove the steward role from a user'))
  .handler(({ context, input: { user_id } }) => changeRole(context, 'steward', { user_id, isGiven: false }))

export const usersApi = {
  ...{ total, listForAdmins, addAdminRole, removeAdminRole, addStewardRole, removeStewardRole },
}

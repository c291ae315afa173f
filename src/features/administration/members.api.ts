import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { personWithId } from '#features/people/person-card.server.ts'
import { type Database, rows } from '#platform/database/db.ts'
import { adminChange, adminOnly, get, post, put } from '#platform/procedures/procedure.ts'
import { limits, serverLimits } from '#src/limits.ts'
import { recordAdminAction } from './admin-actions.server.ts'
import { type MemberForAdmins, memberForAdmins } from './members.schemas.ts'
import { readBranch } from './suspensions.server.ts'

export const byUser = z.object({ user_id: z.uuid() })
const errors = { NOT_FOUND: { message: 'Unknown user' } }
export const memberProcedure = adminChange.errors(errors)

const member = adminOnly
  .route(get('/users/{user_id}', 'A member with who invited them, whom they invited and what is theirs'))
  .errors(errors)
  .input(byUser)
  .output(memberForAdmins)
  .handler(async ({ context: { db }, input: { user_id }, errors }) => {
    const [memberRow] = await rows<Omit<MemberForAdmins, 'branch' | 'branch_admins'>>(db)`
      select member.id, full_name, avatar_url, has_role(member.id, 'admin') as is_admin,
        email_verified as is_confirmed, member.created_at::text, suspensions.created_at::text as suspended_at,
        (select count(*)::integer from suspensions where root_id = member.id or user_id = member.id) as suspended_together,
        extra_invitations, ${personWithId(sql`(select created_by from invitation_codes where used_by = member.id limit 1)`, sql`all_profiles`)} as invited_by,
        (select count(*)::integer from invitation_codes where created_by = member.id and used_by is not null) as invited,
        (select count(*)::integer from session where user_id = member.id and expires_at > now()) as sessions,
        (select json_build_object('id', id, 'name', name, 'is_hidden', is_hidden) from all_speakers where user_id = member.id) as speaker,
        (select count(*)::integer from all_events where created_by = member.id) as conference_count,
        (
          select coalesce(json_agg(owned), '[]') from (
            select id, name, slug, start_date, is_hidden from all_events where created_by = member.id
            order by start_date desc, id limit ${serverLimits.memberConferences}
          ) as owned
        ) as conferences
      from all_profiles as member join "user" on "user".id = member.id left join suspensions on user_id = member.id
      where member.id = ${user_id}::uuid`
    if (!memberRow) throw errors.NOT_FOUND()
    const { invited, admins } = await readBranch(db, user_id)
    return { ...memberRow, branch: invited, branch_admins: admins }
  })

export async function nameOf(tx: Database, id: string): Promise<string | undefined> {
  const [person] = await rows<{ name: string }>(tx)`
    select coalesce(full_name, 'Unnamed User') as name from all_profiles where id = ${id}::uuid for key share`
  return person?.name
}

export const pathOf = (id: string) => `/admin/users/${id}`

const signOut = memberProcedure
  .route(post('/users/{user_id}/sign-out', 'End all sessions of a member'))
  .input(byUser)
  .output(z.object({ sessions: z.number().int() }))
  .handler(async ({ context: { tx, viewer }, input: { user_id }, errors }) => {
    const subject = await nameOf(tx, user_id)
    if (subject === undefined) throw errors.NOT_FOUND()
    const ended = await rows(tx)`delete from session where user_id = ${user_id}::uuid returning 1`
    await recordAdminAction(tx, viewer, { action: 'member_signed_out', subject, path: pathOf(user_id) })
    return { sessions: ended.length }
  })

const setExtraInvitations = memberProcedure
  .route(
    put('/users/{user_id}/extra-invitations', 'How many more invitation codes than others a member may have'),
  )
  .input(byUser.extend({ extra: z.number().int().min(0).max(limits.extraInvitations) }))
  .output(z.void())
  .handler(async ({ context: { tx, viewer }, input: { user_id, extra }, errors }) => {
    const [before] = await rows<{ name: string; extra: number }>(tx)`
      select coalesce(full_name, 'Unnamed User') as name, extra_invitations as extra
      from all_profiles where id = ${user_id}::uuid for no key update`
    if (!before) throw errors.NOT_FOUND()
    if (before.extra === extra) return
    await tx.execute(sql`update all_profiles set extra_invitations = ${extra} where id = ${user_id}::uuid`)
    await recordAdminAction(tx, viewer, {
      action: 'extra_invitations_changed',
      subject: before.name,
      path: pathOf(user_id),
      before: { extra_invitations: before.extra },
      after: { extra_invitations: extra },
    })
  })

export const membersApi = { member, signOut, setExtraInvitations }

import { eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { recordAdminAction } from '#features/administration/admin-actions.server.ts'
import { profiles } from '#features/people/people.tables.ts'
import { momentCursor, momentKey, pageOf } from '#lib/cursor.ts'
import { constraintOf, type Database, rows } from '#platform/database/db.ts'
import {
  adminChange,
  adminOnly,
  get,
  open,
  post,
  signedIn,
  type Viewer,
  withSession,
} from '#platform/procedures/procedure.ts'
import { codeLimits, consume, refund, tooMany } from '#platform/rate-limits.ts'
import { limits, serverLimits } from '#src/limits.ts'
import { checkCode, revokeCode } from './invitation-codes.server.ts'
import { invitationQuota, seesAllInvitations } from './invitations.rules.ts'
import {
  type Invitation,
  type InvitationAudit,
  invitationAudit,
  invitationForm,
  invitationPage,
} from './invitations.schemas.ts'
import { invitation_codes } from './invitations.tables.ts'
import { generateCode } from './invitations.ts'

const allCreated = (limit: number | null) => `You have created all of your ${limit} invitation codes.`

const validate = open
  .route(post('/invitations/validate', 'Whether an invitation code is valid'))
  .errors({ TOO_MANY_REQUESTS: { message: 'Too many attempts' } })
  .input(z.object({ code: z.string().max(100) }))
  .output(z.boolean())
  .handler(async ({ context, input, errors }) => {
    const { isValid, wait } = await checkCode(context.db, input.code, context.address)
    if (wait > 0) throw errors.TOO_MANY_REQUESTS({ message: tooMany(wait) })
    return isValid
  })

const generate = signedIn
  .route(post('/invitations/generate', 'Generate a code to create an invitation with'))
  .output(z.string())
  .handler(() => generateCode())

async function readQuota(db: Database, viewer: NonNullable<Viewer>) {
  const [row] = await rows<{ counted: number; extra: number }>(db)`
    select extra_invitations as extra, (
      select count(*)::integer from invitation_codes
      where created_by = profiles.id and (used_at is not null or is_active and (expires_at is null or expires_at > now()))
    ) as counted
    from profiles where id = ${viewer.id}::uuid`
  return invitationQuota(viewer, row ?? { counted: 0, extra: 0 })
}

const create = signedIn
  .route(post('/invitations', 'Create an invitation code'))
  .errors({
    BAD_REQUEST: { message: 'The last day must be today or later' },
    CONFLICT: { message: 'This code is taken. Please choose another one.' },
    FORBIDDEN: { message: allCreated(limits.invitationCodes) },
    TOO_MANY_REQUESTS: { message: 'Too many attempts' },
  })
  .input(invitationForm)
  .output(z.object({ id: z.uuid(), code: z.string() }))
  .handler(async ({ context: { db, viewer, today, address }, input, errors }) => {
    if (input.expires_at && input.expires_at < today) throw errors.BAD_REQUEST()
    // The answer "taken" reveals an existing code, so choosing one counts as a guess.
    const guess = input.code ? codeLimits(address) : []
    const wait = await consume(db, guess)
    if (wait > 0) throw errors.TOO_MANY_REQUESTS({ message: tooMany(wait) })
    try {
      const created = await db.transaction(async (tx) => {
        // Locks the person, so that concurrent requests cannot exceed the limit.
        await tx
          .select({ id: profiles.id })
          .from(profiles)
          .where(eq(profiles.id, viewer.id))
          .for('no key update')
        const { left, limit } = await readQuota(tx, viewer)
        if (left === 0) throw errors.FORBIDDEN({ message: allCreated(limit) })
        const [row] = await tx
          .insert(invitation_codes)
          .values({
            code: input.code ?? generateCode(),
            created_by: viewer.id,
            expires_at:
              input.expires_at && sql`(${input.expires_at}::date + 1)::timestamp at time zone 'UTC'`,
          })
          .returning({ id: invitation_codes.id, code: invitation_codes.code })
        return row!
      })
      await refund(db, guess)
      return created
    } catch (error) {
      if (constraintOf(error) === 'invitation_codes_code_is_unique') throw errors.CONFLICT()
      await refund(db, guess)
      throw error
    }
  })

const list = withSession
  .route(get('/invitations', 'My invitation codes, newest first; all codes for an administrator'))
  .input(z.object({ after: momentCursor.optional() }))
  .output(invitationPage)
  .handler(async ({ context: { db, viewer }, input }) => {
    const [moment, id] = input.after?.split('_') ?? []
    // Administrators see who is suspended, too.
    const people = sql.raw(seesAllInvitations(viewer) ? 'all_profiles' : 'profiles')
    const person = (column: 'created_by' | 'used_by') => sql`(
      select json_build_object('id', person.id, 'full_name', person.full_name) from ${people} as person
      where person.id = code.${sql.raw(column)}
    ) as ${sql.raw(column)}`
    const codeRows = await rows<Invitation>(db)`
      select id, code.code, created_at, expires_at, tried_at, used_at, ${person('created_by')}, ${person('used_by')},
        case
          when used_at is not null then 'used' when not is_active then 'revoked' when expires_at <= now() then 'expired'
          when tried_at > now() - interval '1 hour' then 'held' else 'active'
        end as state,
        to_char(expires_at at time zone 'UTC' - interval '1 microsecond', 'YYYY-MM-DD') as last_day
      from invitation_codes as code
      where ${seesAllInvitations(viewer) ? sql`true` : sql`code.created_by = ${viewer.id}::uuid`}
        ${moment ? sql`and (created_at, id) < (${moment}::timestamptz, ${id}::uuid)` : sql``}
      order by created_at desc, id desc limit ${serverLimits.invitationsPerPage + 1}`
    const { items: codes, next } = pageOf(codeRows, serverLimits.invitationsPerPage, momentKey)
    return { codes, next, ...(await readQuota(db, viewer)) }
  })

const revoke = adminChange
  .route(post('/invitations/{code}/revoke', 'Revoke an invitation code that nobody has used'))
  .errors({ NOT_FOUND: { message: 'This code has already been used or revoked' } })
  .input(z.object({ code: z.string().max(20) }))
  .output(z.void())
  .handler(async ({ context: { tx, viewer }, input: { code }, errors }) => {
    if (!(await revokeCode(tx, code))) throw errors.NOT_FOUND()
    // Without the code: the trail names what was done, not a secret.
    await recordAdminAction(tx, viewer, {
      action: 'code_revoked',
      subject: `${code.slice(0, 4)}…`,
      path: '/admin/invitations',
    })
  })

const activeTotal = adminOnly
  .route(get('/counts/invitations', 'How many invitation codes are valid'))
  .output(z.number().int())
  .handler(({ context }) =>
    // These conditions match the partial index on codes that may still expire.
    context.db.$count(
      invitation_codes,
      sql`used_at is null and not is_expiry_logged and is_active and (expires_at is null or expires_at > now())`,
    ),
  )

const audit = adminOnly
  .route(get('/invitations/audit', 'The audit log of invitation codes, newest first'))
  .output(z.array(invitationAudit))
  .handler(
    ({ context: { db } }) =>
      rows<InvitationAudit>(db)`
      select log.id::float8 as id, action, metadata ->> 'code' as code, user_id, created_at
      from invitation_code_audit as log order by log.created_at desc, log.id desc limit ${serverLimits.auditLog}`,
  )

export const invitationsApi = { validate, generate, create, revoke, list, activeTotal, audit }

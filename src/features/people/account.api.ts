import { and, eq, lt, sql } from 'drizzle-orm'
import { z } from 'zod'
import { constraintOf, rows } from '#platform/database/db.ts'
import { del, get, open, post, signedIn, withSession } from '#platform/procedures/procedure.ts'
import { consume, passwordLimit, refund, tooMany } from '#platform/rate-limits.ts'
import { limits, serverLimits } from '#src/limits.ts'
import { findAddressChange } from './address-change.server.ts'
import { deleteAccount } from './delete-account.server.ts'
import { deviceName } from './device.ts'
import { accountSession, deleteAccountForm, waitingAddressChange } from './people.schemas.ts'
import { address_changes, profiles, session, user } from './people.tables.ts'
import { deletionPhrase } from './people.ts'

const canReset = open
  .route(post('/account/can-reset', 'Whether the link of a mail for a new password still works'))
  .input(z.object({ token: z.string().max(200) }))
  .output(z.boolean())
  .handler(async ({ context: { db }, input: { token } }) => {
    // As Better Auth stores it. A token has more bits than can be guessed.
    const [row] = await rows<{ is_usable: boolean }>(db)`
      select exists (select from verification where identifier = ${`reset-password:${token}`} and expires_at > now()) as is_usable`
    return row?.is_usable === true
  })

const secondFactor = withSession
  .route(get('/account/second-factor', 'Whether signing in to my account takes a second factor'))
  .output(z.object({ is_on: z.boolean() }))
  .handler(async ({ context: { db, viewer } }) => {
    const [row] = await db.select({ is_on: user.twoFactorEnabled }).from(user).where(eq(user.id, viewer.id))
    return { is_on: row?.is_on === true }
  })

type Session = z.infer<typeof accountSession> & { user_agent: string | null }

const sessions = withSession
  .route(get('/account/sessions', 'Where I am signed in: this device first, then by last use'))
  .output(z.array(accountSession))
  .handler(async ({ context: { db, viewer } }) => {
    const isCurrent = sql`(id = ${viewer.sessionId ?? null}::uuid) is true`
    const sessionRows = await rows<Session>(db)`
      select id, user_agent, ip_address as address, created_at, updated_at as used_at, ${isCurrent} as is_current
      from session where user_id = ${viewer.id}::uuid and expires_at > now()
      order by ${isCurrent} desc, updated_at desc, id limit ${serverLimits.sessionsShown}`
    return sessionRows.map(({ user_agent, address, ...row }) => ({
      ...row,
      device: deviceName(user_agent),
      address: address || null,
    }))
  })

const addressChange = withSession
  .route(get('/account/address-change', 'The new mail address that waits for confirmation, or null'))
  .output(waitingAddressChange.nullable())
  .handler(async ({ context: { db, viewer } }) => {
    const [change] = await rows<z.infer<typeof waitingAddressChange>>(db)`
      select new_email, old_confirmed_at is not null as is_old_confirmed, new_confirmed_at is not null as is_new_confirmed
      from address_changes where user_id = ${viewer.id}::uuid and expires_at > now()`
    return change && !(change.is_old_confirmed && change.is_new_confirmed) ? change : null
  })

const withdrawAddressChange = signedIn
  .route(del('/account/address-change', 'Keep the mail address that my account has'))
  .output(z.void())
  .handler(async ({ context: { db, viewer } }) => {
    await db.delete(address_changes).where(eq(address_changes.user_id, viewer.id))
  })

const addressConfirmation = open
  .route(post('/account/address-confirmation', 'What the link of a mail about a new mail address is about'))
  .errors({ NOT_FOUND: { message: 'This link no longer works' } })
  .input(z.object({ token: z.string().max(200) }))
  .output(z.object({ new_email: z.string(), is_confirmed: z.boolean(), is_complete: z.boolean() }))
  .handler(async ({ context: { db }, input: { token }, errors }) => {
    const change = await findAddressChange(db, token)
    if (!change) throw errors.NOT_FOUND()
    return change
  })

/** Of a call from this process. */
const noSession = '00000000-0000-0000-0000-000000000000'

const remove = signedIn
  .route(post('/account/delete', 'Delete my account permanently'))
  .errors({
    NAME_MISMATCH: {
      status: 422,
      message: 'Name does not match. Please enter your exact full name.',
    },
    PASSWORD_NEEDED: {
      status: 403,
      message: 'You signed in more than an hour ago: please enter your password, too.',
    },
    INVALID_PASSWORD: { status: 422, message: 'Current password is incorrect' },
    INVALID_CODE: { status: 422, message: 'This code is not right' },
    TOO_MANY_REQUESTS: { status: 429, message: 'Too many attempts. Please wait before trying again.' },
    LAST_ADMIN: {
      status: 409,
      message: 'You are the last administrator. Give another user the admin role first.',
    },
    SPEAKER_STAYS: { status: 500, message: 'Failed to disconnect speaker profile' },
    PROFILE_STAYS: { status: 500, message: 'Failed to delete profile' },
    ACCOUNT_STAYS: { status: 500, message: 'Failed to delete account' },
  })
  .input(deleteAccountForm)
  .output(z.void())
  .handler(async ({ context: { db, viewer, confirmIdentity }, input, errors }) => {
    const refuseOtherName = ({ name }: { name: string | null }) => {
      if (input.confirmName.normalize() !== deletionPhrase({ ...viewer, name }).normalize()) {
        throw errors.NAME_MISMATCH(
          name?.trim()
            ? {}
            : { message: 'Email does not match. Please enter the email address of your account.' },
        )
      }
    }
    const freshSince = new Date(Date.now() - limits.freshSessionMinutes * 60_000)
    const isOld = and(eq(session.id, viewer.sessionId ?? noSession), lt(session.createdAt, freshSince))
    if ((await db.$count(session, isOld)) > 0) {
      const [profile] = await db
        .select({ name: profiles.full_name })
        .from(profiles)
        .where(eq(profiles.id, viewer.id))
      // Before a code is used up.
      if (profile) refuseOtherName(profile)
      if (!input.password) throw errors.PASSWORD_NEEDED()
      const wait = await consume(db, passwordLimit(viewer.id))
      if (wait > 0) throw errors.TOO_MANY_REQUESTS({ message: tooMany(wait) })
      const refusal = await confirmIdentity(viewer.id, input)
      if (refusal) throw errors[refusal.code]({ message: refusal.message })
      await refund(db, passwordLimit(viewer.id))
    }
    await db.transaction(async (tx) => {
      const [profile] = await tx
        .select({ name: profiles.full_name })
        .from(profiles)
        .where(eq(profiles.id, viewer.id))
        .for('update')
      // Deleted meanwhile in another window.
      if (!profile) return
      refuseOtherName(profile)
      await deleteAccount(tx, { ...viewer, name: profile.name }, async (step, work) => {
        try {
          await work()
        } catch (error) {
          if (constraintOf(error) === 'user_roles_keep_one_admin') throw errors.LAST_ADMIN()
          const failures = {
            speaker: errors.SPEAKER_STAYS,
            profile: errors.PROFILE_STAYS,
            account: errors.ACCOUNT_STAYS,
          }
          throw failures[step]({ cause: error })
        }
      })
    })
  })

export const accountApi = {
  canReset,
  secondFactor,
  addressChange,
  withdrawAddressChange,
  addressConfirmation,
  remove,
  sessions,
}

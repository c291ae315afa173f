import { eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { deleteCountsOf } from '#server/accounts/rate-limits.ts'
import { constraintOf, type Database, rows } from '#server/database/db.ts'
import { open, signedIn } from '#server/procedures/procedure.ts'
import { deleteAccountForm } from './people.schemas.ts'
import { profiles, user } from './people.tables.ts'
import { deletionPhrase } from './people.ts'

const canReset = open
  .route({
    method: 'POST',
    path: '/account/can-reset',
    tags: ['Account'],
    summary: 'Whether the link of a mail for a new password still works',
  })
  .input(z.object({ token: z.string().max(200) }))
  .output(z.boolean())
  .handler(async ({ context: { db }, input: { token } }) => {
    // As Better Auth stores it. A token has more bits than can be guessed.
    const [row] = await rows<{ is_usable: boolean }>(
      db,
      sql`select exists (select from verification where identifier = ${`reset-password:${token}`} and expires_at > now()) as is_usable`,
    )
    return row?.is_usable === true
  })

const secondFactor = signedIn
  .route({
    method: 'GET',
    path: '/account/second-factor',
    tags: ['Account'],
    summary: 'Whether signing in to my account takes a second factor',
  })
  .output(z.object({ is_on: z.boolean() }))
  .handler(async ({ context: { db, viewer } }) => {
    const [row] = await db.select({ is_on: user.twoFactorEnabled }).from(user).where(eq(user.id, viewer.id))
    return { is_on: row?.is_on === true }
  })

const remove = signedIn
  .route({
    method: 'POST',
    path: '/account/delete',
    tags: ['Account'],
    summary: 'Delete my account permanently',
  })
  .errors({
    NAME_MISMATCH: {
      status: 422,
      message: 'Name does not match. Please enter your exact full name.',
    },
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
  .handler(async ({ context: { db, viewer }, input, errors }) => {
    await db.transaction(async (tx) => {
      const [profile] = await tx
        .select({ name: profiles.full_name })
        .from(profiles)
        .where(eq(profiles.id, viewer.id))
        .for('update')
      // Deleted meanwhile in another window.
      if (!profile) return
      if (input.confirmName.normalize() !== deletionPhrase({ ...viewer, ...profile }).normalize()) {
        throw errors.NAME_MISMATCH(
          profile.name?.trim()
            ? {}
            : { message: 'Email does not match. Please enter the email address of your account.' },
        )
      }
      // In SQL, because people may not import speakers (import rules).
      await step(errors.SPEAKER_STAYS, async () => {
        await tx.execute(sql`
          with recursive records as (
            select id::text as key from speakers where user_id = ${viewer.id}::uuid
            union select old.key from old_addresses as old join records on old.kind = 'speaker' and old.new_key = records.key
          )
          update admin_actions set subject = 'Anonymous', before = null, after = null
          where path in (select '/speakers/' || key from records)
            or (action = 'speaker_deleted' and before ->> 'user' = ${viewer.id})`)
        // They hold what the records merged into this one said.
        await tx.execute(sql`
          delete from speaker_merges where kept_id in (select id from speakers where user_id = ${viewer.id}::uuid)`)
        await tx.execute(sql`
          delete from social_links where speaker_id in (select id from speakers where user_id = ${viewer.id}::uuid)`)
        await tx.execute(sql`
          update speakers set user_id = null, name = 'Anonymous', bio = null, image_url = null
          where user_id = ${viewer.id}::uuid`)
      })
      await step(errors.PROFILE_STAYS, async () => {
        // Mail and notices to the person, or that name them, go with the rows below.
        await deleteCountsOf(tx, viewer)
        await tx.update(profiles).set({ avatar_url: null }).where(eq(profiles.id, viewer.id))
        await tx.execute(sql`
          delete from pictures where uploaded_by = ${viewer.id}::uuid and not is_picture_used(name)`)
        await anonymizeAuditTrail(tx, viewer.id, profile.name)
        await tx.delete(profiles).where(eq(profiles.id, viewer.id))
      })
      await step(errors.ACCOUNT_STAYS, async () => {
        await tx.delete(user).where(eq(user.id, viewer.id))
      })
    })

    /** An error in a step becomes its declared error; the transaction is rolled back. */
    async function step(errorOf: (options: { cause: unknown }) => Error, work: () => Promise<void>) {
      try {
        await work()
      } catch (error) {
        if (constraintOf(error) === 'user_roles_keep_one_admin') throw errors.LAST_ADMIN()
        throw errorOf({ cause: error })
      }
    }
  })

/** The audit trail keeps what administrators did, without the name. Claims rejected before 0018 are found by the name only. */
async function anonymizeAuditTrail(tx: Database, id: string, name: string | null): Promise<void> {
  const replacement = sql`'{"name": "Deleted account", "claimant": "Deleted account"}'::jsonb`
  await tx.execute(sql`update admin_actions set subject = 'Deleted account' where path = ${`/u/${id}`}`)
  await tx.execute(sql`
    update admin_actions set after = after || (
      select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(${replacement}) where after ? key
    )
    where after ->> 'owner' = ${id} or after ->> 'user' = ${id}
      or (action = 'event_claim_rejected' and not after ? 'user' and after ->> 'claimant' = ${name})`)
}

export const accountApi = { canReset, secondFactor, remove }

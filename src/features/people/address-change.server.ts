import { createHash, randomBytes } from 'node:crypto'
import { and, eq, gt, or, sql } from 'drizzle-orm'
import type { Database } from '#platform/database/db.ts'
import { address_changes, profiles, user, verification } from './people.tables.ts'

/** How long both mailboxes have to confirm. */
export const addressChangeSeconds = 24 * 3600

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')

/** Begins a change in place of one that was begun before; returns what the two mails lead to. */
export async function beginAddressChange(
  db: Database,
  { id, email }: { id: string; email: string },
  new_email: string,
): Promise<{ oldToken: string; newToken: string }> {
  const [oldToken, newToken] = [randomBytes(24).toString('base64url'), randomBytes(24).toString('base64url')]
  const change = {
    old_email: email,
    new_email,
    old_token_hash: hashOf(oldToken),
    new_token_hash: hashOf(newToken),
    old_confirmed_at: null,
    new_confirmed_at: null,
    created_at: sql`now()`,
    expires_at: sql`now() + make_interval(secs => ${addressChangeSeconds}::integer)`,
  }
  await db
    .insert(address_changes)
    .values({ user_id: id, ...change })
    .onConflictDoUpdate({ target: address_changes.user_id, set: change })
  return { oldToken, newToken }
}

const isOfToken = (token: string) => {
  const hash = hashOf(token)
  return and(
    or(eq(address_changes.old_token_hash, hash), eq(address_changes.new_token_hash, hash)),
    gt(address_changes.expires_at, sql`now()`),
  )
}

/** What a link of the mails is about, and which of the two it is; nothing where it no longer works. */
export async function findAddressChange(db: Database, token: string) {
  const [row] = await db
    .select({
      new_email: address_changes.new_email,
      is_confirmed: sql<boolean>`case when ${address_changes.old_token_hash} = ${hashOf(token)}
        then ${address_changes.old_confirmed_at} else ${address_changes.new_confirmed_at} end is not null`,
      is_complete: sql<boolean>`${address_changes.old_confirmed_at} is not null and ${address_changes.new_confirmed_at} is not null`,
    })
    .from(address_changes)
    // A suspended person has no profile to see.
    .innerJoin(profiles, eq(profiles.id, address_changes.user_id))
    .where(isOfToken(token))
  return row
}

/**
 * Confirms one side of a change, and changes the address with the second. Returns the person where it did. Throws where
 * the new address has got an account since (`user_email_is_unique`).
 */
export async function confirmAddressChange(tx: Database, token: string) {
  const hash = hashOf(token)
  const confirmBy = (column: 'old' | 'new') => {
    const at = address_changes[`${column}_confirmed_at`]
    return sql`case when ${address_changes[`${column}_token_hash`]} = ${hash} then coalesce(${at}, now()) else ${at} end`
  }
  if (!(await findAddressChange(tx, token))) return
  const [change] = await tx
    .update(address_changes)
    .set({ old_confirmed_at: confirmBy('old'), new_confirmed_at: confirmBy('new') })
    .where(isOfToken(token))
    .returning()
  if (!change?.old_confirmed_at || !change.new_confirmed_at) return
  return changeAddress(tx, { id: change.user_id, email: change.old_email }, change.new_email)
}

/** Gives an account another address, which counts as confirmed. Returns nothing where it no longer has the old one. */
export async function changeAddress(tx: Database, person: { id: string; email: string }, newEmail: string) {
  const [account] = await tx
    .update(user)
    .set({ email: newEmail, emailVerified: true, emailChangedAt: new Date(), updatedAt: new Date() })
    .where(and(eq(user.id, person.id), eq(user.email, person.email)))
    .returning({ id: user.id, name: user.name })
  if (!account) return
  // Links for a new password that the old mailbox holds.
  await tx.delete(verification).where(eq(verification.value, person.id))
  const isWaiting = sql`user_id = ${person.id}::uuid and to_address = ${person.email} and sent_at is null and failed_at is null`
  await tx.execute(sql`delete from mail_outbox where ${isWaiting} and expires_at is not null`)
  await tx.execute(sql`update mail_outbox set to_address = ${newEmail} where ${isWaiting}`)
  return { ...account, email: person.email, newEmail }
}

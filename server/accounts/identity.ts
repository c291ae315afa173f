import { createOTP } from '@better-auth/utils/otp'
import { symmetricDecrypt } from 'better-auth/crypto'
import { and, eq } from 'drizzle-orm'
import { account, two_factors, user } from '#features/people/people.tables.ts'
import type { Database } from '#platform/database/db.ts'
import { passwords } from './passwords.ts'
import { isCodeUsed, secondFactorSentences, withoutSpaces } from './second-factor.ts'

/** What somebody proves once more who has a session. The code is that of the app, where the account has a second factor. */
export type Proof = { password?: string; code?: string }
export type IdentityRefusal = { code: 'INVALID_PASSWORD' | 'INVALID_CODE'; message: string }

/** Why the proof of identity failed; undefined if it did not. The caller counts the tries (passwordLimit). */
export async function checkIdentity(
  db: Database,
  secret: string,
  userId: string,
  { password = '', code = '' }: Proof,
): Promise<IdentityRefusal | undefined> {
  const [row] = await db
    .select({ hash: account.password, hasSecondFactor: user.twoFactorEnabled, key: two_factors.secret })
    .from(user)
    .innerJoin(account, and(eq(account.userId, user.id), eq(account.providerId, 'credential')))
    .leftJoin(two_factors, eq(two_factors.userId, user.id))
    .where(eq(user.id, userId))
  if (!row?.hash || !(await passwords.verify({ hash: row.hash, password })))
    return { code: 'INVALID_PASSWORD', message: 'Current password is incorrect' }
  if (!row.hasSecondFactor) return undefined
  const key = row.key && (await symmetricDecrypt({ key: secret, data: row.key }))
  const plainCode = withoutSpaces(code)
  const isRight = key && (await createOTP(key, { period: 30, digits: 6 }).verify(plainCode))
  return isRight && !(await isCodeUsed(db, userId, plainCode))
    ? undefined
    : { code: 'INVALID_CODE', message: secondFactorSentences.INVALID_CODE! }
}

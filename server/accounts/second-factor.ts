import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { two_factors, user } from '#features/people/people.tables.ts'
import type { Database } from '#platform/database/db.ts'
import { consume } from '#platform/rate-limits.ts'

/** The plugin's refusals in words that say what to do. */
export const secondFactorSentences: Record<string, string> = {
  INVALID_CODE: 'This code is not right. Your app shows a new one every 30 seconds: enter the current one.',
  INVALID_BACKUP_CODE: 'This recovery code is not right, or it was used before.',
  INVALID_TWO_FACTOR_COOKIE: 'This step was open for too long. Please sign in again with your password.',
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: 'Too many wrong codes. Please sign in again with your password.',
  ACCOUNT_TEMPORARILY_LOCKED: 'Too many wrong codes. Please try again in a quarter of an hour.',
  TOTP_ALREADY_ENABLED: 'Two-factor authentication is on already.',
  TWO_FACTOR_NOT_ENABLED: 'Two-factor authentication is off.',
}

/** Keys and recovery codes are encrypted with the site's secret: with another one the cipher says this. */
export const isOfAnotherSecret = (error: unknown) => error instanceof Error && error.message === 'invalid tag'

/** Apps show codes with a space in them. */
export const withoutSpaces = (code: string) => code.replace(/\s/g, '')

/** Longer than a code is taken for, before and after its half minute. */
const codeSeconds = 120

/** Whether somebody has used this code of the app before (RFC 6238, 5.2: a code works once). */
export async function isCodeUsed(db: Database, userId: string, code: string): Promise<boolean> {
  const digest = createHash('sha256').update(code).digest('hex').slice(0, 16)
  return (await consume(db, { key: `code of app ${digest} ${userId}`, most: 1, seconds: codeSeconds })) > 0
}

/** Turns the second factor of an account off, for somebody who has lost the app and the recovery codes. */
export const turnOffSecondFactor = (db: Database, userId: string): Promise<void> =>
  db.transaction(async (tx) => {
    await tx.delete(two_factors).where(eq(two_factors.userId, userId))
    await tx.update(user).set({ twoFactorEnabled: false }).where(eq(user.id, userId))
  })

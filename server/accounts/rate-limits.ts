import { sql } from 'drizzle-orm'
import { type Database, rows } from '#server/database/db.ts'

type Limit = { key: string; most: number; seconds: number }

const quarter = 900

/** Tries at the password of one account, from one address, and over all. They hold for all processes and over restarts. */
export const signInLimits = (email: string, address: string): Limit[] => [
  { key: `sign-in account ${email.toLowerCase().slice(0, 254)}`, most: 10, seconds: quarter },
  { key: `sign-in address ${address}`, most: 60, seconds: quarter },
  { key: 'sign-in all', most: 3000, seconds: quarter },
]

/** Tries at one's own password, by somebody who found the session open. */
export const passwordLimits = (userId: string): Limit[] => [
  { key: `password ${userId}`, most: 10, seconds: quarter },
]

/** Tries at invitation codes. */
export const codeLimits = (address: string): Limit[] => [
  { key: `code address ${address}`, most: 20, seconds: quarter },
  { key: 'code all', most: 1000, seconds: quarter },
]

/** Mail that a stranger can cause to an address, and from one. */
export const mailToLimit = (email: string): Limit[] => [
  { key: `mail to ${email.toLowerCase().slice(0, 254)}`, most: 5, seconds: 3600 },
]
export const mailFromLimit = (address: string): Limit[] => [
  { key: `mail from ${address}`, most: 30, seconds: 3600 },
]

/** Counts one try. Returns how many seconds to wait, 0 to go on. */
export async function take(db: Database, limits: Limit[]): Promise<number> {
  let wait = 0
  for (const { key, most, seconds } of limits) {
    const [taken] = await rows<{ wait: number }>(
      db,
      sql`select take_point(${key}, ${most}, ${seconds}) as wait`,
    )
    wait = Math.max(wait, taken?.wait ?? 0)
  }
  return wait
}

/** The try was right: it does not count as guessing. */
export async function giveBack(db: Database, limits: Limit[]): Promise<void> {
  const keys = limits.map(({ key }) => key)
  await db.execute(sql`
    update rate_limits set points = greatest(points - 1, 0) where key = any (${sql.param(keys)}::text[])`)
}

/** Begins anew. */
export async function forget(db: Database, limits: Limit[]): Promise<void> {
  const keys = limits.map(({ key }) => key)
  await db.execute(sql`delete from rate_limits where key = any (${sql.param(keys)}::text[])`)
}

export const tooMany = (seconds: number) =>
  `Too many attempts. Please wait ${seconds} seconds before trying again.`

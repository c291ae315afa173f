import { sql } from 'drizzle-orm'
import { count } from '#lib/text.ts'
import { type Database, rows } from '#platform/database/db.ts'
import { limits } from '#src/limits.ts'

type Limit = { key: string; most: number; seconds: number }

const quarter = 900
const minute = 60
const hour = 60 * minute
const day = 24 * hour

/** So many tries for each person, address or account that the key names. */
const limit =
  (name: string, most: number, seconds: number) =>
  (key: string): Limit => ({ key: `${name} ${key}`, most, seconds })

/** As keys have it, however it was typed. */
const emailKey = (email: string) => email.toLowerCase().slice(0, 254)

/** Wrong passwords for one account. */
export const accountLimit = (email: string) => limit('sign-in account', 10, quarter)(emailKey(email))

/**
 * Wrong passwords from one address, for one account, and over all. The address comes first: one that is refused could
 * otherwise close any number of accounts, or the sign-in of the whole site.
 */
export const signInLimits = (email: string, address: string): Limit[] => [
  { key: `sign-in address ${address}`, most: 60, seconds: quarter },
  accountLimit(email),
  { key: 'sign-in all', most: 3000, seconds: quarter },
]

/** Tries at one's own password, by somebody who found the session open. */
export const passwordLimit = limit('password', 10, quarter)

/** Tries at the second factor from one address; the plugin counts those for an account. */
export const secondFactorLimit = limit('second factor', 60, quarter)

/** Tries at invitation codes. */
export const codeLimits = (address: string): Limit[] => [
  { key: `code address ${address}`, most: 20, seconds: quarter },
  { key: 'code all', most: 1000, seconds: quarter },
]

/** Mail that a stranger can cause to an address, and from one. */
export const mailToLimit = (email: string) => limit('mail to', 5, hour)(emailKey(email))
export const mailFromLimit = limit('mail from', 30, hour)

/** New mail addresses that a member may ask for. */
export const addressChangeLimit = limit('address change', 5, day)

/** Mail to a person about changes of their own account. Nobody causes it without a session and mostly the password. */
export const ownMailLimit = (email: string) => limit('own mail', 20, day)(emailKey(email))

/** What a member does that others are notified of; notifications.server.ts limits the mail itself. */
export const invitationLimit = limit('event invitations', limits.eventInvitationsPerDay, day)
export const announcementLimit = limit('announcements', 1, day)
export const claimLimit = limit('claims', limits.claimsPerDay, day)
export const suggestionLimit = limit('suggested links', limits.suggestedLinksPerDay, day)
export const speakerLimit = limit('speakers', limits.speakersPerDay, day)

/** Programmes that one person uploads: whoever mends a file tries it often. One of 900 talks takes half a second to read. */
export const programmeFileLimit = limit('programme files', 30, 60)
/** Programmes that one person has this server fetch and read. */
export const programmeFetchLimit = limit('programme fetches', 10, 60)
/** Pictures that one person may upload, saved or not. */
export const pictureLimit = limit('pictures', limits.picturesPerDay, day)
export const profileLimit = limit('profile', limits.profileUpdates, limits.profileUpdatesWithin)
export const reportLimit = limit('reports', limits.reportsPerDay, day)
/** Exports of one's own account. */
export const exportLimit = limit('exports', limits.exportsPerHour, hour)

/** Requests for an invitation, from one address and over all. */
export const invitationRequestLimits = (address: string): Limit[] => [
  { key: `invitation requests ${address}`, most: 10, seconds: day },
  { key: 'invitation requests all', most: 200, seconds: day },
]

/**
 * Counts one try against the limits, which stand in order from the narrowest to the widest, and stops at the first that
 * is used up: what it refuses counts in no wider one. They hold for all processes and over restarts. Returns how many
 * seconds to wait, 0 to go on.
 */
export async function consume(db: Database, list: Limit | Limit[]): Promise<number> {
  for (const { key, most, seconds } of [list].flat()) {
    const [row] = await rows<{ wait: number }>(
      db,
      sql`select take_point(${key}, ${most}, ${seconds}) as wait`,
    )
    if (row && row.wait > 0) return row.wait
  }
  return 0
}

/** The try was right: it does not count as guessing. */
export async function refund(db: Database, list: Limit | Limit[]): Promise<void> {
  const keys = [list].flat().map(({ key }) => key)
  await db.execute(sql`
    update rate_limits set points = greatest(points - 1, 0) where key = any (${sql.param(keys)}::text[])`)
}

/** Gives all tries back. */
export async function reset(db: Database, limit: Limit): Promise<void> {
  await db.execute(sql`delete from rate_limits where key = ${limit.key}`)
}

/** Deletes every count of a person, whose id or address ends its key. */
export async function deleteCountsOf(db: Database, person: { id: string; email: string }): Promise<void> {
  const ends = [person.id, person.email.slice(0, 254)].map((end) => ` ${end}`)
  await db.execute(sql`
    delete from rate_limits using unnest(${sql.param(ends)}::text[]) as ending where right(key, length(ending)) = ending`)
}

export const tooMany = (seconds: number) =>
  `Too many attempts. Please wait ${duration(seconds)} before trying again.`

function duration(seconds: number): string {
  if (seconds < 2 * minute) return count(seconds, 'second', 'seconds')
  if (seconds < hour) return count(Math.ceil(seconds / minute), 'minute', 'minutes')
  return count(Math.ceil(seconds / hour), 'hour', 'hours')
}

import { sql } from 'drizzle-orm'
import { count } from '#lib/text.ts'
import { networksAround } from '#platform/client-address.ts'
import { type Database, rows } from '#platform/database/db.ts'
import { serverLimits } from '#src/limits.ts'

type Limit = { key: string; most: number; seconds: number }

const quarter = 900
const minute = 60
const hour = 60 * minute
const day = 24 * hour

/** Every limit in a time: so many tries within so many seconds. The list of docs/security.md has each. */
export const rateLimits = {
  'sign-in address': [60, quarter],
  'sign-in account': [10, quarter],
  'sign-in all': [3000, quarter],
  password: [10, quarter],
  'second factor': [60, quarter],
  'code address': [20, quarter],
  'code all': [1000, quarter],
  'mail to': [5, hour],
  'mail from': [30, hour],
  'address change': [5, day],
  'own mail': [20, day],
  'event invitations': [serverLimits.eventInvitationsPerDay, day],
  announcements: [1, day],
  claims: [serverLimits.claimsPerDay, day],
  'suggested links': [serverLimits.suggestedLinksPerDay, day],
  suggestions: [serverLimits.suggestionsPerDay, day],
  speakers: [serverLimits.speakersPerDay, day],
  'programme files': [30, minute],
  'programme fetches': [10, minute],
  pictures: [serverLimits.picturesPerDay, day],
  profile: [serverLimits.profileUpdates, serverLimits.profileUpdatesWithin],
  reports: [serverLimits.reportsPerDay, day],
  exports: [serverLimits.exportsPerHour, hour],
  'invitation requests': [10, day],
  'invitation requests all': [200, day],
} as const satisfies Record<string, readonly [most: number, seconds: number]>

/** What one line at home (/56) and one rented server (/48) may try together, in times what one address may. */
export const networkShares = { 56: 3, 48: 6 } as const

type Name = keyof typeof rateLimits

/** The limit for the person, address or account that the key names; without a key over all. */
function limitOf(name: Name, key = ''): Limit {
  const [most, seconds] = rateLimits[name]
  return { key: key ? `${name} ${key}` : name, most, seconds }
}
const limit = (name: Name) => (key: string) => limitOf(name, key)

/** The limits for an address and the networks around it, the narrowest first. */
const limitFrom = (name: Name) => (address: string) => [
  limitOf(name, address),
  ...networksAround(address).map(({ network, bits }) => {
    const { most, ...rest } = limitOf(name, network)
    return { ...rest, most: most * networkShares[bits] }
  }),
]

/** As keys have it, however it was typed. */
const emailKey = (email: string) => email.toLowerCase().slice(0, 254)

/** Wrong passwords for one account. */
export const accountLimit = (email: string) => limitOf('sign-in account', emailKey(email))

/**
 * Wrong passwords from one address, for one account, and over all. The address comes first: one that is refused could
 * otherwise close any number of accounts, or the sign-in of the whole site.
 */
export const signInLimits = (email: string, address: string): Limit[] => [
  ...limitFrom('sign-in address')(address),
  accountLimit(email),
  limitOf('sign-in all'),
]

/** Tries at one's own password, by somebody who found the session open. */
export const passwordLimit = limit('password')

/** Tries at the second factor from one address; the plugin counts those for an account. */
export const secondFactorLimit = limitFrom('second factor')

/** Wrong invitation codes, from one address and over all. */
export const codeLimits = limitFrom('code address')
export const allCodesLimit = limitOf('code all')

/** Mail that a stranger can cause to an address, and from one. */
export const mailToLimit = (email: string) => limitOf('mail to', emailKey(email))
export const mailFromLimit = limitFrom('mail from')

/** New mail addresses that a member may ask for. */
export const addressChangeLimit = limit('address change')

/** Mail to a person about changes of their own account. Nobody causes it without a session and mostly the password. */
export const ownMailLimit = (email: string) => limitOf('own mail', emailKey(email))

/** What a member does that others are notified of; notifications.server.ts limits the mail itself. */
export const invitationLimit = limit('event invitations')
export const announcementLimit = limit('announcements')
export const claimLimit = limit('claims')
export const suggestionLimit = limit('suggested links')
export const memberSuggestionLimit = limit('suggestions')
export const speakerLimit = limit('speakers')

/** Programmes that one person uploads: correcting a file takes many tries. One of 900 talks takes half a second to read. */
export const programmeFileLimit = limit('programme files')
/** Programmes that one person has this server fetch and read. */
export const programmeFetchLimit = limit('programme fetches')
/** Pictures that one person may upload, saved or not. */
export const pictureLimit = limit('pictures')
export const profileLimit = limit('profile')
export const reportLimit = limit('reports')
/** Exports of one's own account. */
export const exportLimit = limit('exports')

/** Requests for an invitation, from one address and over all. */
export const invitationRequestLimits = (address: string): Limit[] => [
  ...limitFrom('invitation requests')(address),
  limitOf('invitation requests all'),
]

/**
 * Counts one try against the limits, which stand in order from the narrowest to the widest, and stops at the first that
 * is used up: what it refuses counts in no wider one. They hold for all processes and over restarts. Returns how many
 * seconds to wait, 0 to go on.
 */
export async function consume(db: Database, list: Limit | Limit[]): Promise<number> {
  for (const { key, most, seconds } of [list].flat()) {
    const [row] = await rows<{ wait: number }>(db)`select take_point(${key}, ${most}, ${seconds}) as wait`
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

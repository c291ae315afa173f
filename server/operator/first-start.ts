import { and, eq, isNull, sql } from 'drizzle-orm'
import { events } from '#features/events/events.tables.ts'
import { invitation_codes } from '#features/invitations/invitations.tables.ts'
import { generateCode } from '#features/invitations/invitations.ts'
import { user } from '#features/people/people.tables.ts'
import type { Database, Store } from '#platform/database/db.ts'

/** Fills an empty database with the sample data. Returns whether it did. */
export function loadSampleIfEmpty(store: Store, today: string): Promise<boolean> {
  return withAdvisoryLock(store, async (db) => {
    const [someUser] = await db.select({ id: user.id }).from(user).limit(1)
    const [someEvent] = await db.select({ id: events.id }).from(events).limit(1)
    if (someUser || someEvent) return false
    const { loadSample } = await import('#sample/load.ts')
    await loadSample(db, today)
    return true
  })
}

/** The code of the first admin while there is no account, the same at every start until it is used. */
export function firstAdminCode(store: Store): Promise<string | undefined> {
  return withAdvisoryLock(store, async (db) => {
    const [someUser] = await db.select({ id: user.id }).from(user).limit(1)
    if (someUser) return undefined
    const isUnused = and(eq(invitation_codes.makes_admin, true), isNull(invitation_codes.used_at))
    const [existingCode] = await db
      .select({ code: invitation_codes.code })
      .from(invitation_codes)
      .where(isUnused)
    if (existingCode) return existingCode.code
    const code = generateCode()
    await db.insert(invitation_codes).values({ code, makes_admin: true })
    return code
  })
}

/** Runs `work` in one process at a time: several may start at once on an empty database. */
const withAdvisoryLock = <Done>(store: Store, work: (db: Database) => Promise<Done>): Promise<Done> =>
  store.db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(4212909)`)
    return work(tx)
  })

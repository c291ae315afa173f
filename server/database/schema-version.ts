import { sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import { rows, type Store } from './db.ts'
import { migrationFiles } from './migrate.ts'

/** What a person reads who would write through a process that is older than the database. */
export const writesRefusedMessage =
  'Hallway is being upgraded, so nothing can be changed at the moment. Please try again in a minute.'

/** Milliseconds for which an answer holds, and after which it is asked for where nobody writes. */
const freshForMs = 1000
const checkEveryMs = 10_000

/** The first migration of the database that this process lacks, if there is one; it stays until a restart. */
export type NewerMigration = () => Promise<string | undefined>

/**
 * Watches whether another process migrates the database past this code, which is not made for newer tables. `onNewer`
 * is called once. The embedded engine belongs to one process: nothing is asked there.
 */
export async function watchSchemaVersion(
  { engine, db }: Pick<Store, 'engine' | 'db'>,
  log: Logger,
  onNewer: () => void,
): Promise<NewerMigration> {
  if (engine === 'embedded') return async () => undefined
  // Read once: the files beside a running process may soon be those of the next version.
  const knownNames = new Set((await migrationFiles()).map(({ name }) => name))
  let newerName: string | undefined
  let checkedAt = 0
  let check = Promise.resolve()

  async function readMigrations() {
    const appliedMigrations = await rows<{ name: string }>(db, sql`select name from migrations order by name`)
    const unknownMigration = appliedMigrations.find(({ name }) => !knownNames.has(name))
    if (newerName || !unknownMigration) return
    newerName = unknownMigration.name
    clearInterval(timer)
    log.error(
      { migration: newerName },
      'a newer Hallway has migrated the database: this process stops writing',
    )
    onNewer()
  }

  async function newerMigration() {
    if (!newerName && Date.now() - checkedAt > freshForMs) {
      checkedAt = Date.now()
      // While the database can't be asked nothing can be written either.
      check = readMigrations().catch(() => {
        checkedAt = 0
      })
    }
    await check
    return newerName
  }

  const timer = setInterval(newerMigration, checkEveryMs).unref()
  return newerMigration
}

import type { Logger } from 'pino'
import { rows, type Store } from './db.ts'
import { migrationFiles } from './migrate.ts'

/** The message for a write through a process that is older than the database. */
export const writesRefusedMessage =
  'Hallway is being upgraded, so nothing can be changed at the moment. Please try again in a minute.'

/** For how long a check is reused, and how often it is repeated without writes. */
const freshForMs = 1000
const checkEveryMs = 10_000

/** The first applied migration that this process lacks, if any; it stays the same until a restart. */
export type NewerMigration = () => Promise<string | undefined>

/**
 * Watches whether another process applies migrations that this code lacks. `onNewer` is called once. The embedded engine
 * has one process, so nothing is read there.
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
  let checkedAt = Number.NEGATIVE_INFINITY
  let check = Promise.resolve()

  async function readMigrations() {
    const appliedMigrations = await rows<{ name: string }>(db)`select name from migrations order by name`
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
    if (!newerName && performance.now() - checkedAt > freshForMs) {
      checkedAt = performance.now()
      // While the database is unavailable nothing can be written either.
      check = readMigrations().catch(() => {
        checkedAt = Number.NEGATIVE_INFINITY
      })
    }
    await check
    return newerName
  }

  const timer = setInterval(newerMigration, checkEveryMs).unref()
  return newerMigration
}

import type { Logger } from 'pino'
import { rows, type Store } from './db.ts'
import type { NewerMigration } from './schema-version.ts'
import { withTimeout } from './unavailable.ts'

/** If changes have not been read for longer, cached pages may be stale. */
const maxAgeMs = 5000
const timeoutMs = 3000

/** Each returns why reads or writes would fail now, or undefined; it may throw what the database throws. */
const checks: ((store: Store) => Promise<string | undefined>)[] = [
  reasonGone,
  reasonNotWritable,
  reasonNotCurrent,
]

/** The reason that was logged last, while the store is not ready: a check each second need not fill the log. */
const loggedReasons = new WeakMap<Store, string>()

/** Why a process is not to be sent requests, as /readyz and /metrics say it; undefined if it is ready. */
export async function reasonNotServing(
  store: Store,
  newerMigration: NewerMigration,
  log: Pick<Logger, 'warn'>,
): Promise<string | undefined> {
  const newer = await newerMigration()
  return newer ? `the database was migrated by a newer Hallway (it has ${newer})` : reasonNotReady(store, log)
}

/** Why reads or writes would fail now, or would be stale; undefined if the store is ready. A new reason is logged. */
export async function reasonNotReady(store: Store, log: Pick<Logger, 'warn'>): Promise<string | undefined> {
  try {
    for (const check of checks) {
      const reason = await withTimeout(check(store), timeoutMs)
      if (!reason) continue
      if (loggedReasons.get(store) !== reason) log.warn(`not ready: ${reason}`)
      loggedReasons.set(store, reason)
      return reason
    }
    loggedReasons.delete(store)
  } catch (error) {
    log.warn({ err: error }, 'not ready: the database does not answer')
    return 'the database does not answer'
  }
}

/** The engine goes on with the files that it has open, and what it writes to them is lost. */
async function reasonGone({ db, engine }: Store): Promise<string | undefined> {
  if (engine !== 'embedded') return undefined
  const [file] = await rows<{ isGone: boolean }>(db)`
    select pg_stat_file('PG_VERSION', true) is null as "isGone"`
  return file?.isGone ? 'the data folder is gone' : undefined
}

async function reasonNotWritable({ db, engine }: Store): Promise<string | undefined> {
  const [answer] = await rows<{ isReadOnly: boolean }>(db)`
    select current_setting('transaction_read_only') = 'on' as "isReadOnly"`
  if (!answer?.isReadOnly) return undefined
  return engine === 'embedded' ? 'the disk is full' : 'the database is read-only, as a standby is'
}

async function reasonNotCurrent(store: Store): Promise<string | undefined> {
  return store.changesAge() > maxAgeMs ? 'what changed in the database is not known' : undefined
}

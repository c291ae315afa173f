import type { ConnectionPool } from './connections.ts'
import { withTimeout } from './unavailable.ts'

export type ChangeListener = {
  /** A committed transaction announced this tag (migrations/0011: events, event:<id>, event:* and so on). */
  onChange(tag: string): void
  /** It is not known what changed. */
  onUnknownChange(): void
}

export type ChangeReader = Awaited<ReturnType<typeof readChanges>>

type Reading = { snapshot: string; server: string; seconds: number; tags: string[] }

const readEveryMs = 1000
/** A connection without an answer for so long counts as lost. */
const timeoutMs = 5000
/** After a longer gap another process may have removed rows that were not read. */
const maxGapSeconds = 30

/**
 * Reports to `listener` what is committed to the table `changes` of a PostgreSQL server from now on: once a second and
 * after `wake`. Each reading selects the transactions that the previous snapshot did not see, so none is missed or
 * reported twice, in whatever order they commit. Rows older than `keepSeconds` are deleted. A restarted server, or
 * another one after a failover, may count its transactions from the start: then, as after a gap, it is not known what changed.
 * Rejects if the first reading fails; later ones are retried. `onReading` is called after each, with the error if it failed.
 */
export async function readChanges(
  pool: Pick<ConnectionPool, 'query'>,
  listener: ChangeListener,
  onReading: (error?: unknown) => void = () => {},
  keepSeconds = 60,
) {
  let lastReading: Reading | undefined
  let upToDateAt = 0
  let removable: { snapshot: string | null; seconds: number } = { snapshot: null, seconds: 0 }
  let current: Promise<void> = Promise.resolve()
  let next: Promise<void> | undefined
  let isStopped = false

  async function read(): Promise<void> {
    const startedAt = performance.now()
    const lastSnapshot = lastReading?.snapshot ?? null
    // Rows restored from a dump of another server have transaction ids from the future: they are ignored.
    const answer = await withTimeout(
      pool.query(
        `select pg_current_snapshot()::text as snapshot,
          pg_postmaster_start_time()::text as server,
          extract(epoch from now())::float8 as seconds,
          array(
            select distinct tag from changes
            where transaction >= pg_snapshot_xmin($1::text::pg_snapshot)
              and not pg_visible_in_snapshot(transaction, $1::text::pg_snapshot)
              and pg_visible_in_snapshot(transaction, pg_current_snapshot())
          ) as tags`,
        [lastSnapshot],
      ),
      timeoutMs,
    )
    const reading: Reading = answer.rows[0]
    if (lastReading && mayHaveMissed(lastReading, reading)) listener.onUnknownChange()
    else for (const tag of reading.tags) listener.onChange(tag)
    lastReading = reading
    upToDateAt = startedAt
    if (reading.seconds - removable.seconds > keepSeconds) {
      // Another process may be deleting the same rows: what remains is deleted a minute later.
      if (removable.snapshot) removeBefore(removable.snapshot).catch(() => {})
      removable = reading
    }
  }

  const removeBefore = async (snapshot: string) => {
    await pool.query('delete from changes where transaction < pg_snapshot_xmin($1::text::pg_snapshot)', [
      snapshot,
    ])
  }

  /** A reading that begins after this call; concurrent callers share it. */
  function readNow(): Promise<void> {
    next ??= current
      .catch(() => {})
      .then(() => {
        next = undefined
        current = read()
        current.then(() => onReading(), onReading)
        return current
      })
    return next
  }

  const wake = () => {
    readNow().catch(() => {})
  }

  async function readAgain() {
    await readNow().catch(() => {})
    if (!isStopped) setTimeout(readAgain, readEveryMs).unref()
  }

  await readNow()
  setTimeout(readAgain, readEveryMs).unref()
  return {
    readNow,
    wake,
    /** Milliseconds since all changes were known. */
    age: () => performance.now() - upToDateAt,
    stop: () => {
      isStopped = true
    },
  }
}

const mayHaveMissed = (last: Reading, { server, seconds, snapshot }: Reading) =>
  server !== last.server ||
  seconds - last.seconds > maxGapSeconds ||
  nextTransaction(snapshot) < nextTransaction(last.snapshot)

/** A snapshot reads xmin:xmax:list; xmax is the first transaction that had not begun. */
const nextTransaction = (snapshot: string) => BigInt(snapshot.split(':')[1]!)

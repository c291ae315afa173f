import { type SQL, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import { forgetUnlinked } from '#features/coverage/check-links.server.ts'
import { refreshWords } from '#features/find/refresh-words.server.ts'
import { type Database, rows, type Store } from '#platform/database/db.ts'
import { isDatabaseLost } from '#platform/database/unavailable.ts'
import { waitedReason } from '#server/mail/mail-worker.ts'
import { limits, serverLimits } from '#src/limits.ts'
import { noteSuccess } from './job-times.ts'

const nightlyHour = 3
const hourMs = 3_600_000
/** So that a machine that is off at night is tidied, too. */
const firstRunMs = hourMs / 2

/** Schedules the nightly jobs half an hour after the start and at 03:00 UTC. Returns a function that stops them. */
export function startJobs(store: Store, log: Logger): () => void {
  let timer: NodeJS.Timeout
  const shutdown = new AbortController()
  const schedule = (maxWaitMs = Number.POSITIVE_INFINITY) => {
    const next = new Date()
    next.setUTCHours(nightlyHour, 0, 0, 0)
    const waitMs = (next.getTime() - Date.now() + 24 * hourMs) % (24 * hourMs) || 24 * hourMs
    timer = setTimeout(run, Math.min(waitMs, maxWaitMs)).unref()
  }
  const run = async () => {
    let isLost = false
    try {
      await runNightlyJobs(store, shutdown.signal)
      noteSuccess('nightly')
    } catch (error) {
      isLost = isDatabaseLost(error)
      if (!shutdown.signal.aborted) log.error({ err: error }, 'the nightly job failed')
    }
    if (!shutdown.signal.aborted) schedule(isLost ? firstRunMs : undefined)
  }
  schedule(firstRunMs)
  return () => {
    clearTimeout(timer)
    shutdown.abort()
  }
}

/** Runs work that continues after a response. `stop` aborts it and waits until it has ended. */
export function createBackground(log: Logger) {
  const pendingWork = new Set<Promise<void>>()
  const shutdown = new AbortController()
  return {
    runInBackground(work: (signal: AbortSignal) => Promise<void>): void {
      const completion: Promise<void> = work(shutdown.signal)
        .catch((error: unknown) => {
          if (error !== shutdown.signal.reason) log.error({ err: error }, 'a background job failed')
        })
        .finally(() => pendingWork.delete(completion))
      pendingWork.add(completion)
    },
    async stop(): Promise<void> {
      shutdown.abort()
      await Promise.all(pendingWork)
    },
  }
}

/** Rows of a table that are deleted with one statement. */
const rowsAtOnce = 1000

/** The rows of a table that belong to `parents`, found by its index: what was deleted before is not read again. */
const ofParents = (parents: SQL, table: SQL, key: SQL) =>
  sql`(${parents}) as parent, lateral (select ctid from ${table} where ${key} = parent.id limit ${rowsAtOnce}) as child`

/** What goes at night: the table, and which of its rows. */
const old: [string, SQL][] = [
  ['session', sql`session where expires_at < now()`],
  ['verification', sql`verification where expires_at < now()`],
  ['address_changes', sql`address_changes where expires_at < now()`],
  ['rate_limits', sql`rate_limits where expires_at < now()`],
  ['mail_outbox', sql`mail_outbox where coalesce(sent_at, failed_at) < now() - interval '30 days'`],
  // Long ones, one for each member and week.
  ['mail_outbox', sql`mail_outbox where kind = 'digest' and sent_at < now() - interval '1 day'`],
  ['event_states', sql`event_states where until < now() - interval '90 days'`],
  [
    'all_notifications',
    ofParents(
      sql`select id from all_profiles`,
      sql`all_notifications`,
      sql`created_at < now() - make_interval(days => ${serverLimits.notificationDays}) and user_id`,
    ),
  ],
  // A file that is imported each night leaves a line for each conference that is listed already.
  [
    'event_import_skips',
    ofParents(
      sql`select id from event_imports where created_at < now() - make_interval(days => ${limits.skippedLineDays})`,
      sql`event_import_skips`,
      sql`import_id`,
    ),
  ],
  [
    'programme_syncs',
    sql`programme_syncs where status = 'preview' and created_at < now() - interval '7 days'`,
  ],
  // What people lost with a record comes back with it, or goes.
  [
    'changed_rows',
    sql`changed_rows where key ? 'user_id' and table_name <> 'event_organisers'
      and set_id in (select id from change_sets where at < now() - interval '90 days')`,
  ],
  ['change_sets', sql`change_sets where at < now() - interval '2 years'`],
  ['pictures', sql`pictures where created_at < now() - interval '1 day' and not is_picture_used(name)`],
  [
    'invitation_requests',
    sql`invitation_requests where created_at < now() - interval '90 days' or answered_at < now() - interval '7 days'`,
  ],
  [
    'event_handovers',
    sql`event_handovers where created_at < now() - make_interval(days => ${serverLimits.handoverDays})`,
  ],
  ['talk_moves', sql`talk_moves where due_at < now()`],
]

/** In short statements, between which others get their turn: the first night after an upgrade may find years of rows. */
async function deleteOld(db: Database, table: string, oldRows: SQL, signal?: AbortSignal): Promise<void> {
  let count = rowsAtOnce
  while (count === rowsAtOnce) {
    signal?.throwIfAborted()
    const [deleted] = await rows<{ count: number }>(db)`
      with deleted as (
        delete from ${sql.raw(table)} where ctid = any (array(select ctid from ${oldRows} limit ${rowsAtOnce}))
        returning 1
      )
      select count(*)::integer as count from deleted`
    count = deleted?.count ?? 0
  }
}

/**
 * Deletes what is old, and vacuums the embedded engine, which has no autovacuum. A step that fails ends none of the
 * others; the first error is thrown at the end.
 */
export async function runNightlyJobs(store: Store, signal?: AbortSignal): Promise<void> {
  const { db } = store
  const steps = [
    // A mail server that works again after months should not send what nobody can use any more.
    () =>
      db.execute(sql`
        update mail_outbox set failed_at = now(), last_error = ${`${waitedReason}. `} || coalesce(last_error, '')
        where sent_at is null and failed_at is null and created_at < now() - interval '30 days'`),
    ...old.map(
      ([table, oldRows]) =>
        () =>
          deleteOld(db, table, oldRows, signal),
    ),
    () => db.execute(sql`select log_expired_invitations()`),
    () =>
      db.execute(sql`
        update programme_syncs set document = null
        where document is not null and status not in ('applying', 'undoing') and created_at < now() - interval '30 days'`),
    () => forgetUnlinked(db),
    () => refreshWords(db),
    () => store.tidy?.(),
  ]
  const errors: unknown[] = []
  for (const step of steps) {
    signal?.throwIfAborted()
    await Promise.resolve()
      .then(step)
      .catch((error: unknown) => errors.push(error))
  }
  if (errors.length > 0) throw errors[0]
}

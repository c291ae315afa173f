import { lt, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import { forgetUnlinked } from '#features/coverage/check-links.server.ts'
import { address_changes, session, verification } from '#features/people/people.tables.ts'
import { talk_moves } from '#features/programme/programme.tables.ts'
import type { Store } from '#server/database/db.ts'
import { limits } from '#src/limits.ts'
import { noteSuccess } from './job-times.ts'

const nightlyHour = 3
const hourMs = 3_600_000
/** So that a machine that is off at night is tidied, too. */
const firstRunMs = hourMs / 2

/** Schedules the nightly jobs half an hour after the start and at 03:00 UTC. Returns a function that stops them. */
export function startJobs(store: Store, log: Logger): () => void {
  let timer: NodeJS.Timeout
  const schedule = (longestWaitMs = Number.POSITIVE_INFINITY) => {
    const next = new Date()
    next.setUTCHours(nightlyHour, 0, 0, 0)
    const waitMs = (next.getTime() - Date.now() + 24 * hourMs) % (24 * hourMs) || 24 * hourMs
    timer = setTimeout(run, Math.min(waitMs, longestWaitMs)).unref()
  }
  const run = async () => {
    try {
      await runNightlyJobs(store)
      noteSuccess('nightly')
    } catch (error) {
      log.error({ err: error }, 'the nightly job failed')
    }
    schedule()
  }
  schedule(firstRunMs)
  return () => clearTimeout(timer)
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

/** Deletes expired rows, and vacuums the embedded engine, which has no autovacuum. */
export async function runNightlyJobs(store: Store): Promise<void> {
  const now = new Date()
  await store.db.delete(session).where(lt(session.expiresAt, now))
  await store.db.delete(verification).where(lt(verification.expiresAt, now))
  await store.db.delete(address_changes).where(lt(address_changes.expires_at, sql`now()`))
  await store.db.execute(sql`delete from rate_limits where expires_at < now()`)
  await store.db.execute(sql`select log_expired_invitations()`)
  await store.db.execute(
    sql`delete from mail_outbox where coalesce(sent_at, failed_at) < now() - interval '30 days'`,
  )
  // Long ones, one for each member and week.
  await store.db.execute(
    sql`delete from mail_outbox where kind = 'digest' and sent_at < now() - interval '1 day'`,
  )
  await store.db.execute(sql`delete from event_states where until < now() - interval '90 days'`)
  await store.db.execute(sql`
    delete from programme_syncs where status = 'preview' and created_at < now() - interval '7 days'`)
  await store.db.execute(sql`
    update programme_syncs set document = null
    where document is not null and status not in ('applying', 'undoing') and created_at < now() - interval '30 days'`)
  await store.db.execute(
    sql`delete from speaker_merges where created_at < now() - make_interval(days => ${limits.mergeUndoableDays})`,
  )
  await store.db.execute(
    sql`delete from pictures where created_at < now() - interval '1 day' and not is_picture_used(name)`,
  )
  await store.db.execute(sql`delete from invitation_requests where created_at < now() - interval '90 days'`)
  await store.db.execute(
    sql`delete from event_handovers where created_at < now() - make_interval(days => ${limits.handoverDays})`,
  )
  await forgetUnlinked(store.db)
  await store.db.delete(talk_moves).where(lt(talk_moves.due_at, sql`now()`))
  await store.db.execute(sql`select refresh_words()`)
  await store.tidy?.()
}

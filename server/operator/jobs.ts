import { lt, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import { session, verification } from '#features/people/people.tables.ts'
import type { Store } from '#server/database/db.ts'

const nightlyHour = 3
const hourMs = 3_600_000

/** Starts what happens every night at three in UTC. Returns how to stop it. */
export function startJobs(store: Store, log: Logger): () => void {
  let timer: NodeJS.Timeout
  const schedule = () => {
    const next = new Date()
    next.setUTCHours(nightlyHour, 0, 0, 0)
    const waitMs = (next.getTime() - Date.now() + 24 * hourMs) % (24 * hourMs) || 24 * hourMs
    timer = setTimeout(run, waitMs).unref()
  }
  const run = async () => {
    try {
      await runNightlyJobs(store)
    } catch (error) {
      log.error({ err: error }, 'the nightly job failed')
    }
    schedule()
  }
  schedule()
  return () => clearTimeout(timer)
}

/** Work that goes on after the answer that began it. `stop` tells it to end, and waits until it has. */
export function createBackground(log: Logger) {
  const pendingWork = new Set<Promise<void>>()
  const shutdown = new AbortController()
  return {
    runInBackground(work: (signal: AbortSignal) => Promise<void>): void {
      const completion: Promise<void> = work(shutdown.signal)
        .catch((error: unknown) => log.error({ err: error }, 'a background job failed'))
        .finally(() => pendingWork.delete(completion))
      pendingWork.add(completion)
    },
    async stop(): Promise<void> {
      shutdown.abort()
      await Promise.all(pendingWork)
    },
  }
}

/** Clears what has expired; tidies the embedded engine, which has no autovacuum of its own. */
export async function runNightlyJobs(store: Store): Promise<void> {
  const now = new Date()
  await store.db.delete(session).where(lt(session.expiresAt, now))
  await store.db.delete(verification).where(lt(verification.expiresAt, now))
  await store.db.execute(sql`delete from rate_limits where expires_at < now()`)
  await store.db.execute(sql`select log_expired_invitations()`)
  await store.db.execute(sql`delete from mail_outbox where sent_at < now() - interval '30 days'`)
  await store.db.execute(sql`select refresh_words()`)
  await store.tidy?.()
}

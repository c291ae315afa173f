import type { Logger } from 'pino'
import { continueInterrupted, syncDueSources } from '#features/programme-import/automatic-sync.server.ts'
import { addWords } from '#features/programme-import/run-sync.server.ts'
import type { Store } from '#server/database/db.ts'
import type { Context } from '#server/procedures/procedure.ts'
import { noteSuccess } from './job-times.ts'

const everyMs = 60_000

type Options = {
  site: Context['site']
  today: () => string
  fetchSafely: Context['fetchSafely']
}

/**
 * Once a minute: finishes imports of programmes that were interrupted, looks again at the addresses that are due, and
 * adds the words of what came in to the dictionary.
 * Returns a function that stops it between two steps.
 */
export function startProgrammeJobs(
  store: Store,
  log: Logger,
  { site, today, fetchSafely }: Options,
): () => Promise<void> {
  const shutdown = new AbortController()
  let running: Promise<void> = Promise.resolve()
  const work = async () => {
    const run = { site, today: today(), signal: shutdown.signal }
    await continueInterrupted(store.db, run)
    await syncDueSources(store.db, { ...run, fetchSafely })
    await addWords(store.db, shutdown.signal)
    noteSuccess('programmes')
  }
  const tick = () => {
    running = running.then(work).catch((error: unknown) => {
      if (!shutdown.signal.aborted) log.error({ err: error }, 'bringing in a programme failed')
    })
  }
  const timer = setInterval(tick, everyMs).unref()
  tick()
  return async () => {
    clearInterval(timer)
    shutdown.abort()
    await running
  }
}

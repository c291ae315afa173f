import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import { writeDueDigests } from '#features/digests/send-digests.server.ts'
import type { Store } from '#server/database/db.ts'
import type { Context } from '#server/procedures/procedure.ts'
import { noteSuccess } from './job-times.ts'

const everyMs = 60_000
/** Between two steps visitors are answered: for at least as long as the step took. */
const restMs = 250

/** Writes the digests that are due, now and once a minute, those from before a stop too. Returns a function that stops it between two steps. */
export function startDigestJobs(store: Store, log: Logger, site: Context['site']): () => Promise<void> {
  const shutdown = new AbortController()
  let running: Promise<unknown> = Promise.resolve()
  const work = async () => {
    for (let due = 1; due > 0 && !shutdown.signal.aborted; ) {
      const begun = performance.now()
      due = (await writeDueDigests(store.db, site)).due
      if (due > 0)
        await wait(Math.max(restMs, performance.now() - begun), undefined, { signal: shutdown.signal })
    }
    noteSuccess('digests')
  }
  const tick = () => {
    running = running.then(work).catch((error: unknown) => {
      if (!shutdown.signal.aborted) log.error({ err: error }, 'writing digests failed')
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

import type { Logger } from 'pino'
import { checkDueLinks } from '#features/coverage/check-links.server.ts'
import type { Store } from '#server/database/db.ts'
import type { Context } from '#server/procedures/procedure.ts'
import { noteSuccess } from './job-times.ts'

const everyMs = 60_000

/** Looks once a minute at the links that are due. Returns a function that stops it between two requests. */
export function startLinkJobs(
  store: Store,
  log: Logger,
  options: Pick<Context, 'site' | 'fetchSafely'>,
): () => Promise<void> {
  if (!options.fetchSafely.isOn) {
    log.info('links are not checked: OUTBOUND is off')
    return async () => {}
  }
  const shutdown = new AbortController()
  let running: Promise<unknown> = Promise.resolve()
  const timer = setInterval(() => {
    running = running
      .then(() => checkDueLinks(store.db, { ...options, signal: shutdown.signal }))
      .then(() => noteSuccess('links'))
      .catch((error: unknown) => {
        if (!shutdown.signal.aborted) log.error({ err: error }, 'checking links failed')
      })
  }, everyMs).unref()
  return async () => {
    clearInterval(timer)
    shutdown.abort()
    await running
  }
}

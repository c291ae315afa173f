import { PGlite } from '@electric-sql/pglite'
import type { Engine } from './engine.ts'

const RETRY_MS = 5_000

type Subscription = { channel: string; callback: (payload: string) => void }

/**
 * A PGlite that survives crashes of its engine: the first call after a crash restarts it with `start`, and rejects with
 * the reason if that fails. LISTEN subscriptions are restored; other session state is lost.
 */
export function createRestartingEngine(
  first: Engine,
  {
    start,
    close,
    log,
  }: { start: () => Promise<Engine>; close: () => Promise<void>; log: (line: string) => void },
) {
  const subscriptions = new Set<Subscription>()
  let engine = first
  let pendingRestart: Promise<PGlite> | null = null
  let isStopped = false

  async function restart(): Promise<PGlite> {
    log(`${engine.crash()?.message}. Restarting it.`)
    await engine.stop()
    const next = await start()
    for (const { channel, callback } of subscriptions) await next.pg.listen(channel, callback)
    engine = next
    return next.pg
  }

  function currentEngine(): Promise<PGlite> {
    if (!engine.crash() || isStopped) return Promise.resolve(engine.pg)
    if (!pendingRestart) {
      pendingRestart = restart()
      const clearPendingRestart = () => {
        pendingRestart = null
      }
      // A failed restart is retried after a pause, not by every call: each try takes a second and blocks all callers.
      pendingRestart.then(clearPendingRestart, () => setTimeout(clearPendingRestart, RETRY_MS).unref())
    }
    return pendingRestart
  }

  async function listen(channel: string, callback: Subscription['callback']) {
    const subscription = { channel, callback }
    await (await currentEngine()).listen(channel, callback)
    subscriptions.add(subscription)
    return async () => {
      subscriptions.delete(subscription)
      await (await currentEngine()).unlisten(channel, callback)
    }
  }

  // The proxy's target is an empty object: the first engine as target would keep its memory after a crash.
  const pg: PGlite = new Proxy(Object.create(PGlite.prototype), {
    get(_, name) {
      if (name === 'close') return close
      if (name === 'listen') return listen
      const value = Reflect.get(engine.pg, name)
      if (typeof value !== 'function') return value
      if (!engine.crash()) return value.bind(engine.pg)
      return async (...args: unknown[]) => {
        const next = await currentEngine()
        return Reflect.apply(Reflect.get(next, name), next, args)
      }
    },
  })

  return {
    pg,
    async stop(): Promise<void> {
      isStopped = true
      await pendingRestart?.catch(() => {})
      await engine.stop()
    },
  }
}

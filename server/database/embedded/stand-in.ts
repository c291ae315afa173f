import { PGlite } from '@electric-sql/pglite'
import type { Engine } from './engine.ts'

const RETRY_MS = 5_000

type Ear = { channel: string; callback: (payload: string) => void }

/**
 * A PGlite that outlives its engines: once one has died, the next call waits until `start` brought another,
 * or rejects with the reason why it could not. Who listens is listening again; all else of a session is new.
 */
export function standIn(
  first: Engine,
  {
    start,
    close,
    log,
  }: { start: () => Promise<Engine>; close: () => Promise<void>; log: (line: string) => void },
) {
  const ears = new Set<Ear>()
  let engine = first
  let revival: Promise<PGlite> | null = null
  let isStopped = false

  async function revive(): Promise<PGlite> {
    log(`${engine.death()?.message}. It is started again.`)
    await engine.stop()
    const next = await start()
    for (const { channel, callback } of ears) await next.pg.listen(channel, callback)
    engine = next
    return next.pg
  }

  function living(): Promise<PGlite> {
    if (!engine.death() || isStopped) return Promise.resolve(engine.pg)
    if (!revival) {
      revival = revive()
      const forget = () => {
        revival = null
      }
      // A start is a second of work, and nobody is answered meanwhile: one that failed is not repeated for each call.
      revival.then(forget, () => setTimeout(forget, RETRY_MS).unref())
    }
    return revival
  }

  async function listen(channel: string, callback: Ear['callback']) {
    const ear = { channel, callback }
    await (await living()).listen(channel, callback)
    ears.add(ear)
    return async () => {
      ears.delete(ear)
      await (await living()).unlisten(channel, callback)
    }
  }

  // Not the first engine as the target: that would keep its memory after its death.
  const pg: PGlite = new Proxy(Object.create(PGlite.prototype), {
    get(_, name) {
      if (name === 'close') return close
      if (name === 'listen') return listen
      const value = Reflect.get(engine.pg, name)
      if (typeof value !== 'function') return value
      if (!engine.death()) return value.bind(engine.pg)
      return async (...given: unknown[]) => {
        const next = await living()
        return Reflect.apply(Reflect.get(next, name), next, given)
      }
    },
  })

  return {
    pg,
    async stop(): Promise<void> {
      isStopped = true
      await revival?.catch(() => {})
      await engine.stop()
    },
  }
}

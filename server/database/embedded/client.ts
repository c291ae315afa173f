import path from 'node:path'
import { Worker } from 'node:worker_threads'
import type { PGlite, QueryOptions, Results } from '@electric-sql/pglite'

/** What of PGlite the house uses; PGlite itself is one. */
export type Session = Pick<PGlite, 'query' | 'exec'>
export type Client = Session & {
  close(): Promise<void>
  transaction<Result>(body: (tx: Session) => Promise<Result>): Promise<Result>
  listen(channel: string, heard: (payload: string) => void): Promise<unknown>
}

type Call =
  | { do: 'query'; text: string; values?: unknown[]; rowMode?: QueryOptions['rowMode']; asText: number[] }
  | { do: 'exec' | 'listen'; text: string }
  | { do: 'open'; dataDir: string }
  | { do: 'begin' | 'commit' | 'rollback' | 'close' }

/** To the thread. `transaction` is the `id` of the call that began it. */
export type Asked = Call & { id: number; transaction?: number }
/** From the thread. Of an error come its texts: a message has no place for more. */
export type Told =
  | { id: number; result?: unknown; error?: Record<string, string> }
  | { ear: number; payload: string }
  | { line: string }

/**
 * Opens the embedded database of a data folder in a thread of its own (embedded-thread.ts): while it works, pages go
 * out. Throws what openEmbedded throws. `log` hears what an operator should know.
 */
export async function openInThread(dataDir: string, log: (line: string) => void = () => {}): Promise<Client> {
  const file = `./thread${path.extname(import.meta.filename)}`
  const thread = new Worker(new URL(file, import.meta.url))
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  const ears = new Map<number, (payload: string) => void>()
  let calls = 0
  let isClosed = false

  thread.on('message', (told: Told) => {
    if ('line' in told) return log(told.line)
    if ('ear' in told) return ears.get(told.ear)?.(told.payload)
    const call = waiting.get(told.id)
    waiting.delete(told.id)
    // A process that waits for nothing may end: the thread does not keep it.
    if (waiting.size === 0) thread.unref()
    if (told.error) call?.reject(Object.assign(new Error(), told.error))
    else call?.resolve(told.result)
  })
  thread.on('error', (error) => {
    throw error
  })
  thread.on('exit', () => {
    if (!isClosed) throw new Error('The thread of the embedded database has ended.')
  })

  async function ask(call: Call, transaction?: number, id = ++calls): Promise<unknown> {
    if (isClosed) throw new Error('The embedded database is closed.')
    const answer = Promise.withResolvers<unknown>()
    thread.postMessage({ ...call, id, transaction } satisfies Asked)
    waiting.set(id, answer)
    thread.ref()
    return answer.promise
  }

  const session = (transaction?: number): Session => ({
    query: <Row>(text: string, values?: unknown[], { rowMode, parsers = {} }: QueryOptions = {}) => {
      const asText = Object.keys(parsers).map(Number)
      return ask({ do: 'query', text, values, rowMode, asText }, transaction) as Promise<Results<Row>>
    },
    exec: (text) => ask({ do: 'exec', text }, transaction) as Promise<Results[]>,
  })

  async function transaction<Result>(body: (tx: Session) => Promise<Result>): Promise<Result> {
    const id = ++calls
    await ask({ do: 'begin' }, undefined, id)
    const result = await body(session(id)).catch(async (error) => {
      await ask({ do: 'rollback' }, id)
      throw error
    })
    await ask({ do: 'commit' }, id)
    return result
  }

  function listen(channel: string, heard: (payload: string) => void): Promise<unknown> {
    const id = ++calls
    ears.set(id, heard)
    return ask({ do: 'listen', text: channel }, undefined, id)
  }

  async function close(): Promise<void> {
    const closed = ask({ do: 'close' })
    isClosed = true
    await closed
    await thread.terminate()
  }

  try {
    await ask({ do: 'open', dataDir })
  } catch (error) {
    isClosed = true
    await thread.terminate()
    throw error
  }
  return { ...session(), transaction, listen, close }
}

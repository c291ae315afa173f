import path from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { Worker } from 'node:worker_threads'
import type { QueryOptions as EngineOptions, PGlite, Results } from '@electric-sql/pglite'

/** The part of PGlite's interface that the server uses; PGlite itself implements it. */
export type Session = Pick<PGlite, 'exec'> & {
  query<Row>(text: string, values?: unknown[], options?: QueryOptions): Promise<Results<Row>>
}
/** `isPrepared`: of a read outside of transactions, whose plan suits all values. */
type QueryOptions = EngineOptions & { isPrepared?: boolean }
export type Client = Session & {
  close(): Promise<void>
  transaction<Result>(body: (tx: Session) => Promise<Result>): Promise<Result>
  listen(channel: string, onPayload: (payload: string) => void): Promise<unknown>
}

type RequestBody =
  | ({ type: 'query'; text: string; values?: unknown[]; textOids: number[] } & Pick<
      QueryOptions,
      'rowMode' | 'isPrepared'
    >)
  | { type: 'exec' | 'listen'; text: string }
  | { type: 'open'; dataDir: string }
  | { type: 'begin' | 'commit' | 'rollback' | 'close' }

/** Main thread to worker. `transaction` is the `id` of the `begin` request. */
export type ThreadRequest = RequestBody & { id: number; transaction?: number }
/** `subscription` is the `id` of the `listen` request. */
export type Notification = { subscription: number; payload: string }
/** Worker to main thread. An error travels as its string fields: structured clone drops the others. */
export type ThreadMessage =
  | { id: number; result?: unknown; error?: Record<string, string>; notifications?: Notification[] }
  | { line: string }

/**
 * Opens the embedded database of a data folder in a worker thread (thread.ts), so that a long statement does not block
 * the event loop. Throws what openEmbedded throws. `log` gets one line for each event that concerns the operator.
 */
export async function openInThread(dataDir: string, log: (line: string) => void = () => {}): Promise<Client> {
  const file = `./thread${path.extname(import.meta.filename)}`
  // For threads that start from now on: the engine has its own memory, and makes one answer at a time.
  setFlagsFromString('--max-semi-space-size=2')
  const thread = new Worker(new URL(file, import.meta.url))
  const pendingReplies = new Map<number, PromiseWithResolvers<unknown>>()
  const listeners = new Map<number, (payload: string) => void>()
  let lastId = 0
  let isClosed = false

  thread.on('message', (message: ThreadMessage) => {
    if ('line' in message) return log(message.line)
    for (const { subscription, payload } of message.notifications ?? [])
      listeners.get(subscription)?.(payload)
    const call = pendingReplies.get(message.id)
    pendingReplies.delete(message.id)
    // An idle worker must not keep the process alive.
    if (pendingReplies.size === 0) thread.unref()
    if (message.error) call?.reject(Object.assign(new Error(), message.error))
    else call?.resolve(message.result)
  })
  thread.on('error', (error) => {
    throw error
  })
  thread.on('exit', () => {
    if (!isClosed) throw new Error('The thread of the embedded database has ended.')
  })

  async function request(call: RequestBody, transaction?: number, id = ++lastId): Promise<unknown> {
    // What has begun may end: the engine closes after it.
    if (isClosed && !transaction) throw new Error('The embedded database is closed.')
    const reply = Promise.withResolvers<unknown>()
    thread.postMessage({ ...call, id, transaction } satisfies ThreadRequest)
    pendingReplies.set(id, reply)
    thread.ref()
    return reply.promise
  }

  const session = (transaction?: number): Session => ({
    query: <Row>(text: string, values?: unknown[], options: QueryOptions = {}) => {
      const { rowMode, parsers = {}, isPrepared } = options
      const textOids = Object.keys(parsers).map(Number)
      return request({ type: 'query', text, values, rowMode, textOids, isPrepared }, transaction) as Promise<
        Results<Row>
      >
    },
    exec: (text) => request({ type: 'exec', text }, transaction) as Promise<Results[]>,
  })

  async function transaction<Result>(body: (tx: Session) => Promise<Result>): Promise<Result> {
    const id = ++lastId
    await request({ type: 'begin' }, undefined, id)
    const result = await body(session(id)).catch(async (error) => {
      await request({ type: 'rollback' }, id)
      throw error
    })
    await request({ type: 'commit' }, id)
    return result
  }

  function listen(channel: string, onPayload: (payload: string) => void): Promise<unknown> {
    const id = ++lastId
    listeners.set(id, onPayload)
    return request({ type: 'listen', text: channel }, undefined, id)
  }

  async function close(): Promise<void> {
    const closing = request({ type: 'close' })
    isClosed = true
    await closing
    await thread.terminate()
  }

  try {
    await request({ type: 'open', dataDir })
  } catch (error) {
    isClosed = true
    await thread.terminate()
    throw error
  }
  return { ...session(), transaction, listen, close }
}

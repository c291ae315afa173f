import { type MessagePort, parentPort } from 'node:worker_threads'
import type { Transaction } from '@electric-sql/pglite'
import type { Notification, ThreadMessage, ThreadRequest } from './client.ts'
import { type Embedded, openEmbedded } from './embedded.ts'
import { createPreparedReads } from './prepared-reads.ts'

/** The worker thread of the embedded database; client.ts is its main-thread side. */

const port = parentPort as MessagePort
const post = (message: ThreadMessage) => port.postMessage(message)
let database: Embedded
let runPrepared: ReturnType<typeof createPreparedReads>

/** PGlite's transaction is a callback: it stays pending until the main thread sends `commit` or `rollback`. */
type OpenTransaction = { tx: Transaction; completion: Promise<void>; end: PromiseWithResolvers<void> }
const transactions = new Map<number, OpenTransaction>()
/** The notifications of the current statement: they go with its answer, as a message for each takes longer than the statement. */
let heard: Notification[] = []

function begin(id: number): Promise<void> {
  const started = Promise.withResolvers<void>()
  const end = Promise.withResolvers<void>()
  const completion = database.pg.transaction((tx) => {
    transactions.set(id, { tx, completion, end })
    started.resolve()
    return end.promise
  })
  completion.catch(started.reject).finally(() => transactions.delete(id))
  return started.promise
}

const keepAsText = (text: string) => text

async function handle(request: ThreadRequest): Promise<unknown> {
  const current = request.transaction === undefined ? undefined : transactions.get(request.transaction)
  if (!current && request.transaction !== undefined) throw new Error('The transaction has ended.')
  const session = () => current?.tx ?? database.pg
  switch (request.type) {
    case 'open':
      database = await openEmbedded(request.dataDir, { log: (line) => post({ line }) })
      runPrepared = createPreparedReads(database.pg)
      return
    case 'query': {
      const parsers = Object.fromEntries(request.textOids.map((oid) => [oid, keepAsText]))
      const { text, values = [], rowMode, isPrepared } = request
      return isPrepared
        ? runPrepared(text, values, { rowMode, parsers })
        : session().query(text, values, { rowMode, parsers })
    }
    case 'exec':
      return session().exec(request.text)
    case 'listen':
      await database.pg.listen(request.text, (payload) => heard.push({ subscription: request.id, payload }))
      return
    case 'begin':
      return begin(request.id)
    case 'commit':
      current?.end.resolve()
      return current?.completion
    case 'rollback':
      current?.end.reject(new Error('rolled back'))
      return current?.completion.catch(() => {})
    case 'close':
      return database.close()
  }
}

/** The string fields of an error: message, PostgreSQL's code, the constraint's name and so on. */
const serializeError = (error: unknown) => {
  const { message, stack } = error as Error
  const textFields = Object.entries(error as Error).filter(([, value]) => typeof value === 'string')
  return { ...Object.fromEntries(textFields), message, stack: String(stack) }
}

async function answer(request: ThreadRequest): Promise<void> {
  const outcome = await handle(request).then(
    (result) => ({ result }),
    (error) => ({ error: serializeError(error) }),
  )
  const notifications = heard
  heard = []
  post({ id: request.id, ...outcome, ...(notifications.length > 0 && { notifications }) })
}

port.on('message', answer)

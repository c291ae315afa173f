import { type MessagePort, parentPort } from 'node:worker_threads'
import type { Transaction } from '@electric-sql/pglite'
import type { Asked, Told } from './client.ts'
import { type Embedded, openEmbedded } from './embedded.ts'

/** The embedded database as it is asked from another thread (embedded-client.ts). */

const port = parentPort as MessagePort
const tell = (told: Told) => port.postMessage(told)
let database: Embedded

/** For PGlite a transaction is a function that runs; here it runs until the other thread says how it ends. */
type Open = { tx: Transaction; whole: Promise<void>; end: PromiseWithResolvers<void> }
const transactions = new Map<number, Open>()

function begin(id: number): Promise<void> {
  const begun = Promise.withResolvers<void>()
  const end = Promise.withResolvers<void>()
  const whole = database.pg.transaction((tx) => {
    transactions.set(id, { tx, whole, end })
    begun.resolve()
    return end.promise
  })
  whole.catch(begun.reject).finally(() => transactions.delete(id))
  return begun.promise
}

const asItComes = (text: string) => text

async function answer(asked: Asked): Promise<unknown> {
  const open = asked.transaction === undefined ? undefined : transactions.get(asked.transaction)
  if (!open && asked.transaction !== undefined) throw new Error('The transaction has ended.')
  const session = () => open?.tx ?? database.pg
  switch (asked.do) {
    case 'open':
      database = await openEmbedded(asked.dataDir, { log: (line) => tell({ line }) })
      return
    case 'query': {
      const parsers = Object.fromEntries(asked.asText.map((oid) => [oid, asItComes]))
      return session().query(asked.text, asked.values, { rowMode: asked.rowMode, parsers })
    }
    case 'exec':
      return session().exec(asked.text)
    case 'listen':
      await database.pg.listen(asked.text, (payload) => tell({ ear: asked.id, payload }))
      return
    case 'begin':
      return begin(asked.id)
    case 'commit':
      open?.end.resolve()
      return open?.whole
    case 'rollback':
      open?.end.reject(new Error('rolled back'))
      return open?.whole.catch(() => {})
    case 'close':
      return database.close()
  }
}

/** The message, PostgreSQL's code, the name of the constraint and the like. */
const textsOf = (error: unknown) => {
  const { message, stack } = error as Error
  const texts = Object.entries(error as Error).filter(([, value]) => typeof value === 'string')
  return { ...Object.fromEntries(texts), message, stack: String(stack) }
}

port.on('message', async (asked: Asked) => {
  try {
    tell({ id: asked.id, result: await answer(asked) })
  } catch (error) {
    tell({ id: asked.id, error: textsOf(error) })
  }
})

import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { ConnectionPool } from './connections.ts'
import { type Database, postgresStore, rows, type Store } from './db.ts'
import { isUnavailable } from './unavailable.ts'

const engine = inject('engine')

describe.runIf(engine.kind === 'postgres')('a session that ends within a transaction', () => {
  let store: Store
  let killer: ConnectionPool
  beforeAll(() => {
    const { url } = engine as { url: string }
    store = postgresStore(url, undefined, 2)
    killer = new ConnectionPool(url, 1)
  })
  afterAll(async () => {
    await store?.close()
    await killer?.close()
  })

  const kill = (pid: number) => killer.query('select pg_terminate_backend($1)', [pid])
  const killSoon = (pid: number) => void setTimeout(() => kill(pid), 50)
  const sleep = (tx: Database) => tx.execute(sql`select pg_sleep(2)`)

  const ways: [string, (tx: Database, pid: number) => Promise<unknown>][] = [
    [
      'in a statement',
      (tx, pid) => {
        killSoon(pid)
        return sleep(tx)
      },
    ],
    [
      'between two statements',
      async (tx, pid) => {
        await kill(pid)
        await new Promise((wait) => setTimeout(wait, 50))
        await tx.execute(sql`select 1`)
      },
    ],
    [
      'just before a statement',
      async (tx, pid) => {
        await kill(pid)
        await tx.execute(sql`select 1`)
      },
    ],
    [
      'where the code goes on after its error',
      async (tx, pid) => {
        killSoon(pid)
        await sleep(tx).catch(() => {})
        await tx.execute(sql`select 1`)
      },
    ],
    [
      'where the code takes no notice',
      (tx, pid) => {
        killSoon(pid)
        return sleep(tx).catch(() => {})
      },
    ],
    [
      'in two statements at once',
      (tx, pid) => {
        killSoon(pid)
        return Promise.all([sleep(tx), sleep(tx)])
      },
    ],
  ]

  test.each(ways)('%s: it rejects as unavailable, and the pool goes on', async (_, work) => {
    // More often than the pool has connections.
    for (let times = 0; times < 3; times++) {
      const error = await store.db
        .transaction(async (tx) => {
          const [session] = await rows<{ pid: number }>(tx, sql`select pg_backend_pid() as pid`)
          await work(tx, session!.pid)
        })
        .catch((reason) => reason)
      expect(isUnavailable(error)).toBe(true)
    }
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => rows(store.db, sql`select ${1}::int as one`)),
    )
    expect(answers.flat()).toEqual(Array(4).fill({ one: 1 }))
  })

  test('before its first statement: it rejects as unavailable, and the pool goes on', async () => {
    const holders = await Promise.all(
      [1, 2].map(() => rows<{ pid: number }>(store.db, sql`select pg_backend_pid() as pid`)),
    )
    for (const pid of new Set(holders.flat().map((holder) => holder.pid))) await kill(pid)
    await Promise.all([1, 2].map(() => store.db.transaction(async () => {}).catch(() => {})))
    await expect
      .poll(() => store.db.transaction((tx) => rows(tx, sql`select 1 as one`)).catch((error) => error))
      .toEqual([{ one: 1 }])
  })
})

test.runIf(engine.kind === 'postgres')('a session compiles no statements', async () => {
  const pool = new ConnectionPool((engine as { url: string }).url, 1)
  const { rows: answer } = await pool.query('show jit')
  await pool.close()
  expect(answer).toEqual([{ jit: 'off' }])
})

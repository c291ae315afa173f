import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterEach, describe, expect, inject, test } from 'vitest'
import { freshStore } from '#tests/support/database.ts'
import { makeEvent } from '#tests/support/factories/events.ts'
import { makeTopic } from '#tests/support/factories/topics.ts'
import { readChanges } from './changes.ts'
import { rows, type Store } from './db.ts'

const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

async function open(): Promise<{ store: Store; announcedTags: string[] }> {
  const store = await freshStore()
  closers.push(store.close)
  const announcedTags: string[] = []
  await store.watchChanges({
    onChange: (tag) => announcedTags.push(tag),
    onUnknownChange: () => announcedTags.push('anything'),
  })
  return { store, announcedTags }
}

/** Another client of the same database, as a second process has one. */
async function connectAgain(store: Store): Promise<pg.Client> {
  const engine = inject('engine')
  if (engine.kind !== 'postgres') throw new Error('only on PostgreSQL')
  const [row] = await rows<{ name: string }>(store.db, sql`select current_database() as name`)
  const client = new pg.Client(engine.url.replace(/[^/]+$/, row!.name))
  await client.connect()
  closers.push(() => client.end())
  return client
}

test('the embedded engine keeps no log of what changed', async () => {
  const { store, announcedTags } = await open()
  await store.db.execute(sql`delete from changes`)
  await makeTopic(store.db)
  await store.waitForChanges()
  const loggedChanges = await rows<{ tag: string }>(store.db, sql`select tag from changes`)
  expect([announcedTags, loggedChanges]).toEqual([
    ['topics'],
    store.engine === 'embedded' ? [] : [{ tag: 'topics' }],
  ])
  expect(store.changesAge()).toBeLessThan(5000)
})

describe.runIf(inject('engine').kind === 'postgres')('on PostgreSQL', () => {
  test('what is announced while nobody listens is known a second later, and told once', async () => {
    const { store, announcedTags } = await open()
    // In one transaction, so that no listener can be there when it is committed.
    await store.db.transaction(async (tx) => {
      await makeTopic(tx)
      await tx.execute(
        sql`select pg_terminate_backend(pid) from pg_stat_activity where query like 'listen %' and datname = current_database()`,
      )
    })
    await expect.poll(() => announcedTags).toEqual(['topics'])
    await store.waitForChanges()
    expect(announcedTags).toEqual(['topics'])
  })

  test('transactions that end in another order than they began are all told, each once', async () => {
    const { store, announcedTags } = await open()
    const slow = await connectAgain(store)
    const event = await makeEvent(store.db)
    await store.waitForChanges()
    announcedTags.length = 0
    await slow.query('begin')
    await slow.query(`update events set description = 'slow' where id = $1`, [event.id])
    await makeTopic(store.db)
    await store.waitForChanges()
    expect(announcedTags).toEqual(['topics'])
    await slow.query('commit')
    await store.waitForChanges()
    expect(announcedTags.slice(1).sort()).toEqual([`event:${event.id}`, 'events'])
  })

  test('a transaction that is taken back announces nothing', async () => {
    const { store, announcedTags } = await open()
    await store.db
      .transaction(async (tx) => {
        await makeTopic(tx)
        throw new Error('taken back')
      })
      .catch(() => {})
    await store.waitForChanges()
    expect(announcedTags).toEqual([])
  })

  test('two who write at once do not wait for each other', async () => {
    const { store } = await open()
    const other = await connectAgain(store)
    await store.db.transaction(async (tx) => {
      await makeTopic(tx)
      // Within the first one's transaction: it would wait for ever.
      await other.query(`insert into topics (name) values ('At the same time')`)
    })
  })

  test('an answer to a write waits for no database that is gone, and no cached page is dropped', async () => {
    const { store, announcedTags } = await open()
    await store.close()
    closers.length = 0
    await store.waitForChanges()
    expect(announcedTags).toEqual([])
  })

  test('what every process has read is removed', async () => {
    const { store } = await open()
    const client = await connectAgain(store)
    await makeTopic(store.db)
    const reader = await readChanges(client, { onChange: () => {}, onUnknownChange: () => {} }, undefined, 1)
    closers.push(async () => reader.stop())
    await expect.poll(async () => (await client.query('select tag from changes')).rows).toEqual([])
  })

  test('a snapshot of another server counts for nothing', async () => {
    const { store, announcedTags } = await open()
    // As a dump brings them: of a transaction that is yet to come.
    await store.db.execute(
      sql`insert into changes values ((2 ^ 40)::bigint::text::xid8, 'event:of another server')`,
    )
    await store.waitForChanges()
    await store.waitForChanges()
    expect(announcedTags).toEqual([])
  })
})

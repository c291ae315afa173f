import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { builtArchive } from '#tests/support/built-archive.ts'
import { type Client, openInThread } from './client.ts'
import { openEmbedded } from './embedded.ts'

const folder = mkdtempSync(join(tmpdir(), 'hallway-thread-'))
let client: Client

const makeDatabase = async (folder: string) =>
  (await openEmbedded(folder, { loadDataDir: await builtArchive() })).close()

beforeAll(async () => {
  await makeDatabase(folder)
  client = await openInThread(folder)
  await client.exec(`
    create table marks (id int primary key, made timestamptz, filler text constraint "Say something" check (filler <> ''));
    create table notes (mark int references marks deferrable initially deferred)`)
})

afterAll(async () => {
  await client.close()
  rmSync(folder, { recursive: true, force: true })
})

test('a statement goes there with its values and comes back with its rows, dates as text where they are wanted so', async () => {
  const text = `select $1::int as n, $2::text as t, timestamptz '2026-05-01 12:00Z' as at, array[1, 2] as list`
  const { rows } = await client.query<{ at: Date }>(text, [1, 'ü\u{1f600}'])
  expect(rows).toEqual([{ n: 1, t: 'ü\u{1f600}', at: new Date('2026-05-01T12:00Z'), list: [1, 2] }])
  const asText = await client.query(text, [1, null], {
    rowMode: 'array',
    parsers: { 1184: (value) => value },
  })
  expect(asText.rows).toEqual([[1, null, '2026-05-01 12:00:00+00', [1, 2]]])
  const again = await client.query(text, [1, "it's"], { rowMode: 'array', isPrepared: true })
  expect(again.rows).toEqual([[1, "it's", new Date('2026-05-01T12:00Z'), [1, 2]]])
})

test('what fails says so in the words of PostgreSQL, and the next statement is answered', async () => {
  await expect(client.query(`insert into marks values (1, null, '')`)).rejects.toMatchObject({
    message: expect.stringContaining('violates check constraint'),
    code: '23514',
    constraint: 'Say something',
  })
  await expect(client.exec('select nothing from nowhere')).rejects.toMatchObject({ code: '42P01' })
  await expect(client.query('select $1::int', [() => {}])).rejects.toThrow('could not be cloned')
  expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }])
})

test('a transaction holds or leaves nothing, and others wait for its end', async () => {
  const order: string[] = []
  const first = client.transaction(async (tx) => {
    await tx.query(`insert into marks values (2, now(), 'held')`)
    await new Promise((resolve) => setTimeout(resolve, 50))
    order.push('first')
    return 'its result'
  })
  const second = client.query('select 1').then(() => order.push('second'))
  expect(await first).toBe('its result')
  await second
  expect(order).toEqual(['first', 'second'])

  const reason = new Error('no')
  const refused = client.transaction(async (tx) => {
    await tx.exec(`insert into marks values (3, now(), 'gone')`)
    throw reason
  })
  await expect(refused).rejects.toBe(reason)
  const late = client.transaction((tx) => tx.query('insert into notes values (99)'))
  await expect(late).rejects.toMatchObject({ code: '23503' })
  expect((await client.query('select id from marks union all select mark from notes')).rows).toEqual([
    { id: 2 },
  ])
})

test('a transaction that has ended takes no more statements', async () => {
  const endedTransaction = await client.transaction(async (tx) => tx)
  await expect(endedTransaction.query('select 1')).rejects.toThrow('The transaction has ended.')
})

test('what a statement announces is heard before its answer', async () => {
  const payloads: string[] = []
  await client.listen('marks', (payload) => payloads.push(`first ${payload}`))
  await client.listen('marks', (payload) => payloads.push(`second ${payload}`))
  await client.query(`select pg_notify('marks', 'made')`)
  expect(payloads).toEqual(['first made', 'second made'])
})

test('while a statement takes long, this thread goes on', async () => {
  let ticks = 0
  const ticking = setInterval(() => ticks++, 5)
  await client.query('select count(*) from generate_series(1, 2000000)')
  clearInterval(ticking)
  expect(ticks).toBeGreaterThan(3)
})

test('a folder in use is refused in one line; a close waits for what has begun, and after it a database answers nobody', async () => {
  await expect(openInThread(folder)).rejects.toThrow(/^The data folder .* is in use by this very process/)
  const otherFolder = mkdtempSync(join(tmpdir(), 'hallway-thread-'))
  await makeDatabase(otherFolder)
  const short = await openInThread(otherFolder)
  const last = short.query('select 1 as one')
  const half = Promise.withResolvers<void>()
  const open = short.transaction(async (tx) => {
    await tx.exec('create table half (id int)')
    half.resolve()
    await new Promise((resolve) => setTimeout(resolve, 50))
    return tx.query('select * from half')
  })
  await half.promise
  await short.close()
  expect((await last).rows).toEqual([{ one: 1 }])
  expect((await open).rows).toEqual([])
  await expect(short.query('select 1')).rejects.toThrow('The embedded database is closed.')
  rmSync(otherFolder, { recursive: true, force: true })
})

import { createHash, randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { gunzipSync, gzipSync } from 'node:zlib'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest'
import { constraintOf, rows, type Store } from '#platform/database/db.ts'
import { migrate } from '#platform/database/migrate.ts'
import { version } from '#platform/version.ts'
import { loadSample } from '#sample/load.ts'
import { emptyStore, freshStore, newEmbeddedStore } from '#tests/support/database.ts'
import { attend } from '#tests/support/factories/attendance.ts'
import { makeEvent } from '#tests/support/factories/events.ts'
import { makePerson } from '#tests/support/factories/people.ts'
import {
  hasRealData,
  loadRealEvents,
  loadRealProgramme,
  readFixtureEvents,
} from '#tests/support/real-data.ts'
import { backup, readBackup, restore } from './backup.ts'

const isLong = process.env.HALLWAY_LONG === '1'
const folder = mkdtempSync(path.join(tmpdir(), 'hallway-backup-'))
const openStores: Store[] = []
let sample: Store
let sampleFile: string

beforeAll(async () => {
  sample = await freshStore()
  await loadSample(sample.db, '2026-11-20')
  await makeEvent(sample.db, {
    description: 'Line\nbreak, \u2028 separator, "quotes", \\n and 😀',
    tags: ['"{,}'],
  })
  await sample.db.execute(sql`
    insert into pictures (name, large, small) values (repeat('0a', 16), decode('00ff5c22270a', 'hex'), decode('', 'hex'))`)
  await sample.db.execute(sql`
    insert into changed_rows (set_id, table_name, key, action, before)
    select min(id), 'all_speakers', '{"id": null}', 'removed', '{"talks": [], "filled": {"bio": null}}' from change_sets`)
  await sample.db.execute(sql`
    insert into old_addresses (kind, key, new_key) values ('topic', 'golang', 'go'), ('speaker', 'x', null)`)
  await sample.db.execute(sql`
    insert into invitation_code_audit (action, metadata, created_at) values
      ('used', 'null', '2026-01-02 03:04:05.678901Z'), ('used', '{"large": 12345678901234567890.12}', 'infinity')`)
  sampleFile = await backUp(sample)
})

afterEach(async () => {
  for (const store of openStores.splice(0)) await store.close()
})

afterAll(async () => {
  await sample?.close()
  rmSync(folder, { recursive: true })
})

// The gate moves between two databases of one engine; on the embedded one a release's backup comes back (upgrades.db.test.ts).
const elsewhere = isLong ? newEmbeddedStore : emptyStore

test('every table comes back row for row, elsewhere and from there on this engine', async () => {
  const before = await contents(sample)
  const movedStore = await restoreInto(sampleFile, await withoutTables(elsewhere))
  expect(await contents(movedStore)).toEqual(before)
  const secondCopy = await restoreInto(await backUp(movedStore), await emptyDatabase())
  expect(await contents(secondCopy)).toEqual(before)
})

test.runIf(inject('engine').kind === 'embedded')(
  'on a disk that has no room for held rows the backup is read in one go',
  async () => {
    const store = await freshStore()
    await store.db.execute(sql`
      insert into rate_limits (key, points, expires_at) select n::text, 1, now() from generate_series(1, 5000) as n`)
    // What a full disk does to files of a statement.
    await store.db.execute(sql`set temp_file_limit = 0`)
    await store.db.execute(sql`set work_mem = '64kB'`)
    const file = await backUp(store)
    expect((await readBackup(file)).tables.find(({ name }) => name === 'rate_limits')?.rows).toBe(5000)
    await store.close()
  },
)

test.runIf(isLong)('so do real events and a real programme', async () => {
  const store = await emptyDatabase()
  await loadRealEvents(store.db, await readFixtureEvents())
  await loadRealProgramme(store.db, 'rubykaigi-2024')
  const before = await contents(store)
  expect([before.all_events?.length, before.all_talks?.length, before.all_breaks?.length]).toEqual([
    65, 53, 7,
  ])
  const movedStore = await restoreInto(await backUp(store), await withoutTables(newEmbeddedStore))
  expect(await contents(movedStore)).toEqual(before)
})

test.runIf(hasRealData && isLong)(
  'so do 9,604 real events and a real programme (nightly, where the real data is)',
  async () => {
    const store = await emptyDatabase()
    await loadRealEvents(store.db)
    await loadRealProgramme(store.db, 'fosdem-2026')
    const movedStore = await restoreInto(await backUp(store), await withoutTables(newEmbeddedStore))
    expect(await contents(movedStore)).toEqual(await contents(store))
  },
)

test('a restored database goes on: triggers keep, and numbers go on where they were', async () => {
  const { db } = await restoreInto(sampleFile, await emptyDatabase())
  const last = await rows(db, sql`select max(id) + 1 as id from invitation_code_audit`)
  await makePerson(db)
  expect(
    await rows(
      db,
      sql`select min(id) as id from (
    select id from invitation_code_audit order by id desc limit 2) as newest`,
    ),
  ).toEqual(last)
  const event = await makeEvent(db, { tags: ['Kept by a trigger'] })
  expect(await rows(db, sql`select tags from events where id = ${event.id}`)).toEqual([
    { tags: ['Kept by a trigger'] },
  ])
  expect(await rows(db, sql`select tgname from pg_trigger where tgenabled = 'D'`)).toEqual([])
})

test('while eight write, a backup is of one moment, and they go on meanwhile', async () => {
  const store = await restoreInto(sampleFile, await emptyDatabase())
  const [before] = await countEvents(store)
  let isDone = false
  const write = async (n: number) => {
    while (!isDone) {
      const owner = await makePerson(store.db)
      const event = await makeEvent(store.db, { owner, tags: [`Topic ${n}`, `Topic ${n % 3}`, 'All'] })
      await store.db.transaction((tx) => attend(tx, owner, event))
      // Who writes comes by the network: the embedded engine alone would never let anything else be heard.
      await yieldToEventLoop()
    }
  }
  const writers = Array.from({ length: 8 }, (_, n) => write(n))
  const file = await backUp(store).finally(() => {
    isDone = true
    return Promise.all(writers)
  })
  const [after] = await countEvents(store)
  const copy = await restoreInto(file, await withoutTables())
  const [copiedCount] = await countEvents(copy)
  expect(copiedCount!.events).toBeGreaterThanOrEqual(before!.events)
  expect(after!.events).toBeGreaterThan(copiedCount!.events)
  expect(await findMiscounts(copy)).toEqual([])
})

test('the file is for its owner alone, and none is overwritten', async () => {
  expect((statSync(sampleFile).mode & 0o777).toString(8)).toBe('600')
  const bytes = readFileSync(sampleFile)
  await expect(backup(sample, sampleFile)).rejects.toThrow(
    `${sampleFile} already exists: choose another file name.`,
  )
  expect(readFileSync(sampleFile)).toEqual(bytes)
})

test('a backup that fails leaves no file, and nothing in the session', async () => {
  const failing = path.join(folder, 'failing')
  const stop = () => {
    throw new Error('enough')
  }
  await expect(backup(sample, failing, stop)).rejects.toThrow('enough')
  expect(readdirSync(folder).filter((name) => name.startsWith('failing'))).toEqual([])
  expect(await rows(sample.db, sql`select name from pg_cursors where is_holdable`)).toEqual([])
})

test('a backup that can’t be read back gets no name', async () => {
  const file = path.join(folder, 'unreadable')
  const partials = () => readdirSync(folder).filter((name) => name.startsWith('unreadable'))
  /** As a disk that keeps less than it took. */
  const lose = (done: number, total: number) => {
    if (done < total) return
    for (const name of partials()) {
      rmSync(path.join(folder, name))
      writeFileSync(path.join(folder, name), readFileSync(sampleFile).subarray(0, 40_000))
    }
  }
  await expect(backup(sample, file, lose)).rejects.toThrow("what was written can't be read back")
  expect(partials()).toEqual([])
})

test('a stop ends a backup, which leaves no file', async () => {
  const file = path.join(folder, 'stopped')
  const stop = new AbortController()
  await expect(backup(sample, file, () => stop.abort(), stop.signal)).rejects.toThrow('aborted')
  expect(readdirSync(folder).filter((name) => name.startsWith('stopped'))).toEqual([])
  expect(await rows(sample.db, sql`select name from pg_cursors where is_holdable`)).toEqual([])
})

test('what a backup that was killed has left goes with a later one, and nothing else does', async () => {
  const [orphan, growing, ofOthers] = [
    `a.${randomUUID()}.part`,
    `b.${randomUUID()}.part`,
    'film.part',
  ] as const
  for (const name of [orphan, growing, ofOthers]) writeFileSync(path.join(folder, name), '')
  const twoHoursAgo = Date.now() / 1000 - 7200
  for (const name of [orphan, ofOthers]) utimesSync(path.join(folder, name), twoHoursAgo, twoHoursAgo)
  rmSync(await backUp(sample))
  expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([growing, ofOthers])
})

describe('nothing is kept of', () => {
  let store: Store
  beforeAll(async () => {
    store = await emptyStore()
  })
  afterAll(() => store.close())

  const sampleLines = () => gunzipSync(readFileSync(sampleFile)).toString().split('\n').slice(0, -1)
  const cutOrDamaged = 'is truncated or damaged: it cannot be restored.'
  test.each<[string, () => Buffer, string]>([
    ['a file cut in the middle', () => readFileSync(sampleFile).subarray(0, 40_000), cutOrDamaged],
    ['a file without its last line', () => gzipLines(sampleLines().slice(0, -1)), cutOrDamaged],
    ['a file that lacks a row', () => gzipLines(sampleLines().toSpliced(100, 1)), cutOrDamaged],
    ['a file with a changed row', () => gzipLines(sampleLines().with(100, '{}')), cutOrDamaged],
    ['a file that goes on after its end', () => gzipLines([...sampleLines(), '']), cutOrDamaged],
    ['an empty file', () => Buffer.alloc(0), cutOrDamaged],
    ['a file with a damaged byte', () => readFileSync(sampleFile).fill(7, 50_000, 50_001), cutOrDamaged],
    ['a file of something else', () => Buffer.from('name,description'), 'is not a backup of Hallway.'],
    ['a compressed file of something else', () => gzipLines(['{}']), 'is not a backup of Hallway.'],
    [
      'a backup in a later format',
      () => replaceHeader(sampleLines(), (header) => ({ ...header, format: 2 })),
      "has format 2, which this Hallway can't read: take a newer one.",
    ],
    [
      'a backup of a newer Hallway',
      () =>
        replaceHeader(sampleLines(), ({ migrations, ...header }) => ({
          ...header,
          version: '99.1.0',
          migrations: [...migrations, { name: '9999_later.sql', checksum: '' }],
        })),
      `The backup is newer than this Hallway ${version}: it has 9999_later.sql. Restore it with Hallway 99.1.0 or later.`,
    ],
    [
      'a backup of a development version',
      () =>
        replaceHeader(sampleLines(), ({ migrations, ...header }) => ({
          ...header,
          migrations: [{ ...migrations[0], checksum: '' }],
        })),
      'The backup was made by a development version with another text of 0001_foundation.sql: only that version can open it.',
    ],
  ])('%s', async (_, bytes, message) => {
    const file = path.join(folder, randomUUID())
    writeFileSync(file, bytes())
    await expect(restore(store, file)).rejects.toThrow(message)
    expect(await rows(store.db, sql`select 1 from pg_tables where schemaname = 'public'`)).toEqual([])
  })

  test('a backup with a row that the database refuses', async () => {
    const file = path.join(folder, randomUUID())
    const lines = sampleLines()
    const last = lines.length - 2
    writeFileSync(
      file,
      replaceHeader(lines.with(last, lines[last - 1]!), (header) => header),
    )
    const store = await emptyDatabase()
    const before = await contents(store)
    expect(constraintOf(await restore(store, file).catch((error) => error))).toMatch(/_pkey$/)
    expect(await contents(store)).toEqual(before)
    expect(await rows(store.db, sql`select tgname from pg_trigger where tgenabled = 'D'`)).toEqual([])
  })
})

test('a database that holds anything is not restored into', async () => {
  const store = await emptyDatabase()
  await store.db.execute(
    sql`insert into verification (identifier, value, expires_at) values ('Already there', '', now())`,
  )
  const before = await contents(store)
  await expect(restore(store, sampleFile)).rejects.toThrow(
    'The database is not empty, the table verification has rows: restore into an empty one.',
  )
  expect(await contents(store)).toEqual(before)
})

test('a backup of an older version is restored and then brought up to this one', async () => {
  const olderStore = await withoutTables()
  const today = await rows<{ name: string; checksum: string }>(
    sample.db,
    sql`select name, checksum from migrations order by name`,
  )
  await migrate(olderStore, today.slice(0, -1))
  await olderStore.db.execute(sql`insert into topics (name) values ('Older')`)
  const { migrations, ...tables } = await contents(olderStore)
  const store = await restoreInto(await backUp(olderStore), await withoutTables())
  const { migrations: migrationsNow, ...otherTables } = await contents(store)
  expect(
    Object.fromEntries(
      // The last migration may rename some, or drop an empty one.
      Object.keys(tables).map((name) => [name, otherTables[name] ?? otherTables[`all_${name}`] ?? []]),
    ),
  ).toEqual(tables)
  expect(migrationsNow!.slice(0, -1)).toEqual(migrations)
  expect(migrationsNow!.length).toBe(today.length)

  // The embedded database begins with today's tables; on a server the tables may be somebody's.
  const newer = await emptyDatabase()
  if (newer.engine === 'embedded')
    expect(await contents(await restoreInto(await backUp(olderStore), newer))).toMatchObject(otherTables)
  else
    await expect(restore(newer, await backUp(olderStore))).rejects.toThrow(
      'The database has tables that are not in the backup: restore into an empty database.',
    )
})

/** An empty, migrated database of the engine under test. */
async function emptyDatabase(): Promise<Store> {
  const store = await freshStore()
  openStores.push(store)
  return store
}

/** A database without a table, closed after the test: as it is in a new data folder, or of the engine under test. */
async function withoutTables(make = emptyStore): Promise<Store> {
  const store = await make()
  openStores.push(store)
  return store
}

async function backUp(store: Store): Promise<string> {
  const file = path.join(folder, randomUUID())
  await backup(store, file)
  return file
}

async function restoreInto(file: string, store: Store): Promise<Store> {
  await restore(store, file)
  return store
}

/** All rows of all tables, derived columns included, as the database writes them. */
async function contents({ db }: Store): Promise<Record<string, string[]>> {
  const tables = await rows<{ name: string }>(
    db,
    sql`select tablename::text as name from pg_tables where schemaname = 'public' and tablename <> 'changes' order by 1`,
  )
  const all: Record<string, string[]> = {}
  for (const { name } of tables) {
    const tableRows = await rows<{ line: string }>(
      db,
      sql`select row_to_json(each.*)::text as line from ${sql.identifier(name)} as each`,
    )
    all[name] = tableRows.map(({ line }) => line).sort()
  }
  return all
}

const countEvents = ({ db }: Store) =>
  rows<{ events: number }>(db, sql`select count(*)::integer as events from events`)

/** What is kept beside what it is kept from, wherever the two differ. */
const findMiscounts = ({ db }: Store) =>
  rows(
    db,
    sql`
      select name from topics where event_count <> (select count(*) from event_tags where tag = name)
      union all select slug from events where tags <> array(select tag from event_tags where event_id = id order by tag)
      union all select email from "user" where not exists (select from invitation_codes where used_by = "user".id)
      union all select code from invitation_codes where used_at is null and exists (
        select from invitation_code_audit where action = 'used' and metadata ->> 'code' = code)`,
  )

function gzipLines(lines: string[]): Buffer {
  return gzipSync(lines.map((line) => `${line}\n`).join(''))
}

type Header = { format: number; migrations: { name: string; checksum: string }[] }

/** The backup with another header, and an end that fits it. */
function replaceHeader(lines: string[], change: (header: Header) => object): Buffer {
  const changedLines = [JSON.stringify(change(JSON.parse(lines[0]!))), ...lines.slice(1, -1)]
  const sha256 = createHash('sha256')
    .update(changedLines.map((line) => `${line}\n`).join(''))
    .digest('hex')
  return gzipLines([...changedLines, JSON.stringify({ sha256 })])
}

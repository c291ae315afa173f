import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { gunzipSync, gzipSync } from 'node:zlib'
import { parse } from 'csv-parse/sync'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { rows, type Store } from '#platform/database/db.ts'
import { loadSample } from '#sample/load.ts'
import { emptyStore, freshStore, newEmbeddedStore } from '#tests/support/database.ts'
import { makeCall } from '#tests/support/factories/calls.ts'
import { makeEvent } from '#tests/support/factories/events.ts'
import { makeSpeaker } from '#tests/support/factories/speakers.ts'
import { makeTalkLink } from '#tests/support/factories/talk-links.ts'
import { makeTalk } from '#tests/support/factories/talks.ts'
import { leaksTo, makeSecretWorld, type SecretWorld } from '#tests/support/secret-world.ts'
import { dump, load } from './dump.ts'
import { privateTables, publicTables } from './dump-tables.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'hallway-dump-'))
const openStores: Store[] = []
let source: Store
let world: SecretWorld
/** Of the source. */
let file: string
let content: string
let goneSlug: string

beforeAll(async () => {
  source = await freshStore()
  const { db } = source
  await loadSample(db, '2026-11-20')
  world = await makeSecretWorld(db)
  const event = await makeEvent(db, {
    name: 'Kept Conf',
    description: 'Line\nbreak, \u2028 and 😀',
    tags: ['"{,}'],
  })
  const former = await makeSpeaker(db, { name: 'Former Name', shows_former_names: true })
  await db.execute(sql`update speakers set name = 'Present Name' where id = ${former.id}::uuid`)
  const silent = await makeSpeaker(db, { name: 'Dead Name' })
  await db.execute(sql`update speakers set name = 'Chosen Name' where id = ${silent.id}::uuid`)
  const talk = await makeTalk(db, { event, speakers: [former, silent] })
  await makeTalkLink(db, { talk, kind: 'video', url: 'https://example.com/kept-video' })
  await makeTalkLink(db, { talk, kind: 'slides', url: 'https://example.com/kept-slides' })
  await makeCall(db, { event, closes_on: '2026-12-24', note: 'Kept call' })
  const restricted = await makeEvent(db, { name: 'Restricted Conf' })
  await db.execute(sql`
    insert into event_origins (event_id, source_name, licence)
    values (${restricted.id}, 'A list', 'CC BY-NC 4.0'), (${event.id}, 'Another list', 'MIT')`)
  const speakers = [await makeSpeaker(db, { name: 'Restricted Speaker' })]
  await makeTalk(db, { event: restricted, title: 'Restricted Talk', speakers })
  await db.execute(sql`
    insert into old_addresses (kind, key, new_key)
    values ('event', 'once-kept', ${event.slug}), ('event', 'twice-kept', 'once-kept'),
      ('event', 'restricted-once', ${restricted.slug}), ('speaker', 'a-gone-person', null)`)
  const deleted = await makeEvent(db, { name: 'Gone Conf' })
  goneSlug = deleted.slug
  await db.execute(sql`delete from events where id = ${deleted.id}::uuid`)
  file = await dumpOf(source)
  content = textOf(file)
})

afterAll(async () => {
  for (const store of [source, ...openStores]) await store?.close()
  rmSync(folder, { recursive: true })
})

async function dumpOf(store: Store) {
  const dumpFile = path.join(folder, `${randomUUID()}.jsonl.gz`)
  await dump(store, [dumpFile])
  return dumpFile
}

const textOf = (dumpFile: string) => gunzipSync(readFileSync(dumpFile)).toString()
/** Without the second line, which says when. */
const rowsOf = (dumpFile: string) => {
  const [header, generatedAt, ...lines] = textOf(dumpFile).split('\n')
  expect(generatedAt).toMatch(/^\{"generated_at":"[^"]+"\}$/)
  return [header, ...lines].join('\n')
}

async function opened(make: () => Promise<Store>) {
  const store = await make()
  openStores.push(store)
  return store
}

const derivedColumns = [
  ['event tags', `select id, tags::text from events where tags <> '{}'`],
  ['event docs', 'select id, doc from events'],
  ['tag starts', 'select event_id, tag, start_date from event_tags'],
  ['topic counts', 'select id, event_count from topics where event_count > 0'],
  ['talk docs', 'select id, doc from talks'],
  ['talk links', 'select id, slides_url, video_url from talks where slides_url is not null'],
  [
    'speaker counts',
    'select id, events_spoken_at, unique_conferences from speakers where events_spoken_at > 0',
  ],
  ['speaker topics', 'select speaker_id, topic_id, talk_count from speaker_topics'],
  ['words', 'select kind, word, uses from words'],
  ['places', 'select city_key, country_key from places'],
] as const
/** How many rows each has, and the sum of what is in them. */
const derivedOf = ({ db }: Store) =>
  rows<{ name: string; n: number; sum: string }>(
    db,
    sql.raw(
      derivedColumns
        .map(
          ([name, select]) =>
            `select '${name}' as name, count(*)::integer as n, md5(string_agg(record::text, ';' order by record::text collate "C")) as sum from (${select}) as record`,
        )
        .join(' union all '),
    ),
  )
const definitionsOf = ({ db }: Store) =>
  rows(
    db,
    sql`
      select indexdef as definition from pg_indexes where schemaname = 'public'
      union all select format('%s %s %s', tgrelid::regclass, tgname, tgenabled) from pg_trigger where not tgisinternal
      union all select format('%s %s %s', attrelid::regclass, attnum, attstattarget) from pg_attribute
        where attrelid in (select indexrelid from pg_index) and attstattarget >= 0
      order by 1`,
  )

const engines: [string, () => Promise<Store>][] = [['this engine', emptyStore]]
if (inject('engine').kind === 'postgres') engines.push(['the embedded one', newEmbeddedStore])

test.each(engines)('dump, load into %s and dump are the same but for the time', async (_, make) => {
  const copy = await opened(make)
  await load(copy, file)
  expect(rowsOf(await dumpOf(copy))).toBe(rowsOf(file))
  // What triggers derive.
  const [event] = await rows(
    copy.db,
    sql`select tags, (select json_agg(video_url) from talks where event_id = events.id) as videos from events where name = 'Kept Conf'`,
  )
  expect(event).toEqual({ tags: ['"{,}'], videos: ['https://example.com/kept-video'] })
  // As triggers make them: a change of everything changes nothing that is derived.
  const before = await derivedOf(copy)
  expect(
    before
      .filter(({ n }) => n > 0)
      .map(({ name }) => name)
      .sort(),
  ).toEqual(derivedColumns.map(([name]) => name).sort())
  await copy.execute(`
    update talk_speakers set position = position + 1; update talk_speakers set position = position - 1;
    with gone as (delete from event_tags returning event_id, tag, created_at) select * into temp table former_tags from gone;
    insert into event_tags (event_id, tag, created_at) select * from former_tags;
    update events set name = name || 'x'; update events set name = left(name, -1);
    update talks set title = title || 'x'; update talks set title = left(title, -1);
    with gone as (delete from talk_topics returning *) select * into temp table former_topics from gone;
    insert into talk_topics select * from former_topics;
    select refresh_words()`)
  expect(await derivedOf(copy)).toEqual(before)
  expect(await definitionsOf(copy)).toEqual(await definitionsOf(source))
  const next = await makeTalk(copy.db, { event: await makeEvent(copy.db) })
  const [most] = await rows<{ n: number }>(copy.db, sql`select max(number)::int as n from talks`)
  expect(next.number).toBe(most!.n)
})

test('SQLite and CSV have the same rows and columns', async () => {
  const files = ['sqlite', 'csv'].map((form) => path.join(folder, `forms.${form}.gz`))
  await dump(source, files)
  const [database, csv] = files.map((name) => gunzipSync(readFileSync(name)))
  writeFileSync(path.join(folder, 'forms.sqlite'), database!)
  const sqlite = new DatabaseSync(path.join(folder, 'forms.sqlite'), { readOnly: true })
  const [header, , ...lines] = content.trimEnd().split('\n')
  for (const { name, columns, rows: count } of JSON.parse(header!).tables) {
    const own = lines.splice(0, count).map((line) => JSON.parse(line))
    const asStored = (value: unknown) =>
      typeof value === 'boolean'
        ? Number(value)
        : typeof value === 'object' && value
          ? JSON.stringify(value)
          : value
    const names = columns.map((column: { name: string }) => column.name)
    expect(
      sqlite
        .prepare(`select * from "${name}" order by rowid`)
        .all()
        .map((row) => ({ ...row })),
    ).toEqual(own.map((row) => Object.fromEntries(names.map((key: string) => [key, asStored(row[key])]))))
    if (name !== 'events') continue
    const table = parse(csv!.toString().slice(1))
    expect(table[0]).toEqual(names)
    expect(table.length).toBe(count + 1)
  }
  expect(sqlite.prepare("select value from about where key = 'texts'").get()).toEqual({ value: 'CC-BY-4.0' })
  sqlite.close()
  expect(leaksTo(null, `${database!.toString('latin1')}${csv}`, world)).toEqual([])
  await expect(dump(source, files)).rejects.toThrow('already exists')
})

test('nothing that is secret, hidden, deleted or withheld by its source is in a dump', () => {
  expect(world.secrets.length).toBeGreaterThan(60)
  expect(leaksTo(null, content, world)).toEqual([])
  for (const person of Object.values(world.people)) expect(content).not.toContain(person.id)
  for (const text of ['Restricted Conf', 'Restricted Talk', 'Restricted Speaker', 'restricted-once'])
    expect(content).not.toContain(text)
  for (const text of ['Gone Conf', goneSlug, 'a-gone-person', 'Dead Name'])
    expect(content).not.toContain(text)
})

test('what is public is in it', () => {
  for (const text of [
    'Kept Conf',
    'kept-video',
    'Kept call',
    'once-kept',
    'twice-kept',
    'Former Name',
    '"MIT"',
  ])
    expect(content).toContain(text)
  expect(JSON.parse(content.split('\n')[0]!)).toMatchObject({
    hallway: 'dump',
    licences: { facts: 'CC0-1.0', texts: 'CC-BY-4.0' },
  })
})

test('each column of each table is decided', async () => {
  const columns = await rows<{ table: string; name: string }>(source.db)`
    select regexp_replace(relname, '^all_', '') as table, attname::text as name
    from pg_attribute join pg_class on pg_class.oid = attrelid
    where relkind = 'r' and relnamespace = 'public'::regnamespace and attnum > 0 and not attisdropped`
  const inPublicTables = columns.filter(({ table }) => !privateTables.includes(table))
  const decided = publicTables.flatMap((table) =>
    [...table.columns, ...table.withheld].map((name) => `${table.name}.${name}`),
  )
  expect(decided.toSorted()).toEqual(inPublicTables.map(({ table, name }) => `${table}.${name}`).toSorted())
  const tables = new Set(columns.map(({ table }) => table))
  expect(privateTables.filter((table) => !tables.has(table))).toEqual([])
})

test('a database with rows is refused, and so is a file that is cut, foreign or from a newer version', async () => {
  await expect(load(source, file)).rejects.toThrow('The database is not empty')
  const copy = await opened(emptyStore)
  const [header, ...lines] = content.trimEnd().split('\n')
  const refusalOf = (text: string) => {
    const changedFile = path.join(folder, `${randomUUID()}.gz`)
    writeFileSync(changedFile, gzipSync(text))
    return expect(load(copy, changedFile)).rejects
  }
  await refusalOf([header, ...lines.slice(0, -1)].join('\n')).toThrow('is truncated or damaged')
  await refusalOf('{"hallway":"backup"}').toThrow('is not a dump of Hallway')
  const withColumn = JSON.parse(header!)
  withColumn.tables[0].columns.push({ name: 'x"; drop table topics', type: 'text' })
  await refusalOf([JSON.stringify(withColumn), ...lines].join('\n')).toThrow('this Hallway does not know')
  withColumn.tables[0] = {
    name: 'user',
    columns: [{ name: 'id', type: 'uuid' }],
    rows: withColumn.tables[0].rows,
  }
  await refusalOf([JSON.stringify(withColumn), ...lines].join('\n')).toThrow('this Hallway does not know')
  expect(await rows(copy.db, sql`select from topics`)).toEqual([])
})

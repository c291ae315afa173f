import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { sql } from 'drizzle-orm'
import { type Database, rows, type Store } from '#platform/database/db.ts'
import { migrate } from '#platform/database/migrate.ts'
import { formOf, writeFormInThread } from './dump-forms.ts'
import { publicTables } from './dump-tables.ts'
import { noteSuccess } from './job-times.ts'
import {
  type Counts,
  columnList,
  countsOf,
  identifier,
  insertRows,
  type OnProgress,
  readBatches,
  readWhole,
  refuseRows,
  type SnapshotFormat,
  type Table,
  type WriteOptions,
  writeSnapshot,
} from './snapshot.ts'

const licences = { facts: 'CC0-1.0', texts: 'CC-BY-4.0' }

type Header = {
  hallway: 'dump'
  format: number
  /** `texts` are descriptions and biographies, `facts` all the rest. */
  licences: typeof licences
  tables: (Table & { rows: number })[]
}

/** What everybody may have, without what a source forbids to pass on. The same records make the same lines. */
const dumpFormat: SnapshotFormat<Header> = {
  kind: 'dump',
  format: 1,
  rowsPerFetch: 1000,
  readHeader: describePublic,
  select: publicRows,
  isSorted: true,
  secondLine: () => JSON.stringify({ generated_at: new Date().toISOString() }),
}

/** Writes everything that is public into new files of the same moment, each in the form of its ending; see writeSnapshot. */
export async function dump(store: Store, files: string[], options: WriteOptions = {}): Promise<Counts> {
  const existing = files.find((file) => existsSync(file))
  if (existing) throw new Error(`${existing} already exists: choose another file name.`)
  const linesFile = `${files[0]}.${randomUUID()}.part`
  try {
    const { header, ...counts } = await writeSnapshot(store, linesFile, dumpFormat, options)
    for (const file of files)
      if (formOf(file)) await writeFormInThread({ file, lines: linesFile, header }, options.signal)
      else await rename(linesFile, file)
    noteSuccess('dump')
    return counts
  } finally {
    await rm(linesFile, { force: true })
  }
}

/** The header of a dump of which nothing is missing. Throws an Error of one line. */
export const readDump = (file: string): Promise<Header> => readWhole(file, dumpFormat)

/** Fills an empty database from a dump, all or nothing. Throws an Error of one line. */
export async function load(store: Store, file: string, onProgress?: OnProgress): Promise<Counts> {
  const header = await readDump(file)
  await migrate(store)
  await refuseRows(store.db)
  await store.db.transaction(async (tx) => {
    // What follows from a row, such as the tags of an event, changes no time of its own.
    await tx.execute(sql`
      select set_config('hallway.bulk', 'on', true), set_config('hallway.hiding', 'on', true)`)
    // This also locks the tables, so that they stay empty.
    await setTriggers(tx, 'disable')
    await refuseRows(tx)
    const indexes = await dropIndexes(tx)
    const { tables } = await describePublic(tx)
    for await (const { table, lines } of readBatches(file, header, dumpFormat, onProgress))
      await insertRows(tx, ownTable(table, tables), lines)
    for (const statement of derived) await tx.execute(statement)
    for (const statement of indexes) await tx.execute(sql.raw(statement))
    await setTriggers(tx, 'enable')
  })
  await (store.tidy?.() ?? store.db.execute(sql`analyze`))
  return countsOf(header)
}

/** What triggers derive row by row, for all rows at once. */
const derived = [
  sql`analyze`,
  sql`update topics set event_count = n from (select tag, count(*) as n from event_tags group by tag) as used where tag = name`,
  sql`select keep_tag_copies(array(select distinct event_id from event_tags))`,
  sql`select keep_talk_docs(array(select id from talks))`,
  sql`select keep_first_links(array(select distinct talk_id from talk_links))`,
  sql`select keep_speakers(array(select distinct speaker_id from talk_speakers))`,
  sql`select refresh_words()`,
  sql`select setval(pg_get_serial_sequence('all_talks', 'number'), max(number)) from talks`,
]

/** Drops those that take longest to keep while rows come, and returns how to make them again. */
async function dropIndexes(tx: Database) {
  const indexes = await rows<{ name: string; statements: string[] }>(tx)`
    select relname::text as name, pg_get_indexdef(indexrelid) || array(
        select format('alter index %s alter column %s set statistics %s', relname, attnum, attstattarget)
        from pg_attribute where attrelid = indexrelid and attstattarget >= 0
      ) as statements
    from pg_index join pg_class on pg_class.oid = indexrelid join pg_am on pg_am.oid = relam
    where relnamespace = 'public'::regnamespace and amname = 'gin'`
  for (const { name } of indexes) await tx.execute(sql`drop index ${identifier(name)}`)
  return indexes.flatMap(({ statements }) => statements)
}

/**
 * Triggers that run after a row: they log, announce and derive. Those before stay, but for the one that refuses a
 * description from before its limit.
 */
async function setTriggers(tx: Database, what: 'disable' | 'enable'): Promise<void> {
  const triggers = await rows<{ of: string; name: string }>(tx)`
    select relname::text as of, tgname::text as name from pg_trigger join pg_class on pg_class.oid = tgrelid
    where not tgisinternal and (tgtype & 2 = 0 or tgname = 'events_description_is_short')
      and regexp_replace(relname, '^all_', '') = any (${sql.param(publicTables.map(({ name }) => name))}::text[])`
  for (const { of, name } of triggers)
    await tx.execute(sql`alter table ${identifier(of)} ${sql.raw(what)} trigger ${identifier(name)}`)
}

/** A table of a dump with the types of this database. Nothing of a strange file is taken as a name or a type. */
function ownTable(table: Table, tables: Table[]): Table {
  const own = tables.find(({ name }) => name === table.name)
  const columns = table.columns.map(({ name }) => own?.columns.find((column) => column.name === name))
  if (!own || columns.includes(undefined))
    throw new Error(
      `The dump has columns of ${table.name} that this Hallway does not know: take a newer one.`,
    )
  return { name: own.name, columns: columns as Table['columns'] }
}

const publicTable = (name: string) => publicTables.find((table) => table.name === name)!

function publicRows({ name, columns }: Table) {
  const { values = {}, rows: condition = sql`true` } = publicTable(name)
  const list = columnList(columns, (column) => {
    const value = values[column.name]
    return value ? sql`${value} as ${identifier(column.name)}` : identifier(column.name)
  })
  return sql`select ${list} from ${identifier(name)} where ${condition}`
}

async function describePublic(db: Database) {
  const tables: Table[] = []
  for (const { name, columns } of publicTables) {
    const types = await rows<{ name: string; type: string }>(db)`
      select attname::text as name, format_type(atttypid, atttypmod) as type from pg_attribute
      where attrelid = ${name}::regclass and attname = any (${sql.param(columns)}::text[])`
    tables.push({ name, columns: columns.map((column) => types.find((type) => type.name === column)!) })
  }
  return { hallway: 'dump' as const, format: dumpFormat.format, licences, tables }
}

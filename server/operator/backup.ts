import { sql } from 'drizzle-orm'
import { type Database, rows, type Store } from '#platform/database/db.ts'
import {
  type Migration,
  migrate,
  migrationFiles,
  refuseUnknownMigrations,
} from '#platform/database/migrate.ts'
import { version } from '#platform/version.ts'
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
  selectColumn,
  type Table,
  tablesOf,
  writeSnapshot,
} from './snapshot.ts'

/** The first line of a backup. A sequence's value is text: it may be larger than a number holds. */
type Header = {
  hallway: 'backup'
  format: number
  /** A Hallway that can restore it: the one that wrote it, unless the database was newer. The first backups have none. */
  version?: string
  made_at: string
  migrations: Migration[]
  sequences: { name: string; value: string }[]
  tables: (Table & { rows: number })[]
}
/** Gzipped lines of the database's own JSON, so that each engine can restore the other's backup. */
const backupFormat: SnapshotFormat<Header> = {
  kind: 'backup',
  format: 1,
  // Of the longest rows they take 200 MB.
  rowsPerFetch: 200,
  readHeader: describeDatabase,
  select: ({ name, columns }) => sql`select ${columnList(columns, selectColumn)} from ${identifier(name)}`,
  lastLine: (sha256) => JSON.stringify({ sha256 }),
}

/** Writes all tables into a new file; see writeSnapshot. */
export async function backup(
  store: Store,
  file: string,
  onProgress?: OnProgress,
  signal?: AbortSignal,
): Promise<Counts> {
  const counts = await writeSnapshot(store, file, backupFormat, { onProgress, signal })
  noteSuccess('backup')
  return counts
}

/**
 * Fills an empty database from a backup, all or nothing. The rows are loaded into the tables of the backup's own version;
 * then the later migrations run on them, as they would have on the database itself. Throws an Error of one line if the
 * file is cut, damaged or newer than this code, or if the database has rows.
 */
export async function restore(store: Store, file: string, onProgress?: OnProgress): Promise<Counts> {
  const header = await readBackup(file)
  await refuseRows(store.db)
  if (store.engine === 'embedded') await dropLaterTables(store, header.migrations)
  await migrate(store, header.migrations)
  await store.db.transaction(async (tx) => {
    await refuseOtherTables(tx, header)
    // This locks the tables, so that they stay empty.
    for (const { name } of header.tables)
      await tx.execute(sql`alter table ${identifier(name)} disable trigger user`)
    await refuseRows(tx)
    await tx.execute(sql`delete from migrations`)
    for await (const { table, lines } of readBatches(file, header, backupFormat, onProgress))
      await insertRows(tx, table, lines)
    for (const { name } of header.tables)
      await tx.execute(sql`alter table ${identifier(name)} enable trigger user`)
    for (const { name, value } of header.sequences)
      await tx.execute(sql`select setval(format('%I', ${name}::text)::regclass, ${value}::text::bigint)`)
  })
  await migrate(store)
  await (store.tidy?.() ?? store.db.execute(sql`analyze`))
  return countsOf(header)
}

/** The embedded database begins with the tables of this version; an older backup needs those of its own. */
async function dropLaterTables(store: Store, migrations: Migration[]): Promise<void> {
  if ((await tablesOf(store.db)).length === 0) return
  const names = migrations.map(({ name }) => name)
  const laterMigrations = await rows(store.db)`
    select from migrations where name <> all (${sql.param(names)}::text[])`
  if (laterMigrations.length > 0) await store.execute('drop schema public cascade', 'create schema public')
}

/**
 * Reads a whole backup, checks that nothing is missing or changed and that this code can restore it, and returns its
 * header. Throws an Error of one line.
 */
export async function readBackup(file: string): Promise<Header> {
  const header = await readWhole(file, backupFormat)
  refuseUnknownMigrations(
    'The backup',
    header.migrations,
    await migrationFiles(),
    `Restore it with ${header.version ? `Hallway ${header.version} or later` : 'the newer version'}.`,
  )
  return header
}

async function describeDatabase(db: Database) {
  const tables = await tablesOf(db)
  if (!tables.some(({ name }) => name === 'migrations'))
    throw new Error('This database has no Hallway tables.')
  const migrations = await rows<Migration>(db)`select name, checksum from migrations order by name`
  const files = await migrationFiles()
  const isNewer = migrations.some(({ name }) => !files.some((file) => file.name === name))
  return {
    hallway: 'backup' as const,
    format: backupFormat.format,
    version: isNewer ? undefined : version,
    made_at: new Date().toISOString(),
    migrations,
    sequences: await rows<Header['sequences'][number]>(db)`
      select sequencename::text as name, last_value::text as value from pg_sequences
      where schemaname = 'public' and last_value is not null order by 1`,
    tables,
  }
}

/** A database that has been migrated past the backup's version has other tables than the backup. */
async function refuseOtherTables(db: Database, header: Header): Promise<void> {
  const appliedMigrations = await rows<Migration>(db)`select name, checksum from migrations order by name`
  const shape = (tables: Table[]) =>
    JSON.stringify(tables.map(({ name, columns }) => [name, columns.map(({ name, type }) => [name, type])]))
  if (
    appliedMigrations.length !== header.migrations.length ||
    shape(await tablesOf(db)) !== shape(header.tables)
  )
    throw new Error('The database has tables that are not in the backup: restore into an empty database.')
}

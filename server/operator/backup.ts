import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { type FileHandle, open, readdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream'
import { promisify } from 'node:util'
import { createGunzip, gzip } from 'node:zlib'
import { type SQL, sql } from 'drizzle-orm'
import { type Database, rows, type Store } from '#platform/database/db.ts'
import {
  type Migration,
  migrate,
  migrationFiles,
  refuseUnknownMigrations,
} from '#platform/database/migrate.ts'
import { version } from '#platform/version.ts'
import { noteSuccess } from './job-times.ts'
import { linesOf } from './lines.ts'

type Column = { name: string; type: string }
type Table = { name: string; columns: Column[] }
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
type OnProgress = (done: number, total: number) => void
type Counts = { rows: number; tables: number }

const format = 1
/** Rows for each fetch. The embedded engine serves nobody else meanwhile; 200 of the longest rows take 200 MB. */
const rowsPerFetch = 200
/** Characters for each batch that is compressed or inserted. */
const charactersPerBatch = 1_000_000
const rowsPerInsert = 500

/**
 * Writes a consistent snapshot of all tables into a new file (mode 600) while the site runs. The file is gzipped lines of
 * the database's own JSON, so that each engine can restore the other's backup. It is renamed to `file` once it is synced
 * and was read back whole. Throws an Error of one line if `file` exists, if its folder does not, or if what is read back
 * differs. `signal` ends it between two batches.
 */
export async function backup(
  store: Store,
  file: string,
  onProgress?: OnProgress,
  signal?: AbortSignal,
): Promise<Counts> {
  if (existsSync(file)) throw new Error(`${file} already exists: choose another file name.`)
  const folderName = path.dirname(file)
  if (!existsSync(folderName)) throw new Error(`The folder ${folderName} does not exist.`)
  await removeAbandoned(folderName)
  const partial = `${file}.${randomUUID()}.part`
  const handle = await open(partial, 'wx', 0o600)
  try {
    const counts = await writeBackup(store, handle, (done, total) => {
      signal?.throwIfAborted()
      onProgress?.(done, total)
    })
    await handle.sync()
    await handle.close()
    await readWhole(partial, signal).catch((error: Error) => {
      signal?.throwIfAborted()
      throw new Error(`what was written can't be read back, so it was removed: ${error.message}`)
    })
    await rename(partial, file)
    const folder = await open(folderName)
    await folder.sync().finally(() => folder.close())
    noteSuccess('backup')
    return counts
  } catch (error) {
    await handle.close()
    await rm(partial, { force: true })
    throw error
  }
}

const partialName = /\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.part$/
const abandonedAfterMs = 3_600_000

/** Removes what backups left that were killed. One that is being written grows all the time. */
async function removeAbandoned(folder: string): Promise<void> {
  const partials = (await readdir(folder)).filter((name) => partialName.test(name))
  // What can't be removed is no reason to make no backup.
  await Promise.allSettled(
    partials.map(async (name) => {
      const file = path.join(folder, name)
      if (Date.now() - (await stat(file)).mtimeMs > abandonedAfterMs) await rm(file)
    }),
  )
}

/**
 * Fills an empty database from a backup, all or nothing. The rows are loaded into the tables of the backup's own version;
 * then the later migrations run on them, as they would have on the database itself. Throws an Error of one line if the
 * file is cut, damaged or newer than this code, or if the database has rows.
 */
export async function restore(store: Store, file: string, onProgress?: OnProgress): Promise<Counts> {
  const header = await readBackup(file)
  await refuseRows(store.db)
  await migrate(store, header.migrations)
  const total = rowCount(header)
  await store.db.transaction(async (tx) => {
    await refuseOtherTables(tx, header)
    // This locks the tables, so that they stay empty.
    for (const { name } of header.tables)
      await tx.execute(sql`alter table ${identifier(name)} disable trigger user`)
    await refuseRows(tx)
    await tx.execute(sql`delete from migrations`)
    let done = 0
    for await (const { table, lines } of readBatches(file, header)) {
      await insertRows(tx, table, lines)
      done += lines.length
      onProgress?.(done, total)
    }
    for (const { name } of header.tables)
      await tx.execute(sql`alter table ${identifier(name)} enable trigger user`)
    for (const { name, value } of header.sequences)
      await tx.execute(sql`select setval(format('%I', ${name}::text)::regclass, ${value}::text::bigint)`)
  })
  await migrate(store)
  await (store.tidy?.() ?? store.db.execute(sql`analyze`))
  return { rows: total, tables: header.tables.length }
}

/**
 * Reads a whole backup, checks that nothing is missing or changed and that this code can restore it, and returns its
 * header. Throws an Error of one line.
 */
export async function readBackup(file: string): Promise<Header> {
  const header = await readWhole(file)
  refuseUnknownMigrations(
    'The backup',
    header.migrations,
    await migrationFiles(),
    `Restore it with ${header.version ? `Hallway ${header.version} or later` : 'the newer version'}.`,
  )
  return header
}

/** The header of a backup of which nothing is missing or changed. A backup of a database that is newer than this code is one, too. */
async function readWhole(file: string, signal?: AbortSignal): Promise<Header> {
  const hash = createHash('sha256')
  let header: Header | undefined
  let rowsLeft = 0
  let isComplete = false
  const damagedError = () => new Error(`${file} is truncated or damaged: it cannot be restored.`)
  try {
    for await (const line of linesOfBackup(file, signal)) {
      if (!header) {
        header = headerOf(line, file)
        rowsLeft = rowCount(header)
      } else if (rowsLeft > 0) rowsLeft -= 1
      else if (isComplete || line !== lastLine(hash.copy().digest('hex'))) throw damagedError()
      else isComplete = true
      hash.update(`${line}\n`)
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'Z_DATA_ERROR' && !header) throw notABackupError(file)
    throw code?.startsWith('Z_') ? damagedError() : error
  }
  if (!header || !isComplete) throw damagedError()
  return header
}

async function writeBackup(store: Store, handle: FileHandle, onProgress?: OnProgress): Promise<Counts> {
  const hash = createHash('sha256')
  let text = ''
  async function write(lines: string[]) {
    for (const line of lines) text += `${line}\n`
    if (text.length > charactersPerBatch) await flush()
  }
  // Each batch is a gzip file of its own: gzip files may be concatenated.
  async function flush() {
    hash.update(text)
    await handle.appendFile(await promisify(gzip)(text))
    text = ''
  }
  const counts = await readDatabase(store, write, onProgress)
  await flush()
  await write([lastLine(hash.digest('hex'))])
  await handle.appendFile(await promisify(gzip)(text))
  return counts
}

/**
 * Reads a consistent snapshot of the database. The embedded engine has one session, which a transaction would block for
 * everybody else: there the transaction only opens holdable cursors, and others are served between two fetches. What
 * they hold takes room on the disk: where it has none, everybody waits.
 */
async function readDatabase(
  { db, engine }: Store,
  write: (lines: string[]) => Promise<void>,
  onProgress?: OnProgress,
): Promise<Counts> {
  const prefix = randomUUID()
  const cursor = (index: number) => identifier(`${prefix} ${index}`)

  async function fetchRows(connection: Database, header: Header) {
    const total = rowCount(header)
    let done = 0
    await write([JSON.stringify(header)])
    for (const index of header.tables.keys()) {
      const fetch = sql`fetch ${sql.raw(String(rowsPerFetch))} from ${cursor(index)}`
      let batch: { line: string }[]
      do {
        batch = await rows(connection, fetch)
        await write(batch.map(({ line }) => line))
        done += batch.length
        onProgress?.(done, total)
      } while (batch.length === rowsPerFetch)
      await connection.execute(sql`close ${cursor(index)}`)
    }
    if (done !== total) throw new Error(`Expected ${total} rows but read ${done}: no backup was written.`)
  }

  let openCursors = 0
  const openAll = (areHeld: boolean) =>
    db.transaction(
      async (tx) => {
        const header = await describeDatabase(tx)
        openCursors = 0
        for (const { name, columns } of header.tables) {
          await tx.execute(sql`
            declare ${cursor(openCursors)} no scroll cursor ${sql.raw(areHeld ? 'with hold' : '')} for
            select row_to_json(record.*)::text as line
            from (select ${columnList(columns, selectColumn)} from ${identifier(name)}) as record`)
          openCursors += 1
        }
        if (!areHeld) await fetchRows(tx, header)
        return header
      },
      { isolationLevel: 'repeatable read', accessMode: 'read only' },
    )
  /** An open cursor would hold its rows for as long as the site runs. Some are closed already. */
  async function closeHeld(): Promise<undefined> {
    for (let index = 0; index < openCursors; index++)
      await db.execute(sql`close ${cursor(index)}`).catch(() => {})
  }

  const held = engine === 'embedded' ? await openAll(true).catch(closeHeld) : undefined
  try {
    if (held) await fetchRows(db, held)
    const header = held ?? (await openAll(false))
    return { rows: rowCount(header), tables: header.tables.length }
  } catch (error) {
    if (held) await closeHeld()
    throw error
  }
}

async function describeDatabase(db: Database): Promise<Header> {
  const tables = await tablesOf(db)
  if (!tables.some(({ name }) => name === 'migrations'))
    throw new Error('This database has no Hallway tables.')
  const tablesWithCounts = []
  for (const table of tables) {
    const [count] = await rows<{ n: string }>(db)`select count(*)::text as n from ${identifier(table.name)}`
    tablesWithCounts.push({ ...table, rows: Number(count?.n) })
  }
  const migrations = await rows<Migration>(db, sql`select name, checksum from migrations order by name`)
  const files = await migrationFiles()
  const isNewer = migrations.some(({ name }) => !files.some((file) => file.name === name))
  return {
    hallway: 'backup',
    format,
    version: isNewer ? undefined : version,
    made_at: new Date().toISOString(),
    migrations,
    sequences: await rows<Header['sequences'][number]>(db)`
      select sequencename::text as name, last_value::text as value from pg_sequences
      where schemaname = 'public' and last_value is not null order by 1`,
    tables: tablesWithCounts,
  }
}

/**
 * All tables with their columns but the generated ones, each table after those that its foreign keys refer to. Not
 * `changes`: what changed a minute ago means nothing elsewhere.
 */
async function tablesOf(db: Database): Promise<Table[]> {
  let unorderedTables = await rows<{
    name: string
    columns: string[]
    types: string[]
    references: string[]
  }>(db)`
    select relname::text as name, columns, types,
      array(
        select other.relname::text from pg_constraint join pg_class as other on other.oid = confrelid
        where conrelid = pg_class.oid and contype = 'f'
      ) as "references"
    from pg_class cross join lateral (
      select array_agg(attname::text order by attnum) as columns,
        array_agg(format_type(atttypid, atttypmod) order by attnum) as types
      from pg_attribute where attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = ''
    ) as attributes
    where relkind = 'r' and relnamespace = 'public'::regnamespace and relname <> 'changes' order by relname`
  const orderedTables: Table[] = []
  while (unorderedTables.length > 0) {
    const isOrdered = (name: string) => orderedTables.some((table) => table.name === name)
    const readyTables = unorderedTables.filter(({ references }) => references.every(isOrdered))
    if (readyTables.length === 0)
      throw new Error(
        `Tables refer to each other in a circle: ${unorderedTables.map(({ name }) => name).join(', ')}`,
      )
    for (const { name, columns, types } of readyTables)
      orderedTables.push({
        name,
        columns: columns.map((column, index) => ({ name: column, type: types[index]! })),
      })
    unorderedTables = unorderedTables.filter((table) => !readyTables.includes(table))
  }
  return orderedTables
}

async function refuseRows(db: Database): Promise<void> {
  for (const { name } of await tablesOf(db)) {
    if (name === 'migrations') continue
    const someRow = await rows(db, sql`select 1 from ${identifier(name)} limit 1`)
    if (someRow.length > 0)
      throw new Error(`The database is not empty, the table ${name} has rows: restore into an empty one.`)
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

async function insertRows(tx: Database, { name, columns }: Table, lines: string[]): Promise<void> {
  await tx.execute(sql`
    insert into ${identifier(name)} (${columnList(columns, ({ name }) => identifier(name))}) overriding system value
    select ${columnList(columns, ({ name, type }) => (isJson(type) ? sql`${identifier(name)}::${sql.raw(type)}` : identifier(name)))}
    from json_to_recordset(${`[${lines.join(',')}]`}::text::json)
      as line (${columnList(columns, ({ name, type }) => sql`${identifier(name)} ${sql.raw(isJson(type) ? 'text' : type)}`)})`)
}

// JSON is written as text: otherwise the JSON value null would be read as no value.
const isJson = (type: string) => type === 'jsonb' || type === 'json'
const selectColumn = ({ name, type }: Column) =>
  isJson(type) ? sql`${identifier(name)}::text as ${identifier(name)}` : identifier(name)

/** The rows of a checked backup, table by table, as many at once as one insert takes. */
async function* readBatches(file: string, header: Header): AsyncGenerator<{ table: Table; lines: string[] }> {
  const source = linesOfBackup(file)
  await source.next()
  for (const table of header.tables) {
    let lines: string[] = []
    let characters = 0
    for (let rowsLeft = table.rows; rowsLeft > 0; rowsLeft--) {
      const { value } = await source.next()
      lines.push(value)
      characters += value.length
      if (rowsLeft > 1 && lines.length < rowsPerInsert && characters < charactersPerBatch) continue
      yield { table, lines }
      lines = []
      characters = 0
    }
  }
  await source.return(undefined)
}

function linesOfBackup(file: string, signal?: AbortSignal): AsyncGenerator<string> {
  // pipeline, because an error of the file must end the stream that comes out of it; pipe alone would not.
  return linesOf(pipeline(createReadStream(file, { signal }), createGunzip(), () => {}))
}

function headerOf(line: string, file: string): Header {
  let header: Partial<Header> | null
  try {
    header = JSON.parse(line)
  } catch {
    throw notABackupError(file)
  }
  if (header?.hallway !== 'backup') throw notABackupError(file)
  if (header.format !== format)
    throw new Error(`${file} has format ${header.format}, which this Hallway can't read: take a newer one.`)
  return header as Header
}

const notABackupError = (file: string) => new Error(`${file} is not a backup of Hallway.`)
const lastLine = (sha256: string) => JSON.stringify({ sha256 })
const rowCount = ({ tables }: Header) => tables.reduce((total, { rows }) => total + rows, 0)
const columnList = (columns: Column[], toSql: (column: Column) => SQL) =>
  sql.join(columns.map(toSql), sql`, `)
const identifier = (name: string) => sql.raw(`"${name.replaceAll('"', '""')}"`)

import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { type FileHandle, open, readdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream'
import { promisify } from 'node:util'
import { createGunzip, gzip } from 'node:zlib'
import { type SQL, sql } from 'drizzle-orm'
import { type Database, rows, type Store } from '#platform/database/db.ts'
import { linesOf } from './lines.ts'

// Files of gzipped lines of JSON with the rows of one moment: a header, the rows table by table, and what a format adds.

export type Column = { name: string; type: string }
export type Table = { name: string; columns: Column[] }
type Header = { tables: (Table & { rows: number })[] }
export type OnProgress = (done: number, total: number) => void
export type WriteOptions = { onProgress?: OnProgress; signal?: AbortSignal }
export type Counts = { rows: number; tables: number }

export type SnapshotFormat<H extends Header> = {
  /** What the header says it is, at `hallway`. */
  kind: string
  format: number
  /** The embedded engine serves nobody else meanwhile. */
  rowsPerFetch: number
  readHeader(db: Database): Promise<Omit<H, 'tables'> & { tables: Table[] }>
  /** The rows of a table. */
  select(table: Table): SQL
  /** Whether the lines of a table are in order: then the same rows make the same lines. */
  isSorted?: boolean
  /** The second line, where the format has one. */
  secondLine?(): string
  /** The line after the rows, where the format has one: of the checksum of all lines before it. */
  lastLine?(sha256: string): string
}

/** Bytes that are compressed or read at once: after each, the thread that answers visitors has its turn. */
export const chunkBytes = 512 * 1024
/** Characters for each batch that is compressed or inserted. */
const charactersPerBatch = 1_000_000
const rowsPerInsert = 500

/**
 * Writes a consistent snapshot into a new file (mode 600) while the site runs. The file is renamed to `file` once it is
 * synced and was read back whole. Throws an Error of one line if `file` exists, if its folder does not, or if what is read
 * back differs. `signal` ends it between two batches.
 */
export async function writeSnapshot<H extends Header>(
  store: Store,
  file: string,
  format: SnapshotFormat<H>,
  { onProgress, signal }: WriteOptions = {},
): Promise<Counts & { header: H }> {
  if (existsSync(file)) throw new Error(`${file} already exists: choose another file name.`)
  const folderName = path.dirname(file)
  if (!existsSync(folderName)) throw new Error(`The folder ${folderName} does not exist.`)
  await removeAbandoned(folderName)
  const partial = `${file}.${randomUUID()}.part`
  const handle = await open(partial, 'wx', 0o600)
  try {
    const counts = await writeLines(store, handle, format, (done, total) => {
      signal?.throwIfAborted()
      onProgress?.(done, total)
    })
    await handle.sync()
    await handle.close()
    const header = await readWhole(partial, format, signal).catch((error: Error) => {
      signal?.throwIfAborted()
      throw new Error(`what was written can't be read back, so it was removed: ${error.message}`)
    })
    await rename(partial, file)
    const folder = await open(folderName)
    await folder.sync().finally(() => folder.close())
    return { ...counts, header }
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

/** The header of a file of which nothing is missing or changed. Throws an Error of one line. */
export async function readWhole<H extends Header>(
  file: string,
  format: SnapshotFormat<H>,
  signal?: AbortSignal,
): Promise<H> {
  const hash = createHash('sha256')
  let header: H | undefined
  let rowsLeft = 0
  let isComplete = !format.lastLine
  const damagedError = () => new Error(`${file} is truncated or damaged: it cannot be restored.`)
  try {
    for await (const line of linesOfSnapshot(file, signal)) {
      if (!header) {
        header = headerOf(line, file, format)
        rowsLeft = rowCount(header) + (format.secondLine ? 1 : 0)
      } else if (rowsLeft > 0) rowsLeft -= 1
      else if (isComplete || line !== format.lastLine?.(hash.copy().digest('hex'))) throw damagedError()
      else isComplete = true
      hash.update(`${line}\n`)
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'Z_DATA_ERROR' && !header) throw foreignFileError(file, format.kind)
    throw code?.startsWith('Z_') ? damagedError() : error
  }
  if (!header || rowsLeft > 0 || !isComplete) throw damagedError()
  return header
}

async function writeLines<H extends Header>(
  store: Store,
  handle: FileHandle,
  format: SnapshotFormat<H>,
  onProgress: OnProgress,
): Promise<Counts> {
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
  const counts = await readDatabase(store, format, write, onProgress)
  await flush()
  if (!format.lastLine) return counts
  await write([format.lastLine(hash.digest('hex'))])
  await handle.appendFile(await promisify(gzip)(text))
  return counts
}

/**
 * Reads a consistent snapshot of the database. The embedded engine has one session, which a transaction would block for
 * everybody else: there the transaction only opens holdable cursors, and others are served between two fetches. What
 * they hold takes room on the disk: where it has none, everybody waits.
 */
async function readDatabase<H extends Header>(
  { db, engine }: Store,
  { readHeader, rowsPerFetch, select, isSorted, secondLine }: SnapshotFormat<H>,
  write: (lines: string[]) => Promise<void>,
  onProgress: OnProgress,
): Promise<Counts> {
  const prefix = randomUUID()
  const cursor = (index: number) => identifier(`${prefix} ${index}`)

  async function fetchRows(connection: Database, header: H) {
    const total = rowCount(header)
    let done = 0
    await write([JSON.stringify(header), ...(secondLine ? [secondLine()] : [])])
    for (const index of header.tables.keys()) {
      let batch: { line: string }[]
      do {
        batch = await rows<{ line: string }>(connection)`
          fetch ${sql.raw(String(rowsPerFetch))} from ${cursor(index)}`
        await write(batch.map(({ line }) => line))
        done += batch.length
        onProgress(done, total)
      } while (batch.length === rowsPerFetch)
      await connection.execute(sql`close ${cursor(index)}`)
    }
    if (done !== total) throw new Error(`Expected ${total} rows but read ${done}: no file was written.`)
  }

  let openCursors = 0
  const openAll = (areHeld: boolean) =>
    db.transaction(
      async (tx) => {
        const { tables, ...head } = await readHeader(tx)
        const header = { ...head, tables: [] as Header['tables'] } as H
        openCursors = 0
        for (const table of tables) {
          const records = sql`from (${select(table)}) as record`
          const [count] = await rows<{ n: string }>(tx)`select count(*)::text as n ${records}`
          header.tables.push({ ...table, rows: Number(count?.n) })
          await tx.execute(sql`
            declare ${cursor(openCursors)} no scroll cursor ${sql.raw(areHeld ? 'with hold' : '')} for
            select row_to_json(record.*)::text collate "C" as line ${records} ${sql.raw(isSorted ? 'order by 1' : '')}`)
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
    return countsOf(header)
  } catch (error) {
    if (held) await closeHeld()
    throw error
  }
}

/**
 * All tables with their columns but the generated ones, each table after those that its foreign keys refer to. Not
 * `changes`: what changed a minute ago means nothing elsewhere.
 */
export async function tablesOf(db: Database): Promise<Table[]> {
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

export async function refuseRows(db: Database): Promise<void> {
  for (const { name } of await tablesOf(db)) {
    if (name === 'migrations') continue
    const someRow = await rows(db)`select 1 from ${identifier(name)} limit 1`
    if (someRow.length > 0)
      throw new Error(`The database is not empty, the table ${name} has rows: restore into an empty one.`)
  }
}

export async function insertRows(tx: Database, { name, columns }: Table, lines: string[]): Promise<void> {
  await tx.execute(sql`
    insert into ${identifier(name)} (${columnList(columns, ({ name }) => identifier(name))}) overriding system value
    select ${columnList(columns, ({ name, type }) => (isJson(type) ? sql`${identifier(name)}::${sql.raw(type)}` : identifier(name)))}
    from json_to_recordset(${`[${lines.join(',')}]`}::text::json)
      as line (${columnList(columns, ({ name, type }) => sql`${identifier(name)} ${sql.raw(isJson(type) ? 'text' : type)}`)})`)
}

// JSON is written as text: otherwise the JSON value null would be read as no value.
const isJson = (type: string) => type === 'jsonb' || type === 'json'
export const selectColumn = ({ name, type }: Column) =>
  isJson(type) ? sql`${identifier(name)}::text as ${identifier(name)}` : identifier(name)

/** The rows of a checked file, table by table, as many at once as one insert takes. What was taken before is reported. */
export async function* readBatches<H extends Header>(
  file: string,
  header: H,
  { secondLine }: Pick<SnapshotFormat<H>, 'secondLine'>,
  onProgress?: OnProgress,
): AsyncGenerator<{ table: Table; lines: string[] }> {
  const source = linesOfSnapshot(file)
  if (secondLine) await source.next()
  await source.next()
  let done = 0
  for (const table of header.tables) {
    let lines: string[] = []
    let characters = 0
    for (let rowsLeft = table.rows; rowsLeft > 0; rowsLeft--) {
      const { value } = await source.next()
      lines.push(value)
      characters += value.length
      if (rowsLeft > 1 && lines.length < rowsPerInsert && characters < charactersPerBatch) continue
      yield { table, lines }
      done += lines.length
      onProgress?.(done, rowCount(header))
      lines = []
      characters = 0
    }
  }
  await source.return(undefined)
}

function linesOfSnapshot(file: string, signal?: AbortSignal): AsyncGenerator<string> {
  // pipeline, because an error of the file must end the stream that comes out of it; pipe alone would not.
  return linesOf(
    pipeline(createReadStream(file, { signal }), createGunzip({ chunkSize: chunkBytes }), () => {}),
  )
}

function headerOf<H extends Header>(line: string, file: string, { kind, format }: SnapshotFormat<H>): H {
  let header: (H & { hallway?: string; format?: number }) | null
  try {
    header = JSON.parse(line)
  } catch {
    throw foreignFileError(file, kind)
  }
  if (header?.hallway !== kind) throw foreignFileError(file, kind)
  if (header.format !== format)
    throw new Error(`${file} has format ${header.format}, which this Hallway can't read: take a newer one.`)
  return header
}

const foreignFileError = (file: string, kind: string) => new Error(`${file} is not a ${kind} of Hallway.`)
export const countsOf = (header: Header): Counts => ({
  rows: rowCount(header),
  tables: header.tables.length,
})
const rowCount = ({ tables }: Header) => tables.reduce((total, { rows }) => total + rows, 0)
export const columnList = (columns: Column[], toSql: (column: Column) => SQL) =>
  sql.join(columns.map(toSql), sql`, `)
export const identifier = (name: string) => sql.raw(`"${name.replaceAll('"', '""')}"`)

import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { type FileHandle, open, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream'
import { promisify } from 'node:util'
import { createGunzip, gzip } from 'node:zlib'
import { type SQL, sql } from 'drizzle-orm'
import { type Database, rows, type Store } from '#server/database/db.ts'
import { type Migration, migrate, mustBeKnown } from '#server/database/migrate.ts'
import { linesOf } from './lines.ts'

type Column = { name: string; type: string }
type Table = { name: string; columns: Column[] }
/** The first line of a backup. A sequence's value is text: it may be larger than a number holds. */
type Header = {
  hallway: 'backup'
  format: number
  made_at: string
  migrations: Migration[]
  sequences: { name: string; value: string }[]
  tables: (Table & { rows: number })[]
}
type Progress = (done: number, total: number) => void
export type Moved = { rows: number; tables: number }

const format = 1
/** Rows asked for at once. The embedded engine answers nobody else meanwhile; 200 of the longest take 200 MB. */
const rowsPerFetch = 200
/** Characters that are compressed, or inserted, at once. */
const charactersAtOnce = 1_000_000
const rowsPerInsert = 500

/**
 * Writes all rows of all tables into a new file for its owner alone, as of one moment, while the site goes on. The file
 * is lines of JSON, gzipped, in the words of the database itself, so that either engine reads what the other wrote.
 * It gets its name once it is whole and on the disk. Throws an Error of one line if there is such a file.
 */
export async function backup(store: Store, file: string, onProgress?: Progress): Promise<Moved> {
  if (existsSync(file)) throw new Error(`${file} is already there: name another file.`)
  const beside = `${file}.${randomUUID()}.part`
  const handle = await open(beside, 'wx', 0o600)
  try {
    const moved = await writeAll(store, handle, onProgress)
    await handle.sync()
    await handle.close()
    await rename(beside, file)
    const folder = await open(path.dirname(file))
    await folder.sync().finally(() => folder.close())
    return moved
  } catch (error) {
    await handle.close()
    await rm(beside, { force: true })
    throw error
  }
}

/**
 * Fills an empty database from a backup, all or nothing: first as the backup's own version left it, then the migrations
 * that came since. Throws an Error of one line if the file is cut, damaged or newer than this code, or if the database
 * holds anything.
 */
export async function restore(store: Store, file: string, onProgress?: Progress): Promise<Moved> {
  const header = await readBackup(file)
  await mustBeEmpty(store.db)
  await migrate(store, header.migrations)
  const total = sum(header)
  await store.db.transaction(async (tx) => {
    await mustFit(tx, header)
    // Whoever else would write now waits: what was empty stays so.
    for (const { name } of header.tables)
      await tx.execute(sql`alter table ${quoted(name)} disable trigger user`)
    await mustBeEmpty(tx)
    await tx.execute(sql`delete from migrations`)
    let done = 0
    for await (const { table, lines } of batches(file, header)) {
      await insert(tx, table, lines)
      done += lines.length
      onProgress?.(done, total)
    }
    for (const { name } of header.tables)
      await tx.execute(sql`alter table ${quoted(name)} enable trigger user`)
    for (const { name, value } of header.sequences)
      await tx.execute(sql`select setval(format('%I', ${name}::text)::regclass, ${value}::text::bigint)`)
  })
  await migrate(store)
  await (store.tidy?.() ?? store.db.execute(sql`analyze`))
  return { rows: total, tables: header.tables.length }
}

/**
 * Reads a whole backup to see that nothing is missing and nothing is changed, and returns what it says of itself.
 * Throws an Error of one line.
 */
export async function readBackup(file: string): Promise<Header> {
  const hash = createHash('sha256')
  let header: Header | undefined
  let left = 0
  let isWhole = false
  const damaged = () => new Error(`${file} is cut short or damaged: nothing was restored from it.`)
  try {
    for await (const line of linesOfBackup(file)) {
      if (!header) {
        header = headerOf(line, file)
        left = sum(header)
      } else if (left > 0) left -= 1
      else if (isWhole || line !== end(hash.copy().digest('hex'))) throw damaged()
      else isWhole = true
      hash.update(`${line}\n`)
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'Z_DATA_ERROR' && !header) throw notOurs(file)
    throw code?.startsWith('Z_') ? damaged() : error
  }
  if (!header || !isWhole) throw damaged()
  await mustBeKnown('The backup', header.migrations)
  return header
}

async function writeAll(store: Store, handle: FileHandle, onProgress?: Progress): Promise<Moved> {
  const hash = createHash('sha256')
  let text = ''
  async function write(lines: string[]) {
    for (const line of lines) text += `${line}\n`
    if (text.length > charactersAtOnce) await flush()
  }
  // Each time a part that is whole in itself: gzip files may be strung together.
  async function flush() {
    hash.update(text)
    await handle.appendFile(await promisify(gzip)(text))
    text = ''
  }
  const moved = await readAll(store, write, onProgress)
  await flush()
  await write([end(hash.digest('hex'))])
  await handle.appendFile(await promisify(gzip)(text))
  return moved
}

/**
 * All of a database as of one moment. The embedded engine has one session for everybody, and a transaction is
 * nobody else's: there it only gathers what is to be read, and others are answered between two fetches.
 */
async function readAll(
  { db, engine }: Store,
  write: (lines: string[]) => Promise<void>,
  onProgress?: Progress,
): Promise<Moved> {
  const isShared = engine === 'embedded'
  const mark = randomUUID()
  const cursor = (index: number) => quoted(`${mark} ${index}`)

  async function read(at: Database, header: Header) {
    const total = sum(header)
    let done = 0
    await write([JSON.stringify(header)])
    for (const index of header.tables.keys()) {
      const fetch = sql`fetch ${sql.raw(String(rowsPerFetch))} from ${cursor(index)}`
      let found: { line: string }[]
      do {
        found = await rows(at, fetch)
        await write(found.map(({ line }) => line))
        done += found.length
        onProgress?.(done, total)
      } while (found.length === rowsPerFetch)
      await at.execute(sql`close ${cursor(index)}`)
    }
    if (done !== total) throw new Error(`There were ${total} rows, and ${done} came: nothing was backed up.`)
  }

  let opened = 0
  try {
    const header = await db.transaction(
      async (tx) => {
        const header = await outline(tx)
        for (const { name, columns } of header.tables) {
          await tx.execute(sql`
            declare ${cursor(opened)} no scroll cursor ${sql.raw(isShared ? 'with hold' : '')} for
            select row_to_json(each.*)::text as line from (select ${list(columns, spoken)} from ${quoted(name)}) as each`)
          opened += 1
        }
        if (!isShared) await read(tx, header)
        return header
      },
      { isolationLevel: 'repeatable read', accessMode: 'read only' },
    )
    if (isShared) await read(db, header)
    return { rows: sum(header), tables: header.tables.length }
  } catch (error) {
    // What a cursor holds would stay for as long as the site runs. One that is gone already is no loss.
    for (let index = 0; isShared && index < opened; index++)
      await db.execute(sql`close ${cursor(index)}`).catch(() => {})
    throw error
  }
}

async function outline(db: Database): Promise<Header> {
  const tables = await tablesOf(db)
  if (!tables.some(({ name }) => name === 'migrations'))
    throw new Error('There is no Hallway in this database.')
  const counted = []
  for (const table of tables) {
    const [count] = await rows<{ n: string }>(db, sql`select count(*)::text as n from ${quoted(table.name)}`)
    counted.push({ ...table, rows: Number(count?.n) })
  }
  return {
    hallway: 'backup',
    format,
    made_at: new Date().toISOString(),
    migrations: await rows<Migration>(db, sql`select name, checksum from migrations order by name`),
    sequences: await rows<Header['sequences'][number]>(
      db,
      sql`
        select sequencename::text as name, last_value::text as value from pg_sequences
        where schemaname = 'public' and last_value is not null order by 1`,
    ),
    tables: counted,
  }
}

/**
 * All tables with the columns that can be written, each after those that its foreign keys refer to. Not `changes`: what
 * changed a minute ago means nothing elsewhere.
 */
async function tablesOf(db: Database): Promise<Table[]> {
  let left = await rows<{ name: string; columns: string[]; types: string[]; needs: string[] }>(
    db,
    sql`
      select relname::text as name, columns, types,
        array(
          select other.relname::text from pg_constraint join pg_class as other on other.oid = confrelid
          where conrelid = pg_class.oid and contype = 'f'
        ) as needs
      from pg_class cross join lateral (
        select array_agg(attname::text order by attnum) as columns,
          array_agg(format_type(atttypid, atttypmod) order by attnum) as types
        from pg_attribute where attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = ''
      ) as attributes
      where relkind = 'r' and relnamespace = 'public'::regnamespace and relname <> 'changes' order by relname`,
  )
  const ordered: Table[] = []
  while (left.length > 0) {
    const isThere = (name: string) => ordered.some((table) => table.name === name)
    const ready = left.filter(({ needs }) => needs.every(isThere))
    if (ready.length === 0)
      throw new Error(`Tables refer to each other in a circle: ${left.map(({ name }) => name).join(', ')}`)
    for (const { name, columns, types } of ready)
      ordered.push({ name, columns: columns.map((column, index) => ({ name: column, type: types[index]! })) })
    left = left.filter((table) => !ready.includes(table))
  }
  return ordered
}

async function mustBeEmpty(db: Database): Promise<void> {
  for (const { name } of await tablesOf(db)) {
    if (name === 'migrations') continue
    const found = await rows(db, sql`select 1 from ${quoted(name)} limit 1`)
    if (found.length > 0)
      throw new Error(`The database is not empty, the table ${name} has rows: restore into an empty one.`)
  }
}

/** What the backup's own migrations made must be what the backup describes, and no later one may have changed it. */
async function mustFit(db: Database, header: Header): Promise<void> {
  const applied = await rows<Migration>(db, sql`select name, checksum from migrations order by name`)
  const shape = (tables: Table[]) =>
    JSON.stringify(tables.map(({ name, columns }) => [name, columns.map(({ name, type }) => [name, type])]))
  if (applied.length !== header.migrations.length || shape(await tablesOf(db)) !== shape(header.tables))
    throw new Error('The database has other tables than the backup: restore into an empty one.')
}

async function insert(tx: Database, { name, columns }: Table, lines: string[]): Promise<void> {
  await tx.execute(sql`
    insert into ${quoted(name)} (${list(columns, ({ name }) => quoted(name))}) overriding system value
    select ${list(columns, ({ name, type }) => (isJson(type) ? sql`${quoted(name)}::${sql.raw(type)}` : quoted(name)))}
    from json_to_recordset(${`[${lines.join(',')}]`}::text::json)
      as line (${list(columns, ({ name, type }) => sql`${quoted(name)} ${sql.raw(isJson(type) ? 'text' : type)}`)})`)
}

// As text within the line: otherwise a null inside of JSON could not be told from no value.
const isJson = (type: string) => type === 'jsonb' || type === 'json'
const spoken = ({ name, type }: Column) =>
  isJson(type) ? sql`${quoted(name)}::text as ${quoted(name)}` : quoted(name)

/** The rows of a backup that was found to be whole, table by table, as many at once as one insert takes. */
async function* batches(file: string, header: Header): AsyncGenerator<{ table: Table; lines: string[] }> {
  const source = linesOfBackup(file)
  await source.next()
  for (const table of header.tables) {
    let lines: string[] = []
    let characters = 0
    for (let left = table.rows; left > 0; left--) {
      const { value } = await source.next()
      lines.push(value)
      characters += value.length
      if (left > 1 && lines.length < rowsPerInsert && characters < charactersAtOnce) continue
      yield { table, lines }
      lines = []
      characters = 0
    }
  }
  await source.return(undefined)
}

function linesOfBackup(file: string): AsyncGenerator<string> {
  // pipeline, because a file that can't be read must end the reading of what comes out of it; pipe alone would not.
  return linesOf(pipeline(createReadStream(file), createGunzip(), () => {}))
}

function headerOf(line: string, file: string): Header {
  let header: Partial<Header> | null
  try {
    header = JSON.parse(line)
  } catch {
    throw notOurs(file)
  }
  if (header?.hallway !== 'backup') throw notOurs(file)
  if (header.format !== format)
    throw new Error(`${file} has format ${header.format}, which this Hallway can't read: take a newer one.`)
  return header as Header
}

const notOurs = (file: string) => new Error(`${file} is not a backup of Hallway.`)
const end = (sha256: string) => JSON.stringify({ sha256 })
const sum = ({ tables }: Header) => tables.reduce((total, { rows }) => total + rows, 0)
const list = (columns: Column[], told: (column: Column) => SQL) => sql.join(columns.map(told), sql`, `)
const quoted = (name: string) => sql.raw(`"${name.replaceAll('"', '""')}"`)

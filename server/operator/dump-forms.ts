import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pipeline } from 'node:stream/promises'
import { Worker } from 'node:worker_threads'
import { gzipSync } from 'node:zlib'
import { byteOrderMark, csvCell } from '#features/programme-export/csv.ts'
import { chunkBytes, readBatches, type Table } from './snapshot.ts'

// A dump in forms that other programs open, made of its lines: they hold the same rows and columns.

/** `lines` is the dump that the file is made of. */
export type FormRequest = {
  file: string
  lines: string
  header: { licences: Record<string, string>; tables: (Table & { rows: number })[] }
}
type Content = FormRequest['header'] & { batches: ReturnType<typeof readBatches> }

/** By the endings of their files. */
const forms = { '.jsonl.gz': undefined, '.sqlite.gz': sqlite, '.csv.gz': csv }
export const formOf = (file: string) => Object.entries(forms).find(([ending]) => file.endsWith(ending))?.[1]

/** The names of a daily dump in all forms, the one of lines of JSON last. */
export const inAllForms = (file: string) =>
  Object.keys(forms)
    .toReversed()
    .map((ending) => file.replace('.jsonl.gz', ending))

/** Writes a dump in the form of the file's ending. The file gets its name when it is whole. */
export async function writeForm({ file, lines, header }: FormRequest): Promise<void> {
  const partial = `${file}.${randomUUID()}.part`
  try {
    const content = { ...header, batches: readBatches(lines, header, { secondLine: String }) }
    const output = createWriteStream(partial, { mode: 0o600, flush: true })
    await pipeline(formOf(file)!(content, partial), gzipped, output)
    await rename(partial, file)
  } finally {
    await rm(partial, { force: true })
  }
}

/** In this thread: those of streams have the priority of what is sent to visitors. Gzip files may be concatenated. */
async function* gzipped(chunks: AsyncIterable<string | Buffer>) {
  for await (const chunk of chunks) yield gzipSync(chunk)
}

/** The same in a thread: the one that answers visitors has other things to do. */
export async function writeFormInThread(request: FormRequest, signal?: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const thread = new Worker(new URL(`./dump-thread${path.extname(import.meta.filename)}`, import.meta.url), {
    workerData: request,
  })
  thread.once('error', reject).once('exit', () => resolve())
  signal?.addEventListener('abort', () => void thread.terminate(), { once: true })
  await promise
  signal?.throwIfAborted()
}

/** Conferences as a table for spreadsheets; what has several values has commas. */
async function* csv({ tables, batches }: Content) {
  const line = (cells: unknown[]) => `${cells.map((cell) => csvCell(String(cell ?? ''))).join(',')}\r\n`
  const columns = tables.find(({ name }) => name === 'events')!.columns.map(({ name }) => name)
  yield byteOrderMark + line(columns)
  for await (const { table, lines } of batches)
    if (table.name === 'events')
      yield lines
        .map((text) => JSON.parse(text))
        .map((row) => line(columns.map((column) => row[column])))
        .join('')
}

const quoted = (name: string) => `"${name}"`
const typeOf = (type: string) =>
  /^(?:integer|bigint|smallint|boolean)$/.test(type)
    ? 'integer'
    : /^(?:real|double)/.test(type)
      ? 'real'
      : 'text'

/** A database of SQLite: truth is 1 or 0, what has several values is JSON. */
async function* sqlite({ tables, licences, batches }: Content, partial: string) {
  const file = `${partial}.${randomUUID()}.part`
  try {
    const database = new DatabaseSync(file)
    try {
      database.exec('pragma journal_mode = off; pragma synchronous = off; begin')
      database.exec('create table about (key text primary key, value text)')
      const about = database.prepare('insert into about values (?, ?)')
      for (const fact of Object.entries({ ...licences, generated_at: new Date().toISOString() }))
        about.run(...fact)
      for (const { name, columns } of tables) {
        const list = columns.map((column) => `${quoted(column.name)} ${typeOf(column.type)}`)
        const key = columns.some((column) => column.name === 'id') ? ', primary key (id)' : ''
        database.exec(`create table ${quoted(name)} (${list.join()}${key})`)
      }
      for await (const { table, lines } of batches) {
        const values = table.columns.map(({ name }) => `value ->> '$."${name}"'`)
        database
          .prepare(`insert into ${quoted(table.name)} select ${values.join()} from json_each(?)`)
          .run(`[${lines.join()}]`)
      }
      database.exec('commit')
    } finally {
      database.close()
    }
    yield* createReadStream(file, { highWaterMark: chunkBytes })
  } finally {
    await rm(file, { force: true })
  }
}

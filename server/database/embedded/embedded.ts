import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import type { Session } from './client.ts'
import { type Disk, openDisk } from './disk.ts'
import { type Engine, startEngine, startInMemory } from './engine.ts'
import { lockFolder } from './lock.ts'
import { standIn } from './stand-in.ts'

const MB = 1024 * 1024
// Four segments of the write-ahead log: one to notice, three for what is under way.
const RESERVE = 64 * MB
// How much of the log a start after a crash may have to read again: about a third of a second.
const CHECKPOINT_AFTER = 64 * MB
const LOOK_AFTER_MS = 10_000
const HALF_MADE = 'pg.new-'

type EmbeddedOptions = {
  /** A backup (`pg.dumpDataDir()`) to begin with, where the folder has no database yet. */
  loadDataDir?: Blob
  /** Hears the path of every file and directory, as soon as it is on the disk. */
  onFsync?: (path: string) => void
  /** Hears what an operator should know, one line each. */
  log?: (line: string) => void
}

export type Embedded = {
  /** Stays valid for as long as it is open, even when the engine behind it has to be replaced. */
  pg: PGlite
  /** The real fsync calls so far. */
  fsyncs(): number
  /** Checkpoints, and gives the folder free. */
  close(): Promise<void>
}

/**
 * Opens (or creates) the embedded database in `${dataDir}/pg`, durable and alone. Throws an Error of one line:
 * the folder is in use, the database does not start, or its commits do not reach the disk.
 */
export async function openEmbedded(dataDir: string, options: EmbeddedOptions = {}): Promise<Embedded> {
  const home = resolve(dataDir)
  const made = mkdirSync(home, { recursive: true, mode: 0o700 })
  const unlock = lockFolder(home)
  try {
    return await openLocked(home, made, unlock, options)
  } catch (error) {
    unlock()
    throw error
  }
}

/** The same database without a folder, for tests. */
export const openInMemory = startInMemory

/** Vacuums and analyses table by table, so that nobody waits for all of it: there is no autovacuum. */
export async function tidy(pg: Session): Promise<void> {
  const { rows } = await pg.query<{ name: string }>(
    `select format('%I.%I', relnamespace::regnamespace, relname) as name from pg_class
     where relkind in ('r', 'm') and relpersistence <> 't' order by relpages desc`,
  )
  for (const { name } of rows) await pg.exec(`vacuum (analyze) ${name}`)
  await pg.exec('checkpoint')
}

/**
 * Whether the disk, or what is reserved of it, is full: nothing was written, and reading goes on. PostgreSQL
 * says disk_full, or read_only_sql_transaction once the house is closed to writes until there is space again.
 */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, cause } = error as { code?: unknown; cause?: unknown }
  return code === '53100' || code === '25006' || code === 'ENOSPC' || isDiskFull(cause)
}

async function openLocked(
  home: string,
  made: string | undefined,
  unlock: () => void,
  { loadDataDir, onFsync, log = () => {} }: EmbeddedOptions,
): Promise<Embedded> {
  const folder = join(home, 'pg')
  const disk = openDisk(join(home, 'reserve'), RESERVE, { onFsync, onFull: () => void closeToWrites() })
  let isFull = false
  let fsyncsSeen = 0
  let pg: PGlite | undefined

  removeHalfMade(home)
  if (!existsSync(join(folder, 'PG_VERSION'))) await create(home, made, disk, loadDataDir)
  const session = standIn(await start(), { start, close, log })
  pg = session.pg
  const stopLookingAfter = repeat(() => lookAfter(session.pg), LOOK_AFTER_MS, log)
  let closing: Promise<void> | undefined
  return { pg, fsyncs: disk.fsyncs, close }

  async function start(): Promise<Engine> {
    noteSpace(disk.fillReserve())
    const engine = await startEngine(disk.mount(folder))
    try {
      await proveDurable(engine.pg, disk)
      if (isFull) await allowWrites(engine.pg, false)
      return engine
    } catch (error) {
      await engine.stop()
      throw error
    }
  }

  function noteSpace(isThere: boolean): void {
    if (isFull === !isThere) return
    isFull = !isThere
    log(
      isThere
        ? 'There is space on the disk again: writing goes on.'
        : 'The disk is full: nothing more is written until there is space.',
    )
  }

  // Comes in the middle of a write: the statement under way still has the reserve, the next is refused.
  async function closeToWrites(): Promise<void> {
    if (isFull) return
    noteSpace(false)
    if (pg) await allowWrites(pg, false).catch(() => {})
  }

  async function lookAfter(pg: PGlite): Promise<void> {
    if (isFull) {
      if (!disk.fillReserve()) return
      noteSpace(true)
      await allowWrites(pg, true)
    }
    if (disk.fsyncs() === fsyncsSeen) return
    fsyncsSeen = disk.fsyncs()
    // A PostgreSQL of a single process never checkpoints by itself: its log would grow until the next shutdown.
    const { rows } = await pg.query<{ bytes: number }>(
      'select (pg_current_wal_lsn() - redo_lsn)::float as bytes from pg_control_checkpoint()',
    )
    if (rows[0]!.bytes > CHECKPOINT_AFTER) await pg.exec('checkpoint')
  }

  function close(): Promise<void> {
    closing ??= stopLookingAfter().then(session.stop).finally(unlock)
    return closing
  }
}

// Beside and then renamed: a first start that is killed half-way leaves nothing that looks like a database.
async function create(home: string, made: string | undefined, disk: Disk, loadDataDir?: Blob): Promise<void> {
  const folder = join(home, 'pg')
  if (existsSync(folder) && readdirSync(folder).length > 0) {
    throw new Error(`The embedded database does not start: ${folder} holds something else.`)
  }
  const beside = join(home, `${HALF_MADE}${process.pid}`)
  mkdirSync(beside, { mode: 0o700 })
  try {
    const engine = await startEngine(disk.mount(beside), { loadDataDir })
    await engine.stop()
    disk.syncTree(beside)
    renameSync(beside, folder)
    disk.syncPath(home)
    // The data folder's own name, and those above it that were not there before.
    for (let at = home; made && at.length >= made.length; at = dirname(at)) disk.syncPath(dirname(at))
  } catch (error) {
    rmSync(beside, { recursive: true, force: true })
    throw error
  }
}

function removeHalfMade(home: string): void {
  for (const name of readdirSync(home)) {
    if (name.startsWith(HALF_MADE)) rmSync(join(home, name), { recursive: true, force: true })
  }
}

async function proveDurable(pg: PGlite, disk: Disk): Promise<void> {
  const before = disk.fsyncs()
  // A commit like any other that leaves nothing behind but itself in the log.
  await pg.query(`select pg_logical_emit_message(true, 'hallway', 'is it on the disk?')`)
  if (disk.fsyncs() === before) {
    throw new Error('The embedded database does not reach the disk: a commit made no fsync call.')
  }
}

async function allowWrites(pg: PGlite, isAllowed: boolean): Promise<void> {
  await pg.exec(`set default_transaction_read_only = ${isAllowed ? 'off' : 'on'}`)
}

// Not setInterval: a round that waits behind a long transaction must not meet the next one.
function repeat(job: () => Promise<void>, everyMs: number, log: (line: string) => void): () => Promise<void> {
  let running = Promise.resolve()
  let timer = setTimeout(round, everyMs).unref()
  function round() {
    running = job()
      .catch((error) => log(`The embedded database could not be looked after: ${error}`))
      .then(() => {
        timer = setTimeout(round, everyMs).unref()
      })
  }
  return async () => {
    clearTimeout(timer)
    await running
    clearTimeout(timer)
  }
}

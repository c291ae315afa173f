import { existsSync, mkdirSync, openAsBlob, readdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { makeDataFolder } from '#platform/database/data-folder.ts'
import { type Disk, openDisk } from './disk.ts'
import { type Engine, startEngine, startInMemory } from './engine.ts'
import { lockFolder } from './lock.ts'
import { createRestartingEngine } from './restarting-engine.ts'

const MB = 1024 * 1024
// Four WAL segments: the first one that is used closes the database to writes, three remain for open transactions.
const RESERVE_BYTES = 64 * MB
// How much WAL a crash recovery may have to replay: about a third of a second.
const MAX_WAL_BYTES = 64 * MB
const MAINTENANCE_INTERVAL_MS = 10_000
const INCOMPLETE_PREFIX = 'pg.new-'
/** An empty, migrated database, made by scripts/build.ts: making one takes 300 MB more memory and five seconds. The sources have none. */
const EMPTY_DATABASE = join(import.meta.dirname, 'empty-database.tar.gz')

type EmbeddedOptions = {
  /** A backup (`pg.dumpDataDir()`) to restore if the folder has no database yet. */
  loadDataDir?: Blob
  /** Called with the path of every file and directory once it is synced. */
  onFsync?: (path: string) => void
  /** Called with one line for each event that concerns the operator. */
  log?: (line: string) => void
}

export type Embedded = {
  /** Valid until `close`, even if the engine crashes and is restarted. */
  pg: PGlite
  /** Number of real fsync calls so far. */
  fsyncs(): number
  /** Writes a checkpoint and releases the folder's lock. */
  close(): Promise<void>
}

/**
 * Opens (or creates) the embedded database in `${dataDir}/pg` with real fsync and an exclusive lock. Throws an Error of
 * one line: the folder is in use, the database does not start, or its commits do not reach the disk.
 */
export async function openEmbedded(dataDir: string, options: EmbeddedOptions = {}): Promise<Embedded> {
  const home = resolve(dataDir)
  const firstCreatedFolder = makeDataFolder(home)
  const unlock = lockFolder(home)
  try {
    return await openLocked(home, firstCreatedFolder, unlock, options)
  } catch (error) {
    unlock()
    throw error
  }
}

/** The same database without a folder, for tests. */
export const openInMemory = startInMemory

async function openLocked(
  home: string,
  firstCreatedFolder: string | undefined,
  unlock: () => void,
  { loadDataDir, onFsync, log = () => {} }: EmbeddedOptions,
): Promise<Embedded> {
  const folder = join(home, 'pg')
  const disk = openDisk(join(home, 'reserve'), RESERVE_BYTES, { onFsync, onFull: () => void refuseWrites() })
  let isFull = false
  let fsyncsSeen = 0
  let pg: PGlite | undefined

  removeIncomplete(home)
  if (!existsSync(join(folder, 'PG_VERSION'))) await create(home, firstCreatedFolder, disk, loadDataDir)
  const restartingEngine = createRestartingEngine(await start(), { start, close, log })
  pg = restartingEngine.pg
  const stopMaintenance = repeat(() => maintain(restartingEngine.pg), MAINTENANCE_INTERVAL_MS, log)
  let closing: Promise<void> | undefined
  return { pg, fsyncs: disk.fsyncs, close }

  async function start(): Promise<Engine> {
    reportSpace(disk.fillReserve())
    const engine = await startEngine(disk.mount(folder))
    try {
      await assertDurable(engine.pg, disk)
      if (isFull) await setWritable(engine.pg, false)
      return engine
    } catch (error) {
      await engine.stop()
      throw error
    }
  }

  function reportSpace(hasSpace: boolean): void {
    if (isFull === !hasSpace) return
    isFull = !hasSpace
    log(
      hasSpace
        ? 'There is disk space again: writes are accepted.'
        : 'The disk is full: writes are refused until there is space.',
    )
  }

  // Called during a write: the running statement may use the reserve, the next one is refused.
  async function refuseWrites(): Promise<void> {
    if (isFull) return
    reportSpace(false)
    if (pg) await setWritable(pg, false).catch(() => {})
  }

  async function maintain(pg: PGlite): Promise<void> {
    if (isFull) {
      if (!disk.fillReserve({ wasFull: true })) return
      reportSpace(true)
      await setWritable(pg, true)
    }
    if (disk.fsyncs() === fsyncsSeen) return
    fsyncsSeen = disk.fsyncs()
    // PGlite has no checkpointer process: without this the WAL would grow until the next shutdown.
    const { rows } = await pg.query<{ bytes: number }>(
      'select (pg_current_wal_lsn() - redo_lsn)::float as bytes from pg_control_checkpoint()',
    )
    if (rows[0]!.bytes > MAX_WAL_BYTES) await pg.exec('checkpoint')
  }

  function close(): Promise<void> {
    closing ??= stopMaintenance().then(restartingEngine.stop).finally(unlock)
    return closing
  }
}

// Created under another name and then renamed, so that a killed first start leaves nothing that looks like a database.
async function create(
  home: string,
  firstCreatedFolder: string | undefined,
  disk: Disk,
  loadDataDir?: Blob,
): Promise<void> {
  const folder = join(home, 'pg')
  if (existsSync(folder) && readdirSync(folder).length > 0) {
    throw new Error(`The embedded database does not start: ${folder} holds something else.`)
  }
  const newFolder = join(home, `${INCOMPLETE_PREFIX}${process.pid}`)
  mkdirSync(newFolder, { mode: 0o700 })
  try {
    const engine = await startEngine(disk.mount(newFolder, { isSynced: false }), {
      loadDataDir: loadDataDir ?? (await emptyDatabase()),
    })
    await engine.stop()
    disk.syncTree(newFolder)
    renameSync(newFolder, folder)
    disk.syncPath(home)
    // Each created directory is durable only once its parent is synced.
    for (
      let ancestor = home;
      firstCreatedFolder && ancestor.length >= firstCreatedFolder.length;
      ancestor = dirname(ancestor)
    )
      disk.syncPath(dirname(ancestor))
  } catch (error) {
    rmSync(newFolder, { recursive: true, force: true })
    throw error
  }
}

const emptyDatabase = async () =>
  existsSync(EMPTY_DATABASE) ? openAsBlob(EMPTY_DATABASE, { type: 'application/gzip' }) : undefined

function removeIncomplete(home: string): void {
  for (const name of readdirSync(home)) {
    if (name.startsWith(INCOMPLETE_PREFIX)) rmSync(join(home, name), { recursive: true, force: true })
  }
}

async function assertDurable(pg: PGlite, disk: Disk): Promise<void> {
  const before = disk.fsyncs()
  // An ordinary commit that writes to the WAL and to no table.
  await pg.query(`select pg_logical_emit_message(true, 'hallway', 'is it on the disk?')`)
  if (disk.fsyncs() === before) {
    throw new Error('The embedded database does not reach the disk: a commit made no fsync call.')
  }
}

async function setWritable(pg: PGlite, isWritable: boolean): Promise<void> {
  await pg.exec(`set default_transaction_read_only = ${isWritable ? 'off' : 'on'}`)
}

// Not setInterval: rounds must not overlap when one waits for a long transaction.
function repeat(
  task: () => Promise<void>,
  everyMs: number,
  log: (line: string) => void,
): () => Promise<void> {
  let running = Promise.resolve()
  let timer = setTimeout(round, everyMs).unref()
  function round() {
    running = task()
      .catch((error) => log(`Maintenance of the embedded database failed: ${error}`))
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

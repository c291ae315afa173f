import { readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

const SQLITE_BUSY = 5
const SQLITE_NOTADB = 26

/**
 * Takes the folder for this process and returns the release. Throws an Error naming the folder and the pid
 * that has it. Never unlink or copy `lock` while it is held: closing any descriptor of it ends the lock.
 */
export function lockFolder(folder: string): () => void {
  const pidFile = join(folder, 'lock.pid')
  const lock = holdLock(folder, pidFile)
  writeFileSync(pidFile, `${process.pid}\n`)
  return () => {
    rmSync(pidFile, { force: true })
    lock.close()
  }
}

// Node has no flock. SQLite's exclusive transaction is a lock of the kernel: it ends with its process however
// that ends, so there is nothing stale to reclaim, no recycled pid to mistake, and two containers on one
// volume, whose pids say nothing to each other, still exclude each other. The pid is kept for the message alone.
function holdLock(folder: string, pidFile: string): DatabaseSync {
  const file = join(folder, 'lock')
  try {
    return begin(file)
  } catch (error) {
    if (sqliteCode(error) === SQLITE_NOTADB) {
      // Something else wrote into it. The file stays empty by design, and emptying it breaks nobody's lock.
      truncateSync(file)
      return begin(file)
    }
    if (sqliteCode(error) !== SQLITE_BUSY) {
      throw new Error(`The data folder ${folder} cannot be locked: ${String(error)}`, { cause: error })
    }
    throw new Error(`The data folder ${folder} is in use by ${holder(pidFile)}.`, { cause: error })
  }
}

function begin(file: string): DatabaseSync {
  const lock = new DatabaseSync(file)
  try {
    // Without a journal beside it: nothing is ever written.
    lock.exec('pragma journal_mode = memory; begin exclusive')
    return lock
  } catch (error) {
    lock.close()
    throw error
  }
}

function holder(pidFile: string): string {
  try {
    const pid = Number(readFileSync(pidFile, 'utf8'))
    if (pid === process.pid) return `this very process (${pid})`
    if (pid > 0) return `process ${pid}`
  } catch {
    // It is about to be written, or just removed.
  }
  return 'another process'
}

function sqliteCode(error: unknown): unknown {
  return (error as { errcode?: unknown }).errcode
}

import { readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

const SQLITE_BUSY = 5
const SQLITE_NOTADB = 26

/**
 * Locks the folder for this process and returns the function that unlocks it. Throws an Error that names the folder and
 * the holder's pid. Never unlink or copy `lock` while it is held: closing any descriptor of it releases the lock.
 */
export function lockFolder(folder: string): () => void {
  const pidFile = join(folder, 'lock.pid')
  const lock = acquireLock(folder, pidFile)
  try {
    writeFileSync(pidFile, `${process.pid}\n`)
  } catch {
    // On a full disk the database still opens, and another process that wants it is not told our number.
  }
  return () => {
    rmSync(pidFile, { force: true })
    lock.close()
  }
}

// Node has no flock. SQLite's exclusive transaction is a kernel lock: it is released however the process ends, so there
// are no stale locks and no confusion by reused pids, and it works between containers that share a volume. The pid file
// serves the error message only.
function acquireLock(folder: string, pidFile: string): DatabaseSync {
  const file = join(folder, 'lock')
  try {
    return openExclusively(file)
  } catch (error) {
    if (sqliteCode(error) === SQLITE_NOTADB) {
      // Something else wrote into the file, which is always empty. Truncating it releases nobody's lock.
      truncateSync(file)
      return openExclusively(file)
    }
    if (sqliteCode(error) !== SQLITE_BUSY) {
      throw new Error(`The data folder ${folder} cannot be locked: ${String(error)}`, { cause: error })
    }
    throw new Error(`The data folder ${folder} is in use by ${describeHolder(pidFile)}.`, { cause: error })
  }
}

function openExclusively(file: string): DatabaseSync {
  const lock = new DatabaseSync(file)
  try {
    // No journal file: nothing is ever written.
    lock.exec('pragma journal_mode = memory; begin exclusive')
    return lock
  } catch (error) {
    lock.close()
    throw error
  }
}

function describeHolder(pidFile: string): string {
  try {
    const pid = Number(readFileSync(pidFile, 'utf8'))
    if (pid === process.pid) return `this very process (${pid})`
    if (pid > 0) return `process ${pid}`
  } catch {
    // The holder is just starting or ending.
  }
  return 'another process'
}

function sqliteCode(error: unknown): unknown {
  return (error as { errcode?: unknown }).errcode
}

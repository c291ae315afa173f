import { readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Logger } from 'pino'
import { makeDataFolder } from '#platform/database/data-folder.ts'
import { rows, type Store } from '#platform/database/db.ts'
import { codesOf, isUnavailable } from '#platform/database/unavailable.ts'
import { backup } from './backup.ts'
import { reasonOf } from './command.ts'

const hourMs = 3_600_000
/** An hour after the nightly jobs: what they delete is in no backup. */
const backupHour = 4
const retryAfterMs = hourMs
/** Of machines that share a folder. */
const clockDifferenceMs = 600_000
/** The number is arbitrary but fixed: processes that share a folder wait for each other. */
const lockNumber = 4212908

type ScheduledBackup = { file: string; madeAt: Date; sizeBytes: number }

/** A name sorts by its time. Other files in the folder, such as those of `hallway backup`, are neither counted nor deleted. */
const fileName = (madeAt: Date) =>
  `hallway-${madeAt.toISOString().replace(/\.\d+/, '').replaceAll(':', '')}.backup`
const filePattern = /^hallway-(\d{4}-\d\d-\d\dT\d\d)(\d\d)(\d\d)Z\.backup$/

/**
 * The scheduled backups in a folder, the newest first; each is whole, because a file gets its name once it was read back.
 * One from the future is not among them: after a clock was set back it would be the newest for years. Throws what the
 * file system throws.
 */
export async function scheduledBackups(folder: string, now = Date.now()): Promise<ScheduledBackup[]> {
  const backups = (await readdir(folder)).flatMap((name) => {
    const [, hour, minute, second] = name.match(filePattern) ?? []
    const madeAt = new Date(`${hour}:${minute}:${second}Z`)
    return madeAt.getTime() <= now + clockDifferenceMs ? [{ file: path.join(folder, name), madeAt }] : []
  })
  backups.sort((one, other) => other.madeAt.getTime() - one.madeAt.getTime())
  const withSizes = await Promise.all(
    backups.map(async (backup) => {
      // Another process may delete it at this moment.
      const stats = await stat(backup.file).catch(() => undefined)
      return stats?.isFile() ? [{ ...backup, sizeBytes: stats.size }] : []
    }),
  )
  return withSizes.flat()
}

/** The last moment, in milliseconds, at which a daily backup was due. */
export function lastDueAt(now: number): number {
  const due = new Date(now).setUTCHours(backupHour, 0, 0, 0)
  return due <= now ? due : due - 24 * hourMs
}

/**
 * What is called once a minute: makes the backup of the day if the folder has none since 04:00 UTC, and then deletes all
 * but the newest `keep`. So a machine that was off at night makes up for it. A failure is one line at level 50, and is
 * tried again an hour later. The folder itself says what is there: processes on one folder make one backup, and a process
 * with a disk of its own has a complete series on it. On PostgreSQL a lock lets one of them work at a time.
 */
export function createBackupSchedule(
  store: Store,
  log: Logger,
  { folder, keep }: { folder: string; keep: number },
) {
  let retryAt = 0

  async function isDue(): Promise<boolean> {
    const [newest] = await scheduledBackups(folder)
    return !newest || newest.madeAt.getTime() < lastDueAt(Date.now())
  }

  async function makeIfDue(signal: AbortSignal) {
    // Another process on this folder may have made it since.
    if (!(await isDue())) return
    const started = performance.now()
    const file = path.join(folder, fileName(new Date()))
    const { rows, tables } = await backup(store, file, undefined, signal)
    await deleteOldest(file)
    const ms = Math.round(performance.now() - started)
    log.info({ file, rows, tables, ms }, 'made the daily backup')
  }

  async function deleteOldest(newFile: string) {
    const olderBackups = (await scheduledBackups(folder)).filter(({ file }) => file !== newFile)
    for (const { file } of olderBackups.slice(keep - 1)) await rm(file, { force: true })
  }

  return async (signal: AbortSignal): Promise<void> => {
    if (Date.now() < retryAt) return
    try {
      makeDataFolder(folder, 'folder of BACKUP_DIR')
      if (!(await isDue())) return
      if (store.engine === 'embedded') await makeIfDue(signal)
      else await withLock(store, () => makeIfDue(signal))
    } catch (error) {
      if (signal.aborted) return
      retryAt = Date.now() + retryAfterMs
      const reason = reasonOf(error).replace(/\.$/, '')
      log.error(`the daily backup failed, and is tried again in an hour: ${reason}. ${remedyOf(error)}`)
    }
  }
}

/** Does the work unless another process does such work now. A lock of the transaction: a session's does not outlive a pooler. */
async function withLock({ db }: Store, work: () => Promise<void>): Promise<void> {
  await db.transaction(async (tx) => {
    const [lock] = await rows<{ isFree: boolean }>(tx)`
      select pg_try_advisory_xact_lock(${lockNumber}) as "isFree"`
    if (lock?.isFree) await work()
  })
}

function remedyOf(error: unknown): string {
  const codes = codesOf(error)
  const hasCode = (...anyOf: string[]) => codes.some((code) => anyOf.includes(code))
  if (hasCode('ENOSPC', 'EDQUOT')) return 'The disk of BACKUP_DIR is full: make room, or lower BACKUP_KEEP.'
  if (hasCode('EACCES', 'EPERM', 'EROFS'))
    return "The site's user must be allowed to write to BACKUP_DIR (in a service of systemd: ReadWritePaths=)."
  if (hasCode('ENOENT', 'ENOTDIR', 'EEXIST')) return 'BACKUP_DIR must be a folder.'
  if (isUnavailable(error)) return 'The database did not answer.'
  return 'What `hallway doctor` says may tell more.'
}

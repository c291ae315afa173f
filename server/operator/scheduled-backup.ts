import { readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import { makeDataFolder } from '#platform/database/data-folder.ts'
import { rows, type Store } from '#platform/database/db.ts'
import { codesOf, isUnavailable } from '#platform/database/unavailable.ts'
import { backup } from './backup.ts'
import { reasonOf } from './command.ts'
import { dump } from './dump.ts'
import { inAllForms } from './dump-forms.ts'
import type { Counts } from './snapshot.ts'

const hourMs = 3_600_000
/** An hour after the nightly jobs: what they delete is in no backup. */
const backupHour = 4
const retryAfterMs = hourMs
/** Of machines that share a folder. */
const clockDifferenceMs = 600_000
/** The number is arbitrary but fixed: processes that share a folder wait for each other. */
const lockNumber = 4212908

type DailyFile = { name: string; file: string; madeAt: Date; sizeBytes: number }

/** What is written each day into a folder. Other files there, such as those of the commands, are neither counted nor deleted. */
type Series = {
  what: 'backup' | 'dump'
  /** The setting that names the folder. */
  setting: 'BACKUP_DIR' | 'DATA_DIR'
  /** The name of the file that is made now; a name sorts by its time. */
  nameAt(now: number): string
  /** The parts of a name of which the time is made; undefined is a foreign file. */
  timeOf(name: string): string | undefined
  write(store: Store, file: string, signal: AbortSignal): Promise<Counts>
}

const dailyBackups: Series = {
  what: 'backup',
  setting: 'BACKUP_DIR',
  nameAt: (now) => `hallway-${new Date(now).toISOString().replace(/\.\d+/, '').replaceAll(':', '')}.backup`,
  timeOf: (name) =>
    name
      .match(/^hallway-\d{4}-\d\d-\d\dT\d{6}Z(?=\.backup$)/)?.[0]
      .slice(8)
      .replace(/(\d\d)(\d\d)Z$/, ':$1:$2Z'),
  write: (store, file, signal) => backup(store, file, undefined, signal),
}

const removeAll = (files: string[]) => Promise.all(files.map((file) => rm(file, { force: true })))

/** Named by the day that began when they were due. */
export const dailyDumps: Series = {
  what: 'dump',
  setting: 'DATA_DIR',
  nameAt: (now) => `hallway-${new Date(lastDueAt(now)).toISOString().slice(0, 10)}.jsonl.gz`,
  timeOf: (name) => {
    const day = name.match(/^hallway-(\d{4}-\d\d-\d\d)\.jsonl\.gz$/)?.[1]
    return day && `${day}T0${backupHour}:00:00Z`
  },
  async write(store, file, signal) {
    const files = inAllForms(file)
    // What was stopped has left some.
    await removeAll(files)
    const counts = await dump(store, files, { signal })
    await store.db.execute(sql`select announce_tag('dumps')`)
    return counts
  },
}

/**
 * The files of a series in a folder, the newest first; each is whole, because a file gets its name once it was read back.
 * One from the future is not among them: after a clock was set back it would be the newest for years. Throws what the
 * file system throws.
 */
export async function dailyFiles(series: Series, folder: string, now = Date.now()): Promise<DailyFile[]> {
  const files = (await readdir(folder)).flatMap((name) => {
    const madeAt = new Date(series.timeOf(name) ?? '')
    return madeAt.getTime() <= now + clockDifferenceMs
      ? [{ name, file: path.join(folder, name), madeAt }]
      : []
  })
  files.sort((one, other) => other.madeAt.getTime() - one.madeAt.getTime())
  const withSizes = await Promise.all(
    files.map(async (dailyFile) => {
      // Another process may delete it at this moment.
      const stats = await stat(dailyFile.file).catch(() => undefined)
      return stats?.isFile() ? [{ ...dailyFile, sizeBytes: stats.size }] : []
    }),
  )
  return withSizes.flat()
}

export const scheduledBackups = (folder: string, now?: number): Promise<DailyFile[]> =>
  dailyFiles(dailyBackups, folder, now)

/** The last moment, in milliseconds, at which a daily backup was due. */
export function lastDueAt(now: number): number {
  const due = new Date(now).setUTCHours(backupHour, 0, 0, 0)
  return due <= now ? due : due - 24 * hourMs
}

/**
 * What is called once a minute: makes the file of the day if the folder has none since 04:00 UTC, and then deletes all but
 * the newest `keep`. So a machine that was off at night makes up for it. A failure is one line at level 50, and is
 * tried again an hour later. The folder itself says what is there: processes on one folder make one file, and a process
 * with a disk of its own has a complete series on it. On PostgreSQL a lock lets one of them work at a time.
 */
export function createBackupSchedule(
  store: Store,
  log: Logger,
  { folder, keep, series = dailyBackups }: { folder: string; keep: number; series?: Series },
) {
  const { what, setting } = series
  let retryAt = 0

  async function isDue(): Promise<boolean> {
    const [newest] = await dailyFiles(series, folder)
    return !newest || newest.madeAt.getTime() < lastDueAt(Date.now())
  }

  async function makeIfDue(signal: AbortSignal) {
    // Another process on this folder may have made it since.
    if (!(await isDue())) return
    const started = performance.now()
    const file = path.join(folder, series.nameAt(Date.now()))
    const { rows, tables } = await series.write(store, file, signal)
    await deleteOldest(file)
    const ms = Math.round(performance.now() - started)
    log.info({ file, rows, tables, ms }, `made the daily ${what}`)
  }

  async function deleteOldest(newFile: string) {
    const olderFiles = (await dailyFiles(series, folder)).filter(({ file }) => file !== newFile)
    for (const { file } of olderFiles.slice(keep - 1)) await removeAll(inAllForms(file))
  }

  return async (signal: AbortSignal): Promise<void> => {
    if (Date.now() < retryAt) return
    try {
      makeDataFolder(folder, `folder of ${setting}`)
      if (!(await isDue())) return
      if (store.engine === 'embedded') await makeIfDue(signal)
      else await withLock(store, () => makeIfDue(signal))
    } catch (error) {
      if (signal.aborted) return
      retryAt = Date.now() + retryAfterMs
      const reason = reasonOf(error).replace(/\.$/, '')
      log.error(
        `the daily ${what} failed, and is tried again in an hour: ${reason}. ${remedyOf(error, setting)}`,
      )
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

function remedyOf(error: unknown, setting: Series['setting']): string {
  const codes = codesOf(error)
  const hasCode = (...anyOf: string[]) => codes.some((code) => anyOf.includes(code))
  if (hasCode('ENOSPC', 'EDQUOT'))
    return `The disk of ${setting} is full: make room${setting === 'BACKUP_DIR' ? ', or lower BACKUP_KEEP' : ''}.`
  if (hasCode('EACCES', 'EPERM', 'EROFS'))
    return `The site's user must be allowed to write to ${setting} (in a service of systemd: ReadWritePaths=).`
  if (hasCode('ENOENT', 'ENOTDIR', 'EEXIST')) return `${setting} must be a folder.`
  if (isUnavailable(error)) return 'The database did not answer.'
  return 'What `hallway doctor` says may tell more.'
}

import { stat, statfs } from 'node:fs/promises'
import path from 'node:path'
import type { Env } from '#platform/env.ts'
import { readBackup } from './backup.ts'
import { reasonOf } from './command.ts'
import { ok, problem, type Result, warning } from './doctor-finding.ts'
import { scheduledBackups } from './scheduled-backup.ts'

// What `hallway doctor` looks at on the machine itself.

const megabyte = 1024 * 1024
const size = (bytes: number) =>
  bytes < 1024 * megabyte
    ? `${Math.round(bytes / megabyte)} MB`
    : `${(bytes / 1024 / megabyte).toFixed(1)} GB`

const nodeMajor = 24

export function checkNode(nodeVersion = process.versions.node): Result {
  const major = Number(nodeVersion.split('.')[0])
  return major === nodeMajor
    ? ok(`Node ${nodeVersion}`)
    : problem(
        `Node ${nodeVersion} runs this, but Hallway is tested with Node ${nodeMajor} only.`,
        `Start it with node_modules/.bin/node, or install Node ${nodeMajor}.`,
      )
}

export async function checkDisk(setting: string, folder: string): Promise<Result> {
  const stats = await statfs(folder).catch((error: NodeJS.ErrnoException) => error)
  if (stats instanceof Error && stats.code === 'ENOENT')
    return warning(`The folder of ${setting} does not exist yet.`, 'The site creates it.')
  if (stats instanceof Error)
    return problem(
      `The folder of ${setting} can't be read: ${stats.message}.`,
      `Create it, or set another one in ${setting}.`,
    )
  const freeBytes = stats.bavail * stats.bsize
  const sentence = `${size(freeBytes)} free beside ${setting}`
  if (freeBytes < 200 * megabyte)
    return problem(`${sentence}.`, 'Free some space now: on a full disk nothing can be saved.')
  if (freeBytes < 1000 * megabyte) return warning(`${sentence}.`, 'Free some space before the disk is full.')
  return ok(sentence)
}

const hourMs = 3_600_000

export async function checkBackup({ BACKUP_DIR }: Env, now = Date.now()): Promise<Result> {
  if (!BACKUP_DIR)
    return warning(
      'BACKUP_DIR is not set, so the site makes no backups.',
      'Set it, or run `hallway backup` each night in another way.',
    )
  const backups = await scheduledBackups(BACKUP_DIR, now).catch((error: Error) => error)
  if (backups instanceof Error && (backups as NodeJS.ErrnoException).code !== 'ENOENT')
    return problem(
      `BACKUP_DIR can't be read: ${backups.message}.`,
      "It must be a folder that the site's user may read and write.",
    )
  const [newest] = backups instanceof Error ? [] : backups
  if (!newest || backups instanceof Error)
    return problem(
      'There is no backup in BACKUP_DIR yet.',
      'A running site makes one at once; if not, see the line "the daily backup failed" in its log.',
    )
  const hours = Math.round((now - newest.madeAt.getTime()) / hourMs)
  try {
    await readBackup(newest.file)
  } catch (error) {
    return problem(
      `The newest backup can't be restored: ${reasonOf(error)}`,
      'Make another one at once with `hallway backup FILE`, and look at the disk.',
    )
  }
  const sentence = `${path.basename(newest.file)} (${size(newest.sizeBytes)}, ${hours} h old, ${backups.length} in all) is complete and can be restored`
  if (hours > 26)
    return problem(
      `${sentence}, but it should be a day old at most.`,
      'Is the site running with BACKUP_DIR? If it is, the line "the daily backup failed" of its log says why.',
    )
  return ok(sentence)
}

/** Whether files with secrets are readable by others. A file of settings may be read by its group, as the documentation has it. */
export async function checkModes(
  { DATA_DIR, BACKUP_DIR }: Partial<Env>,
  settingsFiles: string[],
): Promise<Result> {
  const backups = await (BACKUP_DIR ? scheduledBackups(BACKUP_DIR).catch(() => []) : [])
  const places: [file: string, forbidden: number][] = [
    ...(DATA_DIR
      ? ([
          [DATA_DIR, 0o007],
          [path.join(DATA_DIR, 'auth-secret'), 0o077],
          [path.join(DATA_DIR, 'pg'), 0o077],
          [path.join(DATA_DIR, 'socket'), 0o077],
        ] as [string, number][])
      : []),
    ...backups.map(({ file }): [string, number] => [file, 0o077]),
    ...settingsFiles.map((file): [string, number] => [file, 0o007]),
  ]
  const open: string[] = []
  let count = 0
  for (const [file, forbidden] of places) {
    const mode = (await stat(file).catch(() => undefined))?.mode
    if (mode === undefined) continue
    count++
    if (mode & forbidden) open.push(`${file} (${(mode & 0o777).toString(8)})`)
  }
  return open.length > 0
    ? problem(
        `Other users of this machine can read files with secrets: ${open.slice(0, 5).join(', ')}.`,
        'Restrict access: chmod o= FILE, for auth-secret and backups chmod 600.',
      )
    : ok(`no other user can read the ${count} files and folders with secrets`)
}

/** The files of settings of this process: those of Node's --env-file, .env, and that of the service as it is documented. */
export const settingsFiles = (execArguments = process.execArgv): string[] => [
  ...new Set([
    ...execArguments.flatMap((argument) => argument.match(/^--env-file(?:-if-exists)?=(.+)$/)?.[1] ?? []),
    '.env',
    '/etc/hallway.env',
  ]),
]

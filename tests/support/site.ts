import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { openSync } from 'node:fs'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { postgresStore, type Store } from '#platform/database/db.ts'
import { freePort } from './postgres.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const startTimeoutMs = 240_000

/** What a process of a test's own takes over; the rest of its settings are its own. */
export const processEnv = {
  PATH: process.env.PATH,
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
}

export type SiteOptions = {
  /** With the sample data, or without any. */
  sample?: boolean
  /** Fills the database before the site starts. */
  prepare?: (store: Store) => Promise<void>
  /** The moment at which the server's clock begins; the database and the browser keep the real time. */
  clock?: string
  /** Further settings. */
  env?: NodeJS.ProcessEnv
  /** Where the server's log goes; nowhere if not given. */
  logFile?: string
}

export type RunningSite = { url: string; stop: () => Promise<void> }

/**
 * Starts the built Hallway on a new database, and waits until it is ready: on PostgreSQL where the global setup of the
 * journeys started one, else embedded.
 */
export async function startSite({
  sample = true,
  prepare,
  clock,
  env: settings,
  logFile,
}: SiteOptions = {}): Promise<RunningSite> {
  const folder = await mkdtemp(path.join(tmpdir(), 'hallway-site-'))
  const removeFolder = () => rm(folder, { recursive: true, force: true })
  try {
    const database = process.env.HALLWAY_SITE_DATABASES
      ? await copyDatabase(process.env.HALLWAY_SITE_DATABASES, sample ? 'sample' : 'empty')
      : undefined
    if (sample && !database) await cp(sampleFolder(), folder, { recursive: true, preserveTimestamps: true })
    const env = { DATA_DIR: folder, ...(database && { DATABASE_URL: database }) }
    if (prepare) await fill(env, prepare)
    const site = await startServer(
      {
        ...env,
        SAMPLE_DATA: sample ? 'on' : 'off',
        ...(clock && {
          HALLWAY_TEST_CLOCK: clock,
          NODE_OPTIONS: `--import=${new URL('set-clock.mjs', import.meta.url)}`,
        }),
        ...settings,
      },
      root,
      logFile,
    )
    return { ...site, stop: () => site.stop().finally(removeFolder) }
  } catch (error) {
    await removeFolder()
    throw error
  }
}

/** Starts the built server with these settings in the folder `cwd`, whose migrations it takes, and waits until it answers. */
export async function startServer(
  env: NodeJS.ProcessEnv,
  cwd = root,
  logFile?: string,
): Promise<RunningSite> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const child = spawn(path.join(root, 'node_modules/.bin/node'), ['dist/host/main.js'], {
    cwd,
    stdio: ['ignore', logFile ? openSync(logFile, 'a') : 'ignore', 'inherit'],
    env: { ...processEnv, PORT: String(port), LOG_LEVEL: 'error', ...env },
  })
  const ended = new Promise<void>((exited) => child.once('exit', () => exited()))
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
  }
  for (const started = Date.now(); !(await isReady(url)); await new Promise((wait) => setTimeout(wait, 50))) {
    if (child.exitCode === null && Date.now() - started < startTimeoutMs) continue
    await stop()
    throw new Error('Hallway did not start: see its message above')
  }
  return { url, stop }
}

/** A new database of the server at `url`, a copy of `template`. It goes with the server. Returns its URL. */
async function copyDatabase(url: string, template: string): Promise<string> {
  const name = `site_${randomUUID().replaceAll('-', '')}`
  const main = postgresStore(url, undefined, 1)
  await main.db.execute(`create database ${name} template ${template}`)
  await main.close()
  return url.replace(/[^/]+$/, name)
}

/** Fills the database of a site that does not run. */
async function fill(env: NodeJS.ProcessEnv, prepare: (store: Store) => Promise<void>) {
  const { openDatabase } = await import('./sample-database.ts')
  const store = await openDatabase(env)
  try {
    await prepare(store)
  } finally {
    await store.close()
  }
}

const isReady = (url: string) =>
  fetch(`${url}/readyz`).then(
    (answer) => answer.ok,
    () => false,
  )

function sampleFolder(): string {
  const folder = process.env.HALLWAY_SAMPLE_FOLDER
  if (!folder) throw new Error('The sample folder is made by the global setup (sample-database.ts)')
  return folder
}

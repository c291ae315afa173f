import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { postgresStore, type Store } from '#platform/database/db.ts'
import { migrate } from '#platform/database/migrate.ts'
import processEnv from '#server/process.json' with { type: 'json' }
import { makePeople, type NewPerson } from '#tests/support/factories/people.ts'
import { freePort, type PostgresServer, startPostgres } from '#tests/support/postgres.ts'
import { openDatabase } from '#tests/support/sample-database.ts'

export type Engine = 'embedded' | 'postgres'
export type Person = { id: string; name: string; email: string; cookie: string }

/** The password of everybody who is made for a run. */
export const sitePassword = 'a quiet hallway'

/** A Hallway server on its own database, which can be killed and restarted. */
export type Site = {
  /** One address for each process. */
  urls: string[]
  folder: string
  /** The environment of every process, without its port. */
  env: Record<string, string>
  pids: () => number[]
  people: Person[]
  postgres?: PostgresServer
  start(): Promise<void>
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>
  /** Runs work on the database; on the embedded engine the site must be stopped first. */
  inspect<Result>(work: (store: Store) => Promise<Result>): Promise<Result>
  remove(): Promise<void>
}

type Options = {
  people?: NewPerson[]
  prepare?: (store: Store) => Promise<void>
  processes?: number
  env?: Record<string, string>
  /** What each process runs. */
  script?: string
  /** Called with the data folder before the site starts. */
  beforeStart?: (folder: string) => Promise<unknown>
}

/** Starts the real server with signed-in people, each with their own IP address for the rate limits. */
export async function openSite(engine: Engine, options: Options = {}): Promise<Site> {
  const folder = await mkdtemp(path.join(tmpdir(), 'hallway-prove-'))
  const postgres = engine === 'postgres' ? await startPostgres({ fsync: 'on' }) : undefined
  const ports = await Promise.all(Array.from({ length: options.processes ?? 1 }, freePort))
  const urls = ports.map((port) => `http://127.0.0.1:${port}`)
  let children: ChildProcess[] = []

  const open = async () => {
    if (!postgres) return openDatabase({ DATA_DIR: folder })
    const store = postgresStore(postgres.url('postgres'), undefined, 4)
    await migrate(store)
    return store
  }
  const inspect: Site['inspect'] = async (work) => {
    const store = await open()
    try {
      return await work(store)
    } finally {
      await store.close()
    }
  }
  const env = {
    SITE_URL: urls[0]!,
    DATA_DIR: folder,
    ...(postgres && { DATABASE_URL: postgres.url('postgres') }),
    SAMPLE_DATA: 'off',
    LOG_LEVEL: process.env.PROVE_LOG ?? 'silent',
    TRUSTED_PROXIES: '127.0.0.1',
    ...options.env,
  }
  const start = async () => {
    children = ports.map((port) => startProcess({ ...env, PORT: String(port) }, options.script))
    await Promise.all(urls.map((url, index) => untilReady(children[index]!, url)))
  }
  const end: Site['end'] = async (signal) => {
    await Promise.all(children.map((child) => stopProcess(child, signal)))
  }
  const remove = async () => {
    await end('SIGTERM')
    await postgres?.stop()
    await rm(folder, { recursive: true, force: true })
  }
  try {
    const accounts = await inspect(async (store) => {
      await options.prepare?.(store)
      return makePeople(
        store.db,
        (options.people ?? []).map((person) => ({ ...person, password: sitePassword })),
      )
    })
    await options.beforeStart?.(folder)
    await start()
    const people = await Promise.all(
      accounts.map(async ({ id, name, email }, n) => ({
        id,
        name,
        email,
        cookie: await signIn(urls[0]!, email, sitePassword, `10.1.0.${n + 1}`),
      })),
    )
    return {
      urls,
      folder,
      env,
      pids: () => children.map(({ pid = 0 }) => pid),
      people,
      postgres,
      start,
      end,
      inspect,
      remove,
    }
  } catch (error) {
    await remove()
    throw error
  }
}

/** The server in a process of its own, of the revision that is built in `folder`. */
export function startProcess(
  env: Record<string, string>,
  script = 'dist/host/main.js',
  folder = '.',
): ChildProcess {
  return spawn(process.execPath, [script], {
    cwd: folder,
    stdio: ['ignore', process.env.PROVE_LOG ? 'inherit' : 'ignore', 'inherit'],
    env: { PATH: process.env.PATH, HOST: '127.0.0.1', ...processEnv, ...env },
  })
}

/** The Cookie header of a new session. The sample accounts sign in without `address`, from this machine alone. */
export async function signIn(
  url: string,
  email: string,
  password: string,
  address?: string,
): Promise<string> {
  const answer = await fetch(`${url}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      origin: url,
      ...(address && { 'x-forwarded-for': address }),
    },
    body: JSON.stringify({ email, password }),
  })
  if (!answer.ok) throw new Error(`Sign-in failed: ${answer.status} ${await answer.text()}`)
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
}

/** A request as a person, or as a visitor. */
export function ask(url: string, person: Person | null, path: string, body?: unknown, method = 'POST') {
  return fetch(url + path, {
    redirect: 'manual',
    headers: {
      ...(person && { cookie: person.cookie }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { method, body: JSON.stringify(body) }),
  })
}

/** The request body that creates an event. */
export const eventBody = (name: string) => ({
  name,
  description: null,
  website: null,
  location_name: 'Bergen',
  country_name: 'Norway',
  start_date: '2031-03-01',
  end_date: '2031-03-02',
})

/** Sends the signal and waits until the process has ended. */
export async function stopProcess(
  child: ChildProcess,
  signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM',
): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((exit) => child.once('exit', exit))
  child.kill(signal)
  await ended
}

/** Waits until the server is ready, or answers at `path`; throws if it has ended. */
export async function untilReady(server: ChildProcess, url: string, path = '/readyz'): Promise<void> {
  for (const started = Date.now(); Date.now() - started < 60_000; await pause(20)) {
    if (server.exitCode !== null || server.signalCode !== null)
      throw new Error('The server ended before it was ready')
    const answer = await fetch(url + path).catch(() => undefined)
    if (answer?.ok) return
  }
  throw new Error('The server was not ready within a minute')
}

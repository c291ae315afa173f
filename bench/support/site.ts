import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { postgresStore, type Store } from '#server/database/db.ts'
import { migrate } from '#server/database/migrate.ts'
import small from '#server/process.json' with { type: 'json' }
import { makePeople, type NewPerson } from '#tests/support/factories/people.ts'
import { freePort, type PostgresServer, startPostgres } from '#tests/support/postgres.ts'
import { openFolder } from '#tests/support/sample-folder.ts'

export type Engine = 'embedded' | 'postgres'
export type Person = { id: string; name: string; email: string; cookie: string }

/** The password of everybody who is made for a run. */
export const sitePassword = 'a quiet hallway'

/** A running Hallway that may be killed and started again, on a database of its own. */
export type Site = {
  /** One address for each process. */
  urls: string[]
  folder: string
  /** The settings of every process, but for its port. */
  env: Record<string, string>
  pids: () => number[]
  people: Person[]
  postgres?: PostgresServer
  start(): Promise<void>
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>
  /** Looks into the database; on the embedded engine the site has to have ended. */
  look<Found>(work: (store: Store) => Promise<Found>): Promise<Found>
  remove(): Promise<void>
}

type Options = {
  people?: NewPerson[]
  prepare?: (store: Store) => Promise<void>
  processes?: number
  env?: Record<string, string>
  /** Is given the data folder before the site has it. */
  beforeStart?: (folder: string) => Promise<unknown>
}

/** Starts the real server as an operator would, with people who are signed in. Each has an address of their own for the limits. */
export async function openSite(engine: Engine, options: Options = {}): Promise<Site> {
  const folder = await mkdtemp(path.join(tmpdir(), 'hallway-prove-'))
  const postgres = engine === 'postgres' ? await startPostgres({ fsync: 'on' }) : undefined
  const ports = await Promise.all(Array.from({ length: options.processes ?? 1 }, freePort))
  const urls = ports.map((port) => `http://127.0.0.1:${port}`)
  let children: ChildProcess[] = []

  const open = async () => {
    if (!postgres) return openFolder(folder)
    const store = postgresStore(postgres.url('postgres'), undefined, 4)
    await migrate(store)
    return store
  }
  const look: Site['look'] = async (work) => {
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
    children = ports.map((port) => startProcess({ ...env, PORT: String(port) }))
    await Promise.all(urls.map((url, index) => untilReady(children[index]!, url)))
  }
  const end: Site['end'] = async (signal) => {
    await Promise.all(children.map((child) => stopped(child, signal)))
  }
  const remove = async () => {
    await end('SIGTERM')
    await postgres?.stop()
    await rm(folder, { recursive: true, force: true })
  }
  try {
    const made = await look(async (store) => {
      await options.prepare?.(store)
      return makePeople(
        store.db,
        (options.people ?? []).map((person) => ({ ...person, password: sitePassword })),
      )
    })
    await options.beforeStart?.(folder)
    await start()
    const people = await Promise.all(
      made.map(async ({ id, name, email }, n) => ({
        id,
        name,
        email,
        cookie: await signIn(urls[0]!, email, n),
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
      look,
      remove,
    }
  } catch (error) {
    await remove()
    throw error
  }
}

/** The server in a process of its own. */
export function startProcess(env: Record<string, string>): ChildProcess {
  return spawn(process.execPath, ['dist/host/main.js'], {
    stdio: ['ignore', process.env.PROVE_LOG ? 'inherit' : 'ignore', 'inherit'],
    env: { PATH: process.env.PATH, HOST: '127.0.0.1', ...small, ...env },
  })
}

async function signIn(url: string, email: string, n: number): Promise<string> {
  const answer = await fetch(`${url}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url, 'x-forwarded-for': `10.1.0.${n + 1}` },
    body: JSON.stringify({ email, password: sitePassword }),
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

/** An event that anybody may list, by a name of its own. */
export const eventBody = (name: string) => ({
  name,
  description: null,
  website: null,
  location_name: 'Bergen',
  country_name: 'Norway',
  start_date: '2031-03-01',
  end_date: '2031-03-02',
})

/** Asks a child to end, and waits until it has. */
export async function stopped(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((exit) => child.once('exit', exit))
  child.kill(signal)
  await ended
}

/** Waits until a server answers from its database; fails where it has ended. */
export async function untilReady(server: ChildProcess, url: string): Promise<void> {
  for (const started = Date.now(); Date.now() - started < 60_000; await pause(20)) {
    if (server.exitCode !== null || server.signalCode !== null)
      throw new Error('The server ended before it was ready')
    const answer = await fetch(`${url}/readyz`).catch(() => undefined)
    if (answer?.ok) return
  }
  throw new Error('The server was not ready within a minute')
}

import { type ChildProcess, spawn } from 'node:child_process'
import { sql } from 'drizzle-orm'
import type { Store } from '#platform/database/db.ts'
import { samplePassword } from '#server/accounts/passwords.ts'
import { freePort } from '#tests/support/postgres.ts'
import { hasRealData, loadRealEvents, readFixtureEvents } from '#tests/support/real-data.ts'
import { examplePages } from '../support/example-pages.ts'
import type { Figure } from '../support/parts.ts'
import { type Engine, type Site, signIn, startProcess, stopProcess, untilReady } from '../support/site.ts'
import { browsers, type Load, load } from './load.ts'
import { fullestEvent, interleave, type Rounds, ratioOf, sampleSite, uncached } from './requests.ts'

type Server = { url: string; pids: number[] }

/**
 * A member's pages of the sample against the same pages of a visitor rendered anew and against another revision of
 * Hallway that is built in `baseFolder`, on one PostgreSQL server.
 */
export async function membersPages(rounds: Rounds, baseFolder?: string): Promise<Figure[]> {
  const comparison = await openComparison(rounds)
  try {
    const { site, begin, visitor, member, compare, figures } = comparison
    const ours = await member(comparison.own)
    const rendered = visitor(await comparison.uncachedSite('on'))
    const base = baseFolder && (await member(await begin((url) => startBase(site, url, baseFolder))))
    const { directory, speaker } = await examplePages(comparison.own.url)
    const event = await site.inspect(fullestEvent)
    for (const [name, path, aim] of [
      ['dashboard', '/dashboard', 2.5],
      ['directory', directory, 0],
      ['event', event, 2.5],
      ['speaker', speaker, 0],
    ] as const) {
      if (path !== '/dashboard')
        await compare(`member’s ${name} against a visitor’s rendered anew`, 0, ours(path), rendered(path))
      if (base) await compare(`member’s ${name} against the base`, aim, ours(path), base(path))
    }
    return figures
  } finally {
    await comparison.close()
  }
}

/**
 * A visitor's pages rendered anew, with all that they show read anew and with the answers that the site keeps for
 * everybody, against the Next.js application that is built in `folder`, on one PostgreSQL database that holds the sample
 * and the real events.
 */
export async function againstReference(rounds: Rounds, folder?: string): Promise<Figure[]> {
  if (!folder)
    return [{ what: 'against the reference', figure: '--reference names no folder', aim: '', isHeld: null }]
  const comparison = await openComparison(rounds, async ({ db }) =>
    loadRealEvents(db, hasRealData ? undefined : await readFixtureEvents()),
  )
  try {
    const { site, begin, visitor, member, compare, figures } = comparison
    const reference = visitor(await begin((url) => startReference(site, url, folder)))
    const readAnew = visitor(await comparison.uncachedSite('off'))
    const cachedVisitor = visitor(await comparison.uncachedSite('on'))
    const event = await site.inspect(fullestEvent)
    for (const [name, path, aim] of [
      ['home', '/', 2],
      ['search', '/conferences?search=conf', 3],
      ['event', event, 1.2],
    ] as const) {
      await compare(`${name} rendered anew against the reference`, aim, readAnew(path), reference(path))
      await compare(`${name} rendered of what is kept against it`, 0, cachedVisitor(path), reference(path))
    }
    const ours = await member(comparison.own)
    await compare('member’s event against the reference', 0, ours(event), reference(event))
    return figures
  } finally {
    await comparison.close()
  }
}

/** A site with the sample on PostgreSQL, and servers beside it to compare with. */
async function openComparison({ rounds, seconds }: Rounds, prepare?: (store: Store) => Promise<void>) {
  const site = await sampleSite('postgres', { prepare })
  const children: ChildProcess[] = []
  const figures: Figure[] = []
  const begin = async (start: (url: string) => ChildProcess | Promise<ChildProcess>): Promise<Server> => {
    const url = `http://127.0.0.1:${await freePort()}`
    const child = await start(url)
    children.push(child)
    await untilReady(child, url, '/conferences')
    return { url, pids: [child.pid ?? 0] }
  }
  const askAs =
    ({ url, pids }: Server, cookie?: string) =>
    (path: string) =>
    () =>
      load([url + path], { seconds, encoding: browsers, cookie, pids })
  return {
    site,
    own: { url: site.urls[0]!, pids: site.pids() },
    figures,
    begin,
    /** Loads a page of a server as a visitor. */
    visitor: (server: Server) => askAs(server),
    /** Loads a page of a server as a member. */
    member: async (server: Server) =>
      askAs(server, await signIn(server.url, 'member@example.com', samplePassword)),
    /** A server of this revision that takes no page from the cache. */
    uncachedSite: async (KEEP_ANSWERS: 'on' | 'off') => {
      const script = await uncached()
      return begin((url) =>
        startProcess({ ...site.env, SITE_URL: url, PORT: new URL(url).port, KEEP_ANSWERS }, script),
      )
    },
    compare: async (what: string, aim: number, ask: () => Promise<Load>, other: () => Promise<Load>) => {
      const [loads = [], otherLoads = []] = await interleave(rounds, [ask, other])
      const { ratio, figure } = ratioOf(loads, otherLoads)
      figures.push({ what, figure, aim: aim ? String(aim) : '', isHeld: ratio >= aim })
    },
    close: async () => {
      await Promise.all(children.map((child) => stopProcess(child)))
      await site.remove()
    },
  }
}

/** On a database of its own on the same server: a revision refuses one that is newer than itself. */
async function startBase(site: Site, url: string, folder: string): Promise<ChildProcess> {
  await site.inspect((store) => store.db.execute(sql`create database base`))
  const env = {
    ...site.env,
    SITE_URL: url,
    PORT: new URL(url).port,
    DATABASE_URL: site.postgres?.url('base') ?? '',
    SAMPLE_DATA: 'on',
  }
  return startProcess(env, 'dist/host/main.js', folder)
}

function startReference(site: Site, url: string, folder: string): ChildProcess {
  const { hostname, port } = new URL(url)
  return spawn(process.execPath, ['node_modules/next/dist/bin/next', 'start', '-H', hostname, '-p', port], {
    cwd: folder,
    stdio: 'ignore',
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      NEXT_TELEMETRY_DISABLED: '1',
      DATABASE_URL: site.env.DATABASE_URL,
    },
  })
}

const requestsPerPage = 5

/** How many statements each of the most visited pages takes for a visitor, rendered anew, and for a member. */
export async function statementsPerPage(engine: Engine): Promise<Figure[]> {
  const METRICS_TOKEN = 'only for this benchmark'
  const site = await sampleSite(engine, {
    script: await uncached(),
    env: { METRICS_TOKEN },
  })
  try {
    const [url = ''] = site.urls
    const sent = async () => {
      const answer = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })
      return Number(/^hallway_database_statements_total (\d+)/m.exec(await answer.text())?.[1])
    }
    const perPage = async (path: string, cookie?: string) => {
      const ask = async () => (await fetch(url + path, { headers: { ...(cookie && { cookie }) } })).text()
      // Reads are joined from the second time on.
      await ask()
      const before = await sent()
      for (let n = 0; n < requestsPerPage; n++) await ask()
      const after = await sent()
      const each = (await sent()) - after
      return Math.round((after - before - each) / requestsPerPage)
    }
    const { home, directory, event, speaker } = await examplePages(url)
    const pages = { home, directory, search: '/conferences?search=conf', event, speaker }
    const count = async (who: string, aim: number, all: Record<string, string>, cookie?: string) => {
      const counts: [string, number][] = []
      for (const [name, path] of Object.entries(all)) counts.push([name, await perPage(path, cookie)])
      return {
        what: `statements per page, ${who}, ${engine}`,
        figure: counts.map(([name, number]) => `${name} ${number}`).join(', '),
        aim: `at most ${aim}`,
        isHeld: counts.every(([, number]) => number <= aim),
      }
    }
    return [
      await count('visitor', 3, pages),
      await count(
        'member',
        4,
        { ...pages, dashboard: '/dashboard' },
        await signIn(url, 'member@example.com', samplePassword),
      ),
    ]
  } finally {
    await site.remove()
  }
}

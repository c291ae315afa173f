import { type ChildProcess, fork } from 'node:child_process'
import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import type { IncomingHttpHeaders } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Store } from '#platform/database/db.ts'
import { watchStatements } from '#platform/database/statements.ts'
import { loadSampleIfEmpty } from '#server/operator/first-start.ts'
import { freePort, startPostgres } from '#tests/support/postgres.ts'
import { buildHost } from '../../scripts/build-host.ts'
import { render } from '../statements/measure.ts'
import { examplePages } from '../support/example-pages.ts'
import { median } from '../support/median.ts'
import type { Figure } from '../support/parts.ts'
import {
  ask,
  type Engine,
  eventBody,
  openSite,
  type Site,
  startProcess,
  stopProcess,
  untilReady,
} from '../support/site.ts'
import type { Answers } from './bare-server.ts'
import type { Floor } from './floor-server.ts'
import { browsers, cpuSeconds, getOnce, type Load, load } from './load.ts'
import { startNginx } from './nginx.ts'

export type Rounds = { rounds: number; seconds: number }

/** A site with the sample data that writes its log to /dev/null. */
export const sampleSite = (engine: Engine, options: Parameters<typeof openSite>[1] = {}) =>
  openSite(engine, {
    ...options,
    env: { LOG_LEVEL: 'info', ...options.env },
    prepare: async (store) => {
      await loadSampleIfEmpty(store, today())
      await options.prepare?.(store)
    },
  })

/** Builds the server that renders every page anew, as the site's own is built, once. */
export const uncached = () => {
  building ??= buildHost('dist/uncached', {
    main: 'bench/requests/uncached-server.ts',
    thread: 'platform/database/embedded/thread.ts',
  })
  return building.then(() => 'dist/uncached/main.js')
}
let building: Promise<void> | undefined

/** The path of the event with most talks. */
export async function fullestEvent(store: Store): Promise<string> {
  const [fullest] = await store.execute(
    'select slug from events join talks on event_id = events.id group by 1 order by count(*) desc limit 1',
  )
  return `/conferences/${fullest?.slug}`
}

const rate = (loads: Load[]) => median(loads.map(({ perSecond }) => perSecond))
const cost = (loads: Load[]) => median(loads.map(({ cpuMicroseconds }) => cpuMicroseconds))

/** Runs each runner once to warm up, then in turn, so that other load on the machine affects all of them. */
export async function interleave(rounds: number, runners: (() => Promise<Load>)[]): Promise<Load[][]> {
  const loads: Load[][] = runners.map(() => [])
  for (let round = -1; round < rounds; round++)
    for (const [index, run] of runners.entries()) {
      const result = await run()
      if (round >= 0) loads[index]!.push(result)
    }
  return loads
}

/** The median ratio of requests a second, round by round, and its text. */
export function ratioOf(siteLoads: Load[], otherLoads: Load[]) {
  const ratio = median(siteLoads.map(({ perSecond }, round) => perSecond / otherLoads[round]!.perSecond))
  return {
    ratio,
    figure: `${ratio.toFixed(2)} (by processor ${(cost(otherLoads) / cost(siteLoads)).toFixed(2)}), ${rate(siteLoads).toFixed(0)} of ${rate(otherLoads).toFixed(0)} a second`,
  }
}

/** Cached pages, against a bare Node server that sends the same bytes and nginx that sends them from a file. */
export async function fromCache({ rounds, seconds }: Rounds): Promise<Figure[]> {
  const site = await sampleSite('embedded')
  let bare: ChildProcess | undefined
  let nginx: Awaited<ReturnType<typeof startNginx>> | undefined
  try {
    const [url = ''] = site.urls
    const { home, directory, event } = await examplePages(url)
    const pages = { home, directory, event }
    const answers: Answers = Object.fromEntries(
      await Promise.all(
        Object.values(pages).map(async (path) => [path, await cachedAnswer(url + path)] as const),
      ),
    )
    bare = fork(new URL('bare-server.ts', import.meta.url), { serialization: 'advanced' })
    const bareUrl = await configure(bare, answers)
    nginx = await startNginx(answers)
    const [barePid, nginxUrl] = [bare.pid ?? 0, nginx.url]
    const figures: Figure[] = []
    for (const [name, path] of Object.entries(pages)) {
      const options = { seconds, encoding: browsers }
      const [siteLoads = [], bareLoads = [], nginxLoads = []] = await interleave(rounds, [
        () => load([url + path], { ...options, pids: site.pids() }),
        () => load([bareUrl + path], { ...options, pids: [barePid] }),
        () => load([nginxUrl + path], { ...options, pids: [] }),
      ])
      const toBare = ratioOf(siteLoads, bareLoads)
      const toFile = median(siteLoads.map(({ perSecond }, round) => perSecond / nginxLoads[round]!.perSecond))
      figures.push(
        {
          what: `${name} from the cache against bare Node`,
          figure: toBare.figure,
          aim: '0.85',
          isHeld: toBare.ratio >= 0.85,
        },
        {
          what: `${name} from the cache against nginx`,
          figure: `${toFile.toFixed(2)}, ${rate(siteLoads).toFixed(0)} of ${rate(nginxLoads).toFixed(0)} a second`,
          aim: '0.6',
          isHeld: toFile >= 0.6,
        },
      )
    }
    return figures
  } finally {
    if (bare) await stopProcess(bare)
    await nginx?.stop()
    await site.remove()
  }
}

/** Uncached pages, against plain Node that runs the same statements and renders the same markup with React. */
export async function renderedPages(engine: Engine, { rounds, seconds }: Rounds): Promise<Figure[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'hallway-floor-'))
  const pages: Record<string, string> = { home: '/', search: '/conferences?search=conf' }
  const floor: Floor = { database: folder, pages: {} }
  const site = await sampleSite(engine, {
    script: await uncached(),
    prepare: async (store) => {
      pages.event = await fullestEvent(store)
      for (const path of Object.values(pages))
        floor.pages[path] = { html: '', statements: await statementsOf(store, path) }
    },
    beforeStart: (dataDir) => cp(dataDir, folder, { recursive: true }),
  })
  const server = fork(new URL('floor-server.ts', import.meta.url), {
    serialization: 'advanced',
    env: { ...process.env, NODE_ENV: 'production' },
  })
  try {
    const [url = ''] = site.urls
    if (site.postgres) floor.database = site.postgres.url('postgres')
    for (const [path, page] of Object.entries(floor.pages))
      page.html = (await getOnce(url + path)).body.toString()
    const floorUrl = await configure(server, floor)
    const figures: Figure[] = []
    for (const [name, path] of Object.entries(pages)) {
      const [siteLoads = [], otherLoads = []] = await interleave(rounds, [
        () => load([url + path], { seconds, pids: site.pids() }),
        () => load([floorUrl + path], { seconds, pids: [server.pid ?? 0] }),
      ])
      const { ratio, figure } = ratioOf(siteLoads, otherLoads)
      figures.push({
        what: `${name} rendered anew against its floor, ${engine}`,
        figure: `${figure}; ${floor.pages[path]?.statements.length} statements`,
        aim: '0.5',
        isHeld: ratio >= 0.5,
      })
    }
    return figures
  } finally {
    await stopProcess(server)
    await site.remove()
    await rm(folder, { recursive: true, force: true })
  }
}

const today = () => new Date().toISOString().slice(0, 10)

async function statementsOf(store: Store, path: string) {
  const { statements } = await watchStatements(() => render(store, { name: path, path }, today()))
  return statements
}

/**
 * Two processes against one on PostgreSQL. If they share two cores with PostgreSQL and wrk they cannot be twice as fast:
 * the ratio by processor time estimates two processes with a core each.
 */
export async function twoProcesses({ rounds, seconds }: Rounds): Promise<Figure> {
  const site = await sampleSite('postgres', { processes: 2, script: await uncached() })
  try {
    const [one = '', two = ''] = site.urls.map((url) => `${url}/`)
    const pids = site.pids()
    const before = await cpuTimes(site)
    const [oneProcessLoads = [], twoProcessLoads = []] = await interleave(rounds, [
      () => load([one], { seconds, pids: pids.slice(0, 1) }),
      () => load([one, two], { seconds, pids }),
    ])
    const after = await cpuTimes(site)
    const { ratio } = ratioOf(twoProcessLoads, oneProcessLoads)
    const byProcessor = (2 * cost(oneProcessLoads)) / cost(twoProcessLoads)
    const cpuShares = after.map((seconds, index) => seconds - before[index]!)
    const [ofSite, ofPostgres, ofWrk] = cpuShares.map(
      (seconds) => `${Math.round((100 * seconds) / cpuShares.reduce((sum, share) => sum + share, 0))} %`,
    )
    return {
      what: 'two processes against one, home rendered anew, postgres',
      figure: `${byProcessor.toFixed(2)} by processor time, ${ratio.toFixed(2)} on this machine (${rate(twoProcessLoads).toFixed(0)} of ${rate(oneProcessLoads).toFixed(0)} a second); of the processor time the site took ${ofSite}, PostgreSQL ${ofPostgres}, wrk ${ofWrk}`,
      aim: '1.7 by processor time',
      isHeld: byProcessor >= 1.7,
    }
  } finally {
    await site.remove()
  }
}

/** Processor time so far of the site, its PostgreSQL server and the finished wrk processes, in seconds. */
async function cpuTimes(site: Site): Promise<number[]> {
  const server = site.postgres?.pid() ?? 0
  const stat = (pid: string) => readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  const stats = await Promise.all((await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(stat))
  const backends = stats.filter(
    (text) => text.slice(text.lastIndexOf(')') + 2).split(' ')[1] === String(server),
  )
  const own = await stat('self')
  const fields = own.slice(own.lastIndexOf(')') + 2).split(' ')
  return [
    await cpuSeconds(site.pids()),
    await cpuSeconds([server, ...backends.map(Number.parseFloat)]),
    (Number(fields[13]) + Number(fields[14])) / 100,
  ]
}

/**
 * API reads from a streaming replica against reads from the primary. Visitors' pages read from the primary: the next
 * visitor has to see a write at once, however far the replica lags.
 */
export async function fromReplica({ rounds, seconds }: Rounds): Promise<Figure[]> {
  const site = await sampleSite('postgres', { people: [{}] })
  const replica = await startPostgres({}, site.postgres)
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const replicaSite = startProcess({
    ...site.env,
    PORT: String(port),
    DATABASE_REPLICA_URL: replica.url('postgres'),
  })
  try {
    await untilReady(replicaSite, url)
    const address = '/api/v1/events?search=conf'
    const [siteLoads = [], primaryLoads = []] = await interleave(rounds, [
      () => load([url + address], { seconds, pids: [replicaSite.pid ?? 0] }),
      () => load([site.urls[0] + address], { seconds, pids: site.pids() }),
    ])
    const { ratio, figure } = ratioOf(siteLoads, primaryLoads)
    let correct = 0
    const writes = 20
    for (let n = 0; n < writes; n++) {
      await getOnce(`${url}/conferences?search=replicated`)
      const created = await ask(url, site.people[0]!, '/api/v1/events', eventBody(`Replicated ${n}`))
      const page = await getOnce(`${url}/conferences?search=replicated`)
      if (created.status === 201 && page.body.includes(`Replicated ${n}`)) correct++
    }
    return [
      {
        what: 'reads of the API from a replica against from the server, postgres',
        figure,
        aim: '0.9',
        isHeld: ratio >= 0.9,
      },
      {
        what: "with a replica: the next visitor's page after a write",
        figure: `${correct} of ${writes} right`,
        aim: 'all',
        isHeld: correct === writes,
      },
    ]
  } finally {
    await stopProcess(replicaSite)
    await replica.stop()
    await site.remove()
  }
}

/** A cached answer of the site, undecoded, without the headers that Node adds to every answer. */
async function cachedAnswer(url: string): Promise<{ headers: IncomingHttpHeaders; body: Buffer }> {
  await getOnce(url, browsers)
  await getOnce(url, browsers)
  // After a second hit the cache recompresses a page at the highest level.
  await pause(500)
  const { headers, body } = await getOnce(url, browsers)
  const { date: _, connection: __, 'keep-alive': ___, ...own } = headers
  return { headers: own, body }
}

function configure(server: ChildProcess, message: Answers | Floor): Promise<string> {
  return new Promise((listening, failed) => {
    server.once('message', (url: string) => listening(url))
    server.once('exit', () => failed(new Error('The server to compare with ended')))
    server.send(message)
  })
}

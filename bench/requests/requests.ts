import { type ChildProcess, fork } from 'node:child_process'
import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import type { IncomingHttpHeaders } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Store } from '#server/database/db.ts'
import { watchStatements } from '#server/database/statements.ts'
import { loadSampleIfEmpty } from '#server/operator/first-start.ts'
import { freePort, startPostgres } from '#tests/support/postgres.ts'
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
  stopped,
  untilReady,
} from '../support/site.ts'
import type { Answers } from './bare-server.ts'
import type { Floor } from './floor-server.ts'
import { browsers, cpuSeconds, getOnce, type Load, load } from './load.ts'
import { startNginx } from './nginx.ts'

export type Rounds = { rounds: number; seconds: number }

/** A site with the sample data, its log thrown away as it is written. */
const sampleSite = (engine: Engine, options: Parameters<typeof openSite>[1] = {}) =>
  openSite(engine, {
    ...options,
    env: { LOG_LEVEL: 'info' },
    prepare: async (store) => {
      await loadSampleIfEmpty(store, today())
      await options.prepare?.(store)
    },
  })

const rate = (loads: Load[]) => median(loads.map(({ perSecond }) => perSecond))
const cost = (loads: Load[]) => median(loads.map(({ cpuMicroseconds }) => cpuMicroseconds))

/** Each runner once to warm up and then in turn, so that what else the machine does hits all of them. */
async function inTurn(rounds: number, runners: (() => Promise<Load>)[]): Promise<Load[][]> {
  const found: Load[][] = runners.map(() => [])
  for (let round = -1; round < rounds; round++)
    for (const [index, run] of runners.entries()) {
      const one = await run()
      if (round >= 0) found[index]!.push(one)
    }
  return found
}

/** Requests a second as a ratio, round by round, and what is told beside it. */
function ratioOf(ours: Load[], theirs: Load[]) {
  const ratio = median(ours.map(({ perSecond }, round) => perSecond / theirs[round]!.perSecond))
  return {
    ratio,
    figure: `${ratio.toFixed(2)} (by processor ${(cost(theirs) / cost(ours)).toFixed(2)}), ${rate(ours).toFixed(0)} of ${rate(theirs).toFixed(0)} a second`,
  }
}

/** Pages out of the cache, against a bare Node server that sends the same bytes and nginx that sends them from a file. */
export async function fromCache({ rounds, seconds }: Rounds): Promise<Figure[]> {
  const site = await sampleSite('embedded')
  let bare: ChildProcess | undefined
  let nginx: Awaited<ReturnType<typeof startNginx>> | undefined
  try {
    const [url = ''] = site.urls
    const { home, directory, event } = await examplePages(url)
    const pages = { home, directory, event }
    const answers: Answers = Object.fromEntries(
      await Promise.all(Object.values(pages).map(async (path) => [path, await kept(url + path)] as const)),
    )
    bare = fork(new URL('bare-server.ts', import.meta.url), { serialization: 'advanced' })
    const bareUrl = await tell(bare, answers)
    nginx = await startNginx(answers)
    const [barePid, nginxUrl] = [bare.pid ?? 0, nginx.url]
    const figures: Figure[] = []
    for (const [name, path] of Object.entries(pages)) {
      const asked = { seconds, encoding: browsers }
      const [ours = [], bares = [], files = []] = await inTurn(rounds, [
        () => load([url + path], { ...asked, pids: site.pids() }),
        () => load([bareUrl + path], { ...asked, pids: [barePid] }),
        () => load([nginxUrl + path], { ...asked, pids: [] }),
      ])
      const toBare = ratioOf(ours, bares)
      const toFile = median(ours.map(({ perSecond }, round) => perSecond / files[round]!.perSecond))
      figures.push(
        {
          what: `${name} from the cache against bare Node`,
          figure: toBare.figure,
          aim: '0.75',
          isHeld: toBare.ratio >= 0.75,
        },
        {
          what: `${name} from the cache against nginx`,
          figure: `${toFile.toFixed(2)}, ${rate(ours).toFixed(0)} of ${rate(files).toFixed(0)} a second`,
          aim: '0.6',
          isHeld: toFile >= 0.6,
        },
      )
    }
    return figures
  } finally {
    if (bare) await stopped(bare)
    await nginx?.stop()
    await site.remove()
  }
}

/** Pages rendered anew, against plain Node that asks the same statements and renders the same markup with React. */
export async function anew(engine: Engine, { rounds, seconds }: Rounds): Promise<Figure[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'hallway-floor-'))
  const pages: Record<string, string> = { home: '/', search: '/conferences?search=conf' }
  const floor: Floor = { database: folder, pages: {} }
  const site = await sampleSite(engine, {
    prepare: async (store) => {
      const [fullest] = await store.execute(
        'select slug from events join talks on event_id = events.id group by 1 order by count(*) desc limit 1',
      )
      pages.event = `/conferences/${fullest?.slug}`
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
    const floorUrl = await tell(server, floor)
    const figures: Figure[] = []
    for (const [name, path] of Object.entries(pages)) {
      const [ours = [], theirs = []] = await inTurn(rounds, [
        () => load([url + path], { seconds, isNew: true, pids: site.pids() }),
        () => load([floorUrl + path], { seconds, isNew: true, pids: [server.pid ?? 0] }),
      ])
      const { ratio, figure } = ratioOf(ours, theirs)
      figures.push({
        what: `${name} rendered anew against its floor, ${engine}`,
        figure: `${figure}; ${floor.pages[path]?.statements.length} statements`,
        aim: '0.5',
        isHeld: ratio >= 0.5,
      })
    }
    return figures
  } finally {
    await stopped(server)
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
 * Two processes against one on PostgreSQL. Where they, PostgreSQL and the generator share two cores, two cannot be
 * twice as fast: the ratio by processor time says what two would do with a core each.
 */
export async function twoProcesses({ rounds, seconds }: Rounds): Promise<Figure> {
  const site = await sampleSite('postgres', { processes: 2 })
  try {
    const [one = '', two = ''] = site.urls.map((url) => `${url}/`)
    const pids = site.pids()
    const before = await spent(site)
    const [single = [], double = []] = await inTurn(rounds, [
      () => load([one], { seconds, isNew: true, pids: pids.slice(0, 1) }),
      () => load([one, two], { seconds, isNew: true, pids }),
    ])
    const after = await spent(site)
    const { ratio } = ratioOf(double, single)
    const byProcessor = (2 * cost(single)) / cost(double)
    const used = after.map((seconds, index) => seconds - before[index]!)
    const [ofSite, ofPostgres, ofWrk] = used.map(
      (seconds) => `${Math.round((100 * seconds) / used.reduce((sum, each) => sum + each, 0))} %`,
    )
    return {
      what: 'two processes against one, home rendered anew, postgres',
      figure: `${byProcessor.toFixed(2)} by processor time, ${ratio.toFixed(2)} on this machine (${rate(double).toFixed(0)} of ${rate(single).toFixed(0)} a second); of the processor time the site took ${ofSite}, PostgreSQL ${ofPostgres}, wrk ${ofWrk}`,
      aim: '1.7 by processor time',
      isHeld: byProcessor >= 1.7,
    }
  } finally {
    await site.remove()
  }
}

/** Processor time so far of the site, of its PostgreSQL server, and of the generators that have ended. */
async function spent(site: Site): Promise<number[]> {
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
 * What the API reads a second from a streaming replica against from the server itself. What a visitor's page shows is
 * read where it is written: after each write the next visitor has to see it, however far behind the replica is.
 */
export async function fromReplica({ rounds, seconds }: Rounds): Promise<Figure[]> {
  const site = await sampleSite('postgres', { people: [{}] })
  const replica = await startPostgres({}, site.postgres)
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const beside = startProcess({
    ...site.env,
    PORT: String(port),
    DATABASE_REPLICA_URL: replica.url('postgres'),
  })
  try {
    await untilReady(beside, url)
    const address = '/api/v1/events?search=conf'
    const [ours = [], plain = []] = await inTurn(rounds, [
      () => load([url + address], { seconds, pids: [beside.pid ?? 0] }),
      () => load([site.urls[0] + address], { seconds, pids: site.pids() }),
    ])
    const { ratio, figure } = ratioOf(ours, plain)
    let right = 0
    const writes = 20
    for (let n = 0; n < writes; n++) {
      await getOnce(`${url}/conferences?search=replicated`)
      const made = await ask(url, site.people[0]!, '/api/v1/events', eventBody(`Replicated ${n}`))
      const page = await getOnce(`${url}/conferences?search=replicated`)
      if (made.status === 201 && page.body.includes(`Replicated ${n}`)) right++
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
        figure: `${right} of ${writes} right`,
        aim: 'all',
        isHeld: right === writes,
      },
    ]
  } finally {
    await stopped(beside)
    await replica.stop()
    await site.remove()
  }
}

/** An answer of the site as it goes over the wire, once it is kept, without the headers that Node adds to every answer. */
async function kept(url: string): Promise<{ headers: IncomingHttpHeaders; body: Buffer }> {
  await getOnce(url, browsers)
  await getOnce(url, browsers)
  // A page that is asked for again is compressed anew, as well as can be.
  await pause(500)
  const { headers, body } = await getOnce(url, browsers)
  const { date: _, connection: __, 'keep-alive': ___, ...own } = headers
  return { headers: own, body }
}

function tell(server: ChildProcess, message: Answers | Floor): Promise<string> {
  return new Promise((listening, failed) => {
    server.once('message', (url: string) => listening(url))
    server.once('exit', () => failed(new Error('The server to compare with ended')))
    server.send(message)
  })
}

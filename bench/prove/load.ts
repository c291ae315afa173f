import { readFile } from 'node:fs/promises'
import { Agent, request as httpRequest, type IncomingHttpHeaders } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { browsers } from '../requests/load.ts'
import { fillStatements } from '../statements/generate.ts'
import { ask, type Engine, openSite, type Person, type Site } from '../support/site.ts'
import { ms, percentile, type Result } from './result.ts'

const clients = 24
const thinkMs = 40
const events = 10_000
/** V8 compiles what has not run yet, and every page is rendered for the cache: counted apart, or two minutes would measure the start. */
const warmUpSeconds = 10

type Kind = 'visitor' | 'member' | 'writer'
/** Instead of a status: a server with too much to do closes connections. */
const noAnswer = 0

const pick = <Item>(list: Item[]) => list[Math.floor(Math.random() * list.length)]!

const visitorPages = [
  () => '/',
  () => '/conferences',
  () => '/conferences/big-conference',
  () => '/speakers',
  () => '/topics',
  () => `/conferences?search=${pick(['conf', 'lisbon', 'marmalade', 'go', 'summit'])}`,
  () => `/conferences?year=${2018 + Math.floor(Math.random() * 9)}`,
  () => `/conferences?search=rare${Math.floor(Math.random() * 1e6)}`,
  () => '/api/v1/events?when=upcoming',
]
const memberPages = [
  '/dashboard',
  '/conferences/big-conference',
  '/notifications',
  '/profile/edit',
  '/conferences',
]

type MixedLoadOptions = {
  seconds: number
  processes?: number
  /** Open loop: requests a second, sent on time whether or not earlier ones are answered, after ten seconds that are counted apart. Without it, 24 clients in a closed loop. */
  perSecond?: number
}

/** A site with 10,000 events and 20 people. */
export function openLoadedSite(engine: Engine, processes?: number): Promise<Site> {
  const today = new Date().toISOString().slice(0, 10)
  return openSite(engine, {
    people: Array.from({ length: 20 }, (_, n) => ({ name: `Loader ${n}`, email: `loader${n}@example.com` })),
    processes,
    prepare: async (store) => {
      await store.execute(...fillStatements(events, today), 'analyze')
    },
  })
}

/** Visitors 90 %, members 9 %, writers 1 %, on 10,000 events. Returns latencies in ms by kind, those at the start, statuses, and samples of memory in MB. */
export async function mixedLoad(engine: Engine, { seconds, processes, perSecond }: MixedLoadOptions) {
  const site = await openLoadedSite(engine, processes)
  const target = (await (await ask(site.urls[0]!, null, '/api/v1/events/big-conference')).json()) as {
    id: string
  }
  const noTimes = (): Record<Kind, number[]> => ({ visitor: [], member: [], writer: [] })
  const [times, atStart] = [noTimes(), noTimes()]
  const statuses = new Map<number, number>()
  const memory: number[] = []
  const startedAt = performance.now()
  const countedFrom = startedAt + (perSecond ? warmUpSeconds * 1000 : 0)
  const end = countedFrom + seconds * 1000
  const watching = (async () => {
    while (performance.now() < end) {
      memory.push(await residentMegabytes(site))
      await pause(Math.min(5000, (seconds * 1000) / 20))
    }
  })()
  const sendOne = async (url: string, due: number) => {
    const draw = Math.random()
    const kind = draw < 0.9 ? 'visitor' : draw < 0.99 ? 'member' : 'writer'
    const { status } = await request(kind, url, pick(site.people), target.id).catch(() => ({
      status: noAnswer,
    }))
    ;(due < countedFrom ? atStart : times)[kind].push(performance.now() - due)
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
  }
  if (perSecond) {
    const requests: Promise<void>[] = []
    for (let n = 0; n < (warmUpSeconds + seconds) * perSecond; n++) {
      const due = startedAt + (n * 1000) / perSecond
      const early = due - performance.now()
      if (early > 1) await pause(early)
      requests.push(sendOne(pick(site.urls), due))
    }
    await Promise.all(requests)
  } else
    await Promise.all(
      Array.from({ length: clients }, async (_, n) => {
        const url = site.urls[n % site.urls.length]!
        while (performance.now() < end) {
          await sendOne(url, performance.now())
          await pause(thinkMs * 2 * Math.random())
        }
      }),
    )
  await watching
  await site.remove()
  return { times, atStart, statuses, memory }
}

export async function load(engine: Engine, seconds: number): Promise<Result[]> {
  const processes = engine === 'postgres' ? 2 : 1
  const { times, statuses, memory } = await mixedLoad(engine, { seconds, processes })
  const wrong = [...statuses]
    .filter(([status]) => status >= 500 || status === noAnswer)
    .reduce((sum, [, n]) => sum + n, 0)
  const total = [...statuses.values()].reduce((sum, n) => sum + n, 0)
  const third = Math.floor(memory.length / 3)
  const [early, late] = [memory.slice(third, 2 * third), memory.slice(-third)].map((part) =>
    percentile(part, 0.5),
  )
  const growth = (late ?? 0) / (early || 1)
  return [
    {
      what: `mixed load for ${seconds} s, ${engine}`,
      tried: `${total} requests, ${clients} clients, ${processes} processes, 10,000 events`,
      held: `${wrong} answers of 5xx or none`,
      figure: (Object.keys(times) as Kind[])
        .map((kind) => `${kind} ${ms(percentile(times[kind], 0.99))}`)
        .join(', ')
        .concat(' at the 99th percentile'),
      isHeld: wrong === 0,
    },
    {
      what: `memory under that load, ${engine}`,
      tried: `${memory.length} samples`,
      held: `the last third against the middle one: ${growth.toFixed(2)}`,
      figure: `${Math.round(late ?? 0)} MB resident`,
      isHeld: growth < 1.15,
    },
  ]
}

function request(kind: Kind, url: string, person: Person, event: string) {
  if (kind === 'visitor') return send(url + pick(visitorPages)())
  if (kind === 'member') return send(url + pick(memberPages), { person })
  const body = JSON.stringify({ is_attending: Math.random() < 0.5 })
  return send(`${url}/api/v1/events/${event}/attendance`, { person, body })
}

const agent = new Agent({ keepAlive: true })

export type Answer = { status: number; headers: IncomingHttpHeaders }

/**
 * An answer that has come whole. It is compressed as for browsers and not decoded: `fetch` asks for gzip
 * alone, and to decode large pages made this process collect garbage while others waited.
 */
export const send = (url: string, { person, body }: { person?: Person; body?: string } = {}) =>
  new Promise<Answer>((done, failed) => {
    const headers = {
      'accept-encoding': browsers,
      // Each from somewhere else: who asks for many pages at once waits for their own.
      'x-forwarded-for': `10.2.0.${1 + Math.floor(Math.random() * 250)}`,
      ...(person && { cookie: person.cookie }),
      ...(body && { 'content-type': 'application/json' }),
    }
    const sent = httpRequest(url, { agent, headers, method: body ? 'PUT' : 'GET' }, (answer) =>
      answer
        .resume()
        .once('end', () => done({ status: answer.statusCode ?? 0, headers: answer.headers }))
        .once('error', failed),
    )
      // The server has closed a kept connection meanwhile.
      .once('error', (error) => (sent.reusedSocket ? done(send(url, { person, body })) : failed(error)))
      .end(body)
  })

export async function residentMegabytes(site: Site): Promise<number> {
  const sizes = await Promise.all(
    site.pids().map(async (pid) => {
      const status = await readFile(`/proc/${pid}/status`, 'utf8')
      return Number(status.match(/VmRSS:\s+(\d+)/)?.[1] ?? 0) / 1024
    }),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}

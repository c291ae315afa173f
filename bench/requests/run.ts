import { type ChildProcess, fork } from 'node:child_process'
import type { IncomingHttpHeaders } from 'node:http'
import { parseArgs } from 'node:util'
import { examplePages } from '../support/example-pages.ts'
import { median } from '../support/median.ts'
import { startSite, stopped } from '../support/site.ts'
import { printTable } from '../support/table.ts'
import type { Answers } from './bare-server.ts'
import { type Generator, generators, getOnce, type Load, load } from './load.ts'

// How many requests a second, against a bare Node server that sends the same bytes? See bench/README.md.

const { values } = parseArgs({
  options: {
    with: { type: 'string', default: generators[0] },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '2' },
    pages: { type: 'string', default: 'home,directory,event' },
    aim: { type: 'string', default: '0.7' },
  },
})
const generator = values.with as Generator
const rounds = Number(values.rounds)
const seconds = Number(values.seconds)

const site = await startSite()
let bare: ChildProcess | undefined
try {
  const all = Object.entries(await examplePages(site.url)).filter(([name]) =>
    values.pages.split(',').includes(name),
  )
  const answers: Answers = Object.fromEntries(
    await Promise.all(all.map(async ([, path]) => [path, await kept(site.url + path)] as const)),
  )
  bare = fork(new URL('bare-server.ts', import.meta.url), { serialization: 'advanced' })
  const bareUrl = await tell(bare, answers)
  console.log(
    `${rounds} rounds of ${seconds} s with ${generator}, 32 connections; rendered anew with autocannon`,
  )

  const table = [
    ['page', 'bytes', 'kept /s', 'bare /s', 'ratio', 'ratio by processor', 'anew /s', 'of kept', 'ms each'],
  ]
  let worst = 1
  for (const [name, path] of all) {
    const fromCache: Load[] = []
    const fromBare: Load[] = []
    const anew: Load[] = []
    for (let round = -1; round < rounds; round++) {
      const [one, other, fresh] = [
        await load(site.url + path, site.pid, seconds, generator),
        await load(bareUrl + path, bare.pid!, seconds, generator),
        await load(`${site.url}${path}?x=[<id>]`, site.pid, seconds, 'autocannon'),
      ]
      // The first round warms up.
      if (round < 0) continue
      fromCache.push(one)
      fromBare.push(other)
      anew.push(fresh)
    }
    const ratio = median(fromCache.map(({ perSecond }, round) => perSecond / fromBare[round]!.perSecond))
    worst = Math.min(worst, ratio)
    const speed = (loads: Load[]) => median(loads.map(({ perSecond }) => perSecond))
    const cost = (loads: Load[]) => median(loads.map(({ cpuMicroseconds = Number.NaN }) => cpuMicroseconds))
    table.push([
      name,
      String(answers[path]?.body.length),
      speed(fromCache).toFixed(0),
      speed(fromBare).toFixed(0),
      ratio.toFixed(2),
      (cost(fromBare) / cost(fromCache)).toFixed(2),
      speed(anew).toFixed(0),
      (speed(anew) / speed(fromCache)).toFixed(3),
      (cost(anew) / 1000).toFixed(2),
    ])
  }
  printTable(table)
  process.exitCode = worst < Number(values.aim) ? 1 : 0
} finally {
  if (bare) await stopped(bare)
  await site.stop()
}

/** An answer of the site as it goes over the wire, once it is kept, without the headers that Node adds to every answer. */
async function kept(url: string): Promise<{ headers: IncomingHttpHeaders; body: Buffer }> {
  await getOnce(url)
  const { headers, body } = await getOnce(url)
  const { date: _, connection: __, 'keep-alive': ___, ...own } = headers
  return { headers: own, body }
}

function tell(server: ChildProcess, answers: Answers): Promise<string> {
  return new Promise((listening) => {
    server.once('message', ({ port }: { port: number }) => listening(`http://127.0.0.1:${port}`))
    server.send(answers)
  })
}

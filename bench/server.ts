import { scriptSizes } from '#tests/support/script-sizes.ts'
import { mixedLoad } from './prove/load.ts'
import { ms, percentile } from './prove/result.ts'
import { median } from './support/median.ts'
import type { Figure } from './support/parts.ts'
import { type Engine, openSite } from './support/site.ts'
import { printTable } from './support/table.ts'

const maxResident: Record<Engine, number> = { embedded: 330, postgres: 190 }
const perSecond = 50

/** Latency for members and memory of the server at 50 requests a second, far below its capacity. */
export async function figuresUnderLoad(engine: Engine, seconds: number): Promise<Figure[]> {
  const { times, atStart, memory } = await mixedLoad(engine, { seconds, perSecond })
  const p99 = percentile(times.member, 0.99)
  const resident = median(memory.slice(-Math.ceil(memory.length / 4)))
  return [
    {
      what: `page of somebody signed in, ${perSecond} requests a second, ${engine}`,
      figure: `99th percentile ${ms(p99)} of ${times.member.length}, half under ${ms(percentile(times.member, 0.5))}; visitors ${ms(percentile(times.visitor, 0.99))}, writers ${ms(percentile(times.writer, 0.99))}; in the ten seconds before, members ${ms(percentile(atStart.member, 0.99))}`,
      aim: '60 ms',
      isHeld: p99 <= 60,
    },
    {
      what: `resident memory after ${seconds} s of it, ${engine}`,
      figure: `${Math.round(resident)} MB`,
      aim: `${maxResident[engine]} MB`,
      isHeld: resident <= maxResident[engine],
    },
  ]
}

/** Time from the start of the process on an existing data folder to the first answer from the database. */
export async function startTime(engine: Engine): Promise<Figure> {
  const site = await openSite(engine, { env: { SAMPLE_DATA: 'on' } })
  try {
    const times: number[] = []
    for (let round = 0; round < 5; round++) {
      await site.end('SIGTERM')
      const started = performance.now()
      await site.start()
      times.push(performance.now() - started)
    }
    return {
      what: `start on a folder that is there, ${engine}`,
      figure: `${ms(median(times))}, the middle of ${times.length}`,
      aim: 'under 1 s',
      isHeld: median(times) < 1000,
    }
  } finally {
    await site.remove()
  }
}

/** Script size of each page (budgets: tests/budget.test.ts), and whether a visitor's page loads script before an interaction. */
export async function scriptFigures(): Promise<Figure[]> {
  const sizes = [...(await scriptSizes())].filter(([route]) => !/^\/(_signed-in|admin)/.test(route))
  const kB = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`
  const home = sizes.find(([route]) => route === '/')?.[1] ?? Number.NaN
  const bySize = sizes.toSorted(([, a], [, b]) => b - a)
  const site = await openSite('embedded', { env: { SAMPLE_DATA: 'on' } })
  try {
    const pages = ['/', '/conferences', '/speakers', '/topics', '/about', '/guides']
    const eager = []
    for (const path of pages) {
      const html = await (await fetch(site.urls[0] + path)).text()
      if (/<script[^>]* src=|rel="modulepreload"/.test(html)) eager.push(path)
    }
    printTable([['route', 'script'], ...bySize.map(([route, bytes]) => [route, kB(bytes)])])
    const [largest = '', most = 0] = bySize[0] ?? []
    return [
      {
        what: 'script of the home page, brotli',
        figure: `${kB(home)}; the largest public page ${largest} ${kB(most)}`,
        aim: 'at most 130 kB',
        isHeld: home <= 130_000,
      },
      {
        what: 'visitor’s pages that load script before a touch',
        figure: eager.join(', ') || `0 of ${pages.length}`,
        aim: '0',
        isHeld: eager.length === 0,
      },
    ]
  } finally {
    await site.remove()
  }
}

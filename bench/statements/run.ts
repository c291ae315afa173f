import { parseArgs } from 'node:util'
import { pino } from 'pino'
import { printTable } from '../support/table.ts'
import { type Engine, engineNames, filledStore } from './engines.ts'
import { findExamples } from './examples.ts'
import { type Measured, measurePages, openSite, planOf, type Timed } from './measure.ts'
import { adminPages, publicPages, searches } from './pages.ts'

// How many statements does each page make, and how long does each take? See bench/README.md.

const { values } = parseArgs({
  options: {
    engine: { type: 'string', multiple: true, default: engineNames },
    sizes: { type: 'string', default: '1000,10000,100000' },
    pages: { type: 'string', default: '' },
    limit: { type: 'string', default: '10' },
    plans: { type: 'boolean', default: false },
  },
})
const sizes = values.sizes.split(',').map(Number)
const limit = Number(values.limit)
const today = new Date().toISOString().slice(0, 10)

const site = await openSite(pino({ level: 'error' }))
const slow: string[] = []
const broken: string[] = []
for (const engine of engineNames.filter((name) => values.engine.includes(name))) await run(engine)
for (const each of [...broken, ...slow]) console.log(`\n${each}`)
console.log(`\n${slow.length} statements take over ${limit} ms`)
process.exit(slow.length + broken.length > 0 ? 1 : 0)

async function run(engine: Engine) {
  const bySize: Measured[][] = []
  for (const size of sizes) {
    const started = performance.now()
    const store = await filledStore(engine, size, today)
    const filled = performance.now()
    const pages = [...publicPages(await findExamples(store.db)), ...searches(), ...adminPages(size)].filter(
      ({ name }) => name.includes(values.pages),
    )
    const measured = await measurePages(site, store, pages, today)
    bySize.push(measured)
    const seconds = (from: number, to: number) => `${Math.round((to - from) / 1000)} s`
    console.log(
      `${engine}, ${size} events: filled in ${seconds(started, filled)}, measured in ${seconds(filled, performance.now())}`,
    )
    for (const { page, status } of measured)
      if (status !== 200)
        broken.push(`${engine}, ${size} events: ${page.name} (${page.path}) answers ${status}`)
    for (const each of distinct(measured).filter(({ ms }) => ms > limit)) {
      const plan = values.plans ? `\n${await planOf(store.db, each)}` : ''
      slow.push(
        `${engine}, ${size} events, ${each.page}: ${each.ms.toFixed(1)} ms\n${each.sql.replace(/\s+/g, ' ')}\n${JSON.stringify(each.params)}${plan}`,
      )
    }
    await store.close()
  }
  print(engine, bySize)
}

/** Each statement once, with the first page that makes it. */
function distinct(measured: Measured[]): (Timed & { page: string })[] {
  const all = measured.flatMap(({ page, statements }) =>
    statements.map((each) => ({ ...each, page: page.name })),
  )
  return [...new Map(all.reverse().map((each) => [JSON.stringify([each.sql, each.params]), each])).values()]
}

function print(engine: Engine, bySize: Measured[][]) {
  const rows = (bySize[0] ?? []).map(({ page }, index) => {
    const statements = bySize.map((measured) => measured[index]?.statements ?? [])
    const counts = [...new Set(statements.map((each) => each.length))].join('–')
    const times = statements.flatMap((each) => {
      const ms = each.map((statement) => statement.ms)
      return [ms.reduce((sum, one) => sum + one, 0), Math.max(0, ...ms)].map((value) => value.toFixed(2))
    })
    return [page.name, counts, ...times]
  })
  const heads = sizes.flatMap((size) => [`${size.toLocaleString('en')}: ms`, 'slowest'])
  console.log()
  printTable([[`page (${engine})`, 'statements', ...heads], ...rows])
}

import type { Figure } from '../support/parts.ts'
import type { Engine } from '../support/site.ts'
import { printTable } from '../support/table.ts'
import { filledStore } from './engines.ts'
import { findExamples } from './examples.ts'
import { growingTables, type Measured, measurePages, planOf, scannedTables, type Timed } from './measure.ts'
import { adminPages, publicPages, searches } from './pages.ts'

type PageStatement = Timed & { page: string; isPublic: boolean }

/** Shorter times count as this much: they are mostly round trip. */
const floorMs = 0.3
const maxGrowth = 2
const maxMs = 10

/** Compares each statement of each public page at the largest number of events with the smallest. */
export async function statements(engine: Engine, sizes: number[], onlyPages = ''): Promise<Figure[]> {
  const today = new Date().toISOString().slice(0, 10)
  const bySize: Measured[][] = []
  const plans: string[] = []
  const scannedPages = new Set<string>()
  const slowPages = new Set<string>()
  let growth: number[] = []
  for (const size of sizes) {
    const started = performance.now()
    const store = await filledStore(engine, size, today)
    const filledAt = performance.now()
    const pages = [...publicPages(await findExamples(store.db)), ...searches(), ...adminPages(size)].filter(
      ({ name }) => name.includes(onlyPages),
    )
    const measured = await measurePages(store, pages, today)
    bySize.push(measured)
    const seconds = (from: number, to: number) => `${Math.round((to - from) / 1000)} s`
    console.log(
      `${engine}, ${size} events: filled in ${seconds(started, filledAt)}, measured in ${seconds(filledAt, performance.now())}`,
    )
    const addPlan = async (title: string, statement: PageStatement) =>
      plans.push(
        `${engine}, ${size} events, ${statement.page}: ${title}\n${statement.sql.replace(/\s+/g, ' ')}\n${JSON.stringify(statement.params)}\n${await planOf(store.db, statement)}`,
      )
    const growingNames = await growingTables(store.db)
    const all = distinct(measured)
    for (const each of all.filter(({ isPublic }) => isPublic)) {
      const scanned = (await scannedTables(store.db, each)).filter((table) => growingNames.includes(table))
      if (scanned.length === 0) continue
      scannedPages.add(`${each.page} (${scanned})`)
      await addPlan(`reads all of ${scanned}`, each)
    }
    const pairs = size === sizes.at(-1) && sizes.length > 1 ? growthPairs(bySize[0]!, measured) : []
    growth = pairs.map(({ ratio }) => ratio)
    for (const { large, smallMs, ratio } of pairs.filter(({ ratio }) => ratio > maxGrowth))
      await addPlan(`${ratio.toFixed(1)} times ${smallMs.toFixed(2)} ms`, large)
    for (const each of all.filter(({ ms }) => ms > maxMs)) {
      slowPages.add(each.page)
      await addPlan(`${each.ms.toFixed(1)} ms`, each)
    }
    await store.close()
  }
  print(engine, sizes, bySize)
  for (const each of plans) console.log(`\n${each}`)
  const over = growth.filter((ratio) => ratio > maxGrowth).length
  const scale = `${engine}, ${sizes.at(-1)?.toLocaleString('en')} events`
  return [
    {
      what: `statements of public pages, ${scale} against ${sizes[0]?.toLocaleString('en')}`,
      figure: `worst ${Math.max(1, ...growth).toFixed(2)}, ${over} of ${growth.length} over ${maxGrowth}`,
      aim: `at most ${maxGrowth}`,
      isHeld: over === 0,
    },
    {
      what: `sequential scans of tables that grow, ${scale}`,
      figure: [...scannedPages].join('; ') || '0',
      aim: '0',
      isHeld: scannedPages.size === 0,
    },
    {
      what: `statements of all pages, ${scale}`,
      figure: slowPages.size > 0 ? `${[...slowPages].join('; ')} take longer` : `slowest ${slowest(bySize)}`,
      aim: `at most ${maxMs} ms`,
      isHeld: slowPages.size === 0,
    },
  ]
}

/** The distinct statements, each with the first page that runs it. */
export function distinct(measured: Measured[]): PageStatement[] {
  const all = measured.flatMap(({ page, statements }) =>
    statements.map((statement) => ({ ...statement, page: page.name, isPublic: !page.isAdmins })),
  )
  return [
    ...new Map(
      all.reverse().map((statement) => [JSON.stringify([statement.sql, statement.params]), statement]),
    ).values(),
  ]
}

/**
 * Pairs each statement of the public pages with the same page's same statement at the smallest size. A search that uses
 * the index only at a large size has none there: it is compared with the page's slowest.
 */
export function growthPairs(small: Measured[], large: Measured[]) {
  const smallStatements = new Map(small.map(({ page, statements }) => [page.name, statements]))
  return distinct(large)
    .filter(({ isPublic }) => isPublic)
    .map((statement) => {
      const statements = smallStatements.get(statement.page) ?? []
      const sameStatements = statements.filter(({ sql }) => sql === statement.sql)
      const smallMs = Math.max(
        0,
        ...(sameStatements.length > 0 ? sameStatements : statements).map(({ ms }) => ms),
      )
      return {
        large: statement,
        smallMs,
        ratio: Math.max(statement.ms, floorMs) / Math.max(smallMs, floorMs),
      }
    })
}

const slowest = (bySize: Measured[][]) =>
  `${Math.max(...bySize.flat().flatMap(({ statements }) => statements.map(({ ms }) => ms))).toFixed(1)} ms`

function print(engine: Engine, sizes: number[], bySize: Measured[][]) {
  const table = (bySize[0] ?? []).map(({ page }, index) => {
    const statements = bySize.map((measured) => measured[index]?.statements ?? [])
    const counts = [...new Set(statements.map((list) => list.length))].join('–')
    const times = statements.flatMap((list) => {
      const ms = list.map((statement) => statement.ms)
      return [ms.reduce((sum, one) => sum + one, 0), Math.max(0, ...ms)].map((value) => value.toFixed(2))
    })
    return [page.name, counts, ...times]
  })
  const heads = sizes.flatMap((size) => [`${size.toLocaleString('en')}: ms`, 'slowest'])
  console.log()
  printTable([[`page (${engine})`, 'statements', ...heads], ...table])
}

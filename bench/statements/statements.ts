import type { Figure } from '../support/parts.ts'
import type { Engine } from '../support/site.ts'
import { printTable } from '../support/table.ts'
import { filledStore } from './engines.ts'
import { findExamples } from './examples.ts'
import { growingTables, type Measured, measurePages, planOf, scannedTables, type Timed } from './measure.ts'
import { adminPages, publicPages, searches } from './pages.ts'

type Found = Timed & { page: string; isPublic: boolean }

/** What is quicker than this is quick, and mostly the way there and back: it counts as this much. */
const floorMs = 0.3
const mostGrowth = 2
const mostMs = 10

/** How much longer each statement of each public page takes at the largest of the sizes (numbers of events) than at the smallest. */
export async function statements(engine: Engine, sizes: number[], onlyPages = ''): Promise<Figure[]> {
  const today = new Date().toISOString().slice(0, 10)
  const bySize: Measured[][] = []
  const told: string[] = []
  const scans = new Set<string>()
  const slow = new Set<string>()
  let growth: number[] = []
  for (const size of sizes) {
    const started = performance.now()
    const store = await filledStore(engine, size, today)
    const filled = performance.now()
    const pages = [...publicPages(await findExamples(store.db)), ...searches(), ...adminPages(size)].filter(
      ({ name }) => name.includes(onlyPages),
    )
    const measured = await measurePages(store, pages, today)
    bySize.push(measured)
    const seconds = (from: number, to: number) => `${Math.round((to - from) / 1000)} s`
    console.log(
      `${engine}, ${size} events: filled in ${seconds(started, filled)}, measured in ${seconds(filled, performance.now())}`,
    )
    const tell = async (title: string, each: Found) =>
      told.push(
        `${engine}, ${size} events, ${each.page}: ${title}\n${each.sql.replace(/\s+/g, ' ')}\n${JSON.stringify(each.params)}\n${await planOf(store.db, each)}`,
      )
    const growing = await growingTables(store.db)
    const all = distinct(measured)
    for (const each of all.filter(({ isPublic }) => isPublic)) {
      const scanned = (await scannedTables(store.db, each)).filter((table) => growing.includes(table))
      if (scanned.length === 0) continue
      scans.add(`${each.page} (${scanned})`)
      await tell(`reads all of ${scanned}`, each)
    }
    const pairs = size === sizes.at(-1) && sizes.length > 1 ? grown(bySize[0]!, measured) : []
    growth = pairs.map(({ ratio }) => ratio)
    for (const { large, smallMs, ratio } of pairs.filter(({ ratio }) => ratio > mostGrowth))
      await tell(`${ratio.toFixed(1)} times ${smallMs.toFixed(2)} ms`, large)
    for (const each of all.filter(({ ms }) => ms > mostMs)) {
      slow.add(each.page)
      await tell(`${each.ms.toFixed(1)} ms`, each)
    }
    await store.close()
  }
  print(engine, sizes, bySize)
  for (const each of told) console.log(`\n${each}`)
  const over = growth.filter((ratio) => ratio > mostGrowth).length
  const scale = `${engine}, ${sizes.at(-1)?.toLocaleString('en')} events`
  return [
    {
      what: `statements of public pages, ${scale} against ${sizes[0]?.toLocaleString('en')}`,
      figure: `worst ${Math.max(1, ...growth).toFixed(2)}, ${over} of ${growth.length} over ${mostGrowth}`,
      aim: `at most ${mostGrowth}`,
      isHeld: over === 0,
    },
    {
      what: `sequential scans of tables that grow, ${scale}`,
      figure: [...scans].join('; ') || '0',
      aim: '0',
      isHeld: scans.size === 0,
    },
    {
      what: `statements of all pages, ${scale}`,
      figure: slow.size > 0 ? `${[...slow].join('; ')} take longer` : `slowest ${slowest(bySize)}`,
      aim: `at most ${mostMs} ms`,
      isHeld: slow.size === 0,
    },
  ]
}

/** Each statement once, with the first page that makes it. */
export function distinct(measured: Measured[]): Found[] {
  const all = measured.flatMap(({ page, statements }) =>
    statements.map((each) => ({ ...each, page: page.name, isPublic: !page.isAdmins })),
  )
  return [...new Map(all.reverse().map((each) => [JSON.stringify([each.sql, each.params]), each])).values()]
}

/**
 * Each statement of the public pages beside the same page's same statement among few events. A search that goes on to
 * the index only among many has no such statement: it is held against the page's slowest.
 */
export function grown(small: Measured[], large: Measured[]) {
  const before = new Map(small.map(({ page, statements }) => [page.name, statements]))
  return distinct(large)
    .filter(({ isPublic }) => isPublic)
    .map((each) => {
      const statements = before.get(each.page) ?? []
      const same = statements.filter(({ sql }) => sql === each.sql)
      const smallMs = Math.max(0, ...(same.length > 0 ? same : statements).map(({ ms }) => ms))
      return { large: each, smallMs, ratio: Math.max(each.ms, floorMs) / Math.max(smallMs, floorMs) }
    })
}

const slowest = (bySize: Measured[][]) =>
  `${Math.max(...bySize.flat().flatMap(({ statements }) => statements.map(({ ms }) => ms))).toFixed(1)} ms`

function print(engine: Engine, sizes: number[], bySize: Measured[][]) {
  const table = (bySize[0] ?? []).map(({ page }, index) => {
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
  printTable([[`page (${engine})`, 'statements', ...heads], ...table])
}

import { type SQL, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import { type Database, rows, type Store } from '#server/db.ts'
import { createSite, type Site } from '#server/site.ts'
import { type Statement, watchStatements } from '#server/statements.ts'
import type { Page } from './pages.ts'

export type Timed = Statement & { ms: number }
export type Measured = { page: Page; status: number; statements: Timed[] }

/** The built site without its log. One for the whole run: the build keeps the first host that it meets. */
export const openSite = (log: Logger): Promise<Site> => createSite(log, false)

/** Renders each page as a visitor gets it, and times each statement that its loaders made by itself. */
export async function measurePages(
  site: Site,
  store: Store,
  pages: Page[],
  today: string,
): Promise<Measured[]> {
  const known = new Map<string, number>()
  const measured: Measured[] = []
  for (const page of pages) {
    const { result, statements } = await watchStatements(() => render(site, store, page.path, today))
    const timed: Timed[] = []
    for (const statement of statements) {
      const key = JSON.stringify(statement)
      const ms = known.get(key) ?? (await timeStatement(store.db, statement))
      known.set(key, ms)
      timed.push({ ...statement, ms })
    }
    measured.push({ page, status: result.status, statements: timed })
  }
  return measured
}

const render = (site: Site, { db, replica, settled }: Store, path: string, today: string) => {
  const url = 'http://127.0.0.1:3000'
  const context = {
    db,
    replica,
    settled,
    today,
    viewer: null,
    address: 'unknown',
    site: { name: 'Hallway', url },
  }
  return site.render(new Request(url + path), context, true)
}

const warmUps = 3
const runs = 25
/** A slow statement is run less often, but at least five times. */
const longest = 250

/**
 * The median time of a statement in milliseconds, there and back through the same driver. A slow one gets two more
 * chances later: what else the machine does must not count.
 */
async function timeStatement(db: Database, statement: Statement): Promise<number> {
  let best = Number.POSITIVE_INFINITY
  for (let chance = 0; chance < 3 && best > 5; chance++) best = Math.min(best, await medianOf(db, statement))
  return best
}

async function medianOf(db: Database, statement: Statement): Promise<number> {
  const times: number[] = []
  const started = performance.now()
  for (let run = -warmUps; run < runs; run++) {
    const before = performance.now()
    await rows(db, again(statement))
    const now = performance.now()
    if (run >= 0) times.push(now - before)
    if (times.length >= 5 && now - started > longest) break
  }
  return times.sort((a, b) => a - b)[times.length >> 1] ?? 0
}

/** What PostgreSQL did with it, line by line. */
export async function planOf(db: Database, statement: Statement): Promise<string> {
  const plan = await rows<{ 'QUERY PLAN': string }>(
    db,
    sql`explain (analyze, buffers, costs off) ${again(statement)}`,
  )
  return plan.map((line) => line['QUERY PLAN']).join('\n')
}

/** The statement anew from its text and parameters. */
function again({ sql: text, params }: Statement): SQL {
  const parts = text.split(/\$(\d+)/)
  return sql.join(
    parts.map((part, index) =>
      index % 2 === 0 ? sql.raw(part) : sql`${sql.param(params[Number(part) - 1])}`,
    ),
  )
}

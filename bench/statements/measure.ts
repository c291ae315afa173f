import { setTimeout as pause } from 'node:timers/promises'
import { call } from '@orpc/server'
import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { type Database, rows, type Store } from '#platform/database/db.ts'
import { type Statement, watchStatements } from '#platform/database/statements.ts'
import { createSign } from '#server/accounts/secrets.ts'
import { router } from '#server/api.ts'
import { createSite } from '#server/pages/site.ts'
import { refuseToFetch } from '#tests/support/outbound.ts'
import { rebuild } from '#tests/support/rebuild.ts'
import type { Page } from './pages.ts'

export type Timed = Statement & { ms: number }
export type Measured = { page: Page; statements: Timed[] }

const warmUps = 3
const runs = 25
/** A slow statement is run less often, but at least five times. */
const maxMs = 250
/** Slower statements are timed again later and keep their best median, to exclude other load on the machine. */
const retimeAboveMs = 0.3
const maxRetries = 4

/** One for the whole run: the build keeps a reference to the first one. */
let site: ReturnType<typeof createSite> | undefined

/**
 * Renders each page as a visitor or an administrator, and times each statement of its loaders separately.
 * Throws if a page does not answer 200, or 301 where it redirects.
 */
export async function measurePages(
  store: Store,
  pages: Page[],
  today: string,
  retimeAbove = retimeAboveMs,
): Promise<Measured[]> {
  const timed = new Map<string, Timed>()
  const measured: Measured[] = []
  for (const page of pages) {
    const { result, statements } = await watchStatements(() => render(store, page, today))
    const pageStatements = statements.map((statement) => {
      const key = JSON.stringify(statement)
      const timedStatement = timed.get(key) ?? { ...statement, ms: Number.POSITIVE_INFINITY }
      timed.set(key, timedStatement)
      return timedStatement
    })
    if (result.status !== (page.redirects ? 301 : 200))
      throw new Error(`${page.name} (${page.path}) answers ${result.status}`)
    measured.push({ page, statements: pageStatements })
  }
  for (let attempt = 0; attempt <= maxRetries; attempt++) {
    const slowStatements = [...timed.values()].filter(({ ms }) => ms > retimeAbove)
    if (attempt > 0 && slowStatements.length > 0) await pause(1000)
    for (const each of slowStatements) each.ms = Math.min(each.ms, await medianOf(store.db, each))
  }
  return measured
}

const admin = {
  id: '00000000-0000-4000-8000-000000000000',
  name: 'Admin',
  email: 'admin@example.com',
  isAdmin: true,
  avatar_url: null,
  unread: 0,
}

export async function render({ db, replica, waitForChanges }: Store, page: Page, today: string) {
  const { path, isAdmins, find } = page
  site ??= createSite(pino({ level: 'error' }), false)
  const url = 'http://127.0.0.1:3000'
  const context = {
    db,
    replica,
    waitForChanges,
    today,
    viewer: isAdmins ? admin : null,
    address: 'unknown',
    runInBackground: () => {},
    fetchSafely: refuseToFetch,
    sign: createSign('a secret of tests'),
    confirmIdentity: async () => undefined,
    mailNewAccessToken: async () => {},
    site: { name: 'Hallway', url },
  }
  if (find === undefined) return (await site).render(new Request(url + path), context, true)
  await call(router.find.everything, { search: find }, { context: { ...context, shows: () => {} } })
  return { status: 200 }
}

/** The median time of a statement in milliseconds, with the round trip through the driver. */
async function medianOf(db: Database, statement: Statement): Promise<number> {
  const times: number[] = []
  const started = performance.now()
  for (let run = -warmUps; run < runs; run++) {
    const before = performance.now()
    await rows(db, rebuild(statement))
    const now = performance.now()
    if (run >= 0) times.push(now - before)
    if (times.length >= 5 && now - started > maxMs) break
  }
  return times.sort((a, b) => a - b)[times.length >> 1] ?? 0
}

type PlanNode = { 'Node Type': string; 'Relation Name'?: string; Plans?: PlanNode[] }

/** The tables that a statement scans sequentially. */
export async function scannedTables(db: Database, statement: Statement): Promise<string[]> {
  const [answer] = await rows<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(
    db,
    sql`explain (format json) ${rebuild(statement)}`,
  )
  const scanned = (node: PlanNode): string[] => [
    ...(node['Node Type'] === 'Seq Scan' ? [node['Relation Name'] ?? ''] : []),
    ...(node.Plans ?? []).flatMap(scanned),
  ]
  return (answer?.['QUERY PLAN'] ?? []).flatMap(({ Plan }) => scanned(Plan))
}

/** Tables so large that a sequential scan is a mistake. */
export async function growingTables(db: Database): Promise<string[]> {
  const tables = await rows<{ relname: string }>(
    db,
    sql`select relname from pg_class where relkind = 'r' and reltuples > 20000`,
  )
  return tables.map(({ relname }) => relname)
}

/** The executed plan, line by line. */
export async function planOf(db: Database, statement: Statement): Promise<string> {
  const plan = await rows<{ 'QUERY PLAN': string }>(
    db,
    sql`explain (analyze, buffers, costs off) ${rebuild(statement)}`,
  )
  return plan.map((line) => line['QUERY PLAN']).join('\n')
}

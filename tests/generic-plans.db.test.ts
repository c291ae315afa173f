import { sql } from 'drizzle-orm'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { rows } from '#platform/database/db.ts'
import { hasGenericPlan } from '#platform/database/joint-reads.ts'
import { watchStatements } from '#platform/database/statements.ts'
import { callAs } from '#tests/support/call.ts'
import { useStore } from '#tests/support/database.ts'
import { fillStatements } from '../bench/statements/generate.ts'

// A statement that ends with genericPlan keeps one plan for all values. Here each runs with that plan and with one
// for its values, among 20,000 events: a mark that is wrong is many times slower.

const engine = inject('engine')
const isLong = process.env.HALLWAY_LONG === '1' && engine.kind === 'postgres'
const context = useStore()
const today = '2026-11-20'
const runs = 15
const clients: Client[] = []

/** A connection to the test's database with this way of planning. */
async function connect(mode: 'force_generic_plan' | 'force_custom_plan'): Promise<Client> {
  const [database] = await rows<{ name: string }>(context.store.db, sql`select current_database() as name`)
  if (engine.kind !== 'postgres') throw new Error('Only PostgreSQL keeps plans')
  const client = new Client({ connectionString: engine.url.replace(/[^/]+$/, database!.name) })
  await client.connect()
  await client.query(`set plan_cache_mode = ${mode}`)
  clients.push(client)
  return client
}

beforeAll(async () => {
  if (!isLong) return
  await context.store.execute(...fillStatements(20_000, today))
  await context.store.execute('analyze')
})
afterAll(() => Promise.all(clients.map((client) => client.end())))

/** Milliseconds, the best of several. */
async function timeOf(client: Client, name: string, text: string, values: unknown[]): Promise<number> {
  const times: number[] = []
  for (let run = 0; run < runs; run++) {
    const before = performance.now()
    await client.query({ name, text, values })
    times.push(performance.now() - before)
  }
  return Math.min(...times)
}

test.runIf(isLong)('no statement is slower with the plan that it keeps (nightly)', async () => {
  const { events } = callAs(context.store, null, today)
  const searches = ['conf', 'europe', 'online 2025', 'data berlin', 'nothing at all', 'go', '2024']
  const { statements } = await watchStatements(async () => {
    for (const search of searches) {
      for (const when of ['running', 'upcoming', 'past'] as const) await events.list({ search, when })
      await events.counts({ search })
      await events.weeks({ search })
    }
    const { events: upcomingEvents } = await events.list({ when: 'upcoming' })
    await events.detail({ slug: upcomingEvents[0]!.slug })
  })
  const marked = statements.filter((statement) => hasGenericPlan(statement.sql))
  expect(marked.length).toBeGreaterThan(searches.length * 2)
  const [generic, custom] = [await connect('force_generic_plan'), await connect('force_custom_plan')]
  const slower: string[] = []
  for (const [index, { sql: text, params }] of marked.entries()) {
    const [genericMs, customMs] = [
      await timeOf(generic, `s${index}`, text, params),
      await timeOf(custom, `s${index}`, text, params),
    ]
    if (genericMs > customMs * 1.5 + 1)
      slower.push(`${genericMs.toFixed(1)} ms, not ${customMs.toFixed(1)}: ${JSON.stringify(params)} ${text}`)
  }
  expect(slower).toEqual([])
})

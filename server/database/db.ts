import { randomUUID } from 'node:crypto'
import type { PGlite } from '@electric-sql/pglite'
import { type SQL, sql } from 'drizzle-orm'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite'
import { drizzle as drizzlePostgres } from 'drizzle-orm/postgres-js'
import postgres from 'postgres'
import type { Client } from '#server/database/embedded/client.ts'
import { statementLogger } from './statements.ts'

export type Database = PgDatabase<PgQueryResultHKT, Record<string, never>>

/** The database, embedded or a server: nothing outside this file and embedded.ts may depend on which. */
export type Store = {
  engine: 'embedded' | 'postgres'
  db: Database
  /** For reads that may be a moment old; the same as `db` where no replica is set. */
  replica: Database
  /** Runs the texts in order in one transaction; a text may hold several statements. Returns the rows of the last one. */
  execute(...texts: string[]): Promise<Record<string, unknown>[]>
  listen(channel: string, heard: (payload: string) => void): Promise<void>
  /** Resolves when this process has heard everything that was announced before: the next page it shows is not an old one. */
  settled(): Promise<void>
  /** Vacuum and analyse, where the engine doesn't by itself. */
  tidy?(): Promise<void>
  close(): Promise<void>
}

/** The store on an open embedded database. `close` is the caller's way to close it. */
export function embeddedStore(client: Client, close = () => client.close()): Store {
  // Drizzle asks for a PGlite, and uses no more of it than a client has.
  const db = drizzlePglite(client as PGlite, { logger: statementLogger }) as unknown as Database
  return {
    engine: 'embedded',
    db,
    replica: db,
    execute: (...texts) =>
      client.transaction(async (tx) => {
        let rows: Record<string, unknown>[] = []
        for (const text of texts)
          rows = ((await tx.exec(text)).at(-1)?.rows ?? []) as Record<string, unknown>[]
        return rows
      }),
    listen: async (channel, heard) => {
      await client.listen(channel, heard)
    },
    // The embedded engine hands out what it announces before the statement's answer.
    settled: async () => {},
    close,
  }
}

/** The store on a PostgreSQL server (15 or newer), with an optional read replica. */
export function postgresStore(url: string, replicaUrl?: string, connections = 10): Store {
  const options = {
    max: connections,
    onnotice: () => {},
    // A server that comes back is asked at once; as shipped, the driver may wait for twenty seconds.
    backoff: (tries: number) => Math.min(0.05 * 2 ** tries, 0.5),
    connect_timeout: 5,
    // Statements are kept for their parsing; a plan for any value would be a worse one.
    connection: { application_name: 'hallway', TimeZone: 'UTC', plan_cache_mode: 'force_custom_plan' },
  }
  const client = keepStatements(postgres(url, options))
  const replicaClient = replicaUrl ? keepStatements(postgres(replicaUrl, options)) : client
  const db = drizzlePostgres(client, { logger: statementLogger }) as unknown as Database

  const waiting = new Map<string, () => void>()
  let hears: Promise<unknown> | undefined
  /** Announcements arrive in the order of their commits: when this one is back, all before it are. */
  async function settled() {
    hears ??= client.listen('hallway_settled', (token) => waiting.get(token)?.())
    await hears
    const token = randomUUID()
    const heard = new Promise<void>((resolve) => {
      const done = () => {
        waiting.delete(token)
        clearTimeout(timer)
        resolve()
      }
      const timer = setTimeout(done, 1000)
      waiting.set(token, done)
    })
    await client.notify('hallway_settled', token)
    await heard
  }

  const replica =
    replicaClient === client
      ? db
      : (drizzlePostgres(replicaClient, { logger: statementLogger }) as unknown as Database)
  return {
    engine: 'postgres',
    db,
    replica,
    execute: (...texts) =>
      client.begin(async (tx) => {
        let rows: Record<string, unknown>[] = []
        for (const text of texts) {
          const answer = (await tx.unsafe(text)) as unknown as
            | Record<string, unknown>[][]
            | Record<string, unknown>[]
          rows = (Array.isArray(answer.at(-1)) ? answer.at(-1) : answer) as Record<string, unknown>[]
        }
        return rows
      }) as Promise<Record<string, unknown>[]>,
    listen: async (channel, heard) => {
      await client.listen(channel, heard)
    },
    settled,
    close: async () => {
      await client.end({ timeout: 5 })
      if (replicaClient !== client) await replicaClient.end({ timeout: 5 })
    },
  }
}

/** With more values a statement is one of many of its kind (lists, rows to insert), and kept for nothing. */
const mostValuesKept = 15

/** Drizzle asks with `unsafe`, which goes to the server twice for each statement: kept ones go once. */
function keepStatements(client: postgres.Sql): postgres.Sql {
  const { unsafe } = client
  client.unsafe = (text, values = [], options) =>
    unsafe(text, values, { prepare: values.length > 0 && values.length <= mostValuesKept, ...options })
  return client
}

/** The rows of a hand-written statement, alike on both engines. Dates and timestamps come as text. */
export async function rows<Row>(db: Database, statement: SQL): Promise<Row[]> {
  const answer = (await db.execute(statement)) as Row[] | { rows: Row[] }
  return Array.isArray(answer) ? answer : answer.rows
}

/**
 * The same for hundreds of rows: they come as one text of JSON, which takes a driver a fifth of the time. For columns
 * that JSON has the same way: text, numbers, ids.
 */
export async function manyRows<Row>(db: Database, statement: SQL): Promise<Row[]> {
  const [found] = await rows<{ all: string | null }>(
    db,
    sql`select json_agg(each)::text as all from (${statement}) as each`,
  )
  return JSON.parse(found?.all ?? '[]')
}

/** The name of the constraint that a failed statement broke, or undefined. Constraints are named as sentences (migrations/). */
export function constraintOf(error: unknown): string | undefined {
  for (let each = error; each instanceof Error; each = each.cause) {
    const { constraint, constraint_name } = each as { constraint?: string; constraint_name?: string }
    if (constraint ?? constraint_name) return constraint ?? constraint_name
  }
}

import type { PGlite } from '@electric-sql/pglite'
import { type SQL, sql } from 'drizzle-orm'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite'
import { drizzle as drizzlePostgres } from 'drizzle-orm/postgres-js'
import postgres from 'postgres'
import type { Client } from '#server/database/embedded/client.ts'
import { type ChangeListener, type ChangeReader, readChanges } from './changes.ts'
import { withFallback } from './replica.ts'
import { statementLogger } from './statements.ts'
import { withTimeout } from './unavailable.ts'

export type Database = PgDatabase<PgQueryResultHKT, Record<string, never>>

/** The database, embedded or a server: nothing outside this folder may depend on which. */
export type Store = {
  engine: 'embedded' | 'postgres'
  db: Database
  /** For reads that may be a moment old; the same as `db` where no replica is set. */
  replica: Database
  /** Runs the texts in order in one transaction; a text may hold several statements. Returns the rows of the last one. */
  execute(...texts: string[]): Promise<Record<string, unknown>[]>
  /** Hears NOTIFY. What is announced while the connection is lost, or behind a pooler in transaction mode, is not heard. */
  listen(channel: string, onPayload: (payload: string) => void): Promise<void>
  /** Tells `listener` what committed transactions change, from now on: nothing is missed, at most a second late. */
  watchChanges(listener: ChangeListener): Promise<void>
  /**
   * Resolves when the listener knows everything that was committed before: the next page that this process shows is not
   * an old one. Never rejects, for what is committed is done: where changes can't be read, everything counts as changed.
   */
  waitForChanges(): Promise<void>
  /** Milliseconds since all changes were known; 0 where none can be missed. */
  changesAge(): number
  /** Vacuum and analyse, where the engine doesn't by itself. */
  tidy?(): Promise<void>
  close(): Promise<void>
}

/** The store on an open embedded database. `close` is the caller's way to close it. */
export function embeddedStore(client: Client, close = () => client.close()): Store {
  // Drizzle asks for a PGlite, and uses no more of it than a client has.
  const db = drizzlePglite(client as PGlite, { logger: statementLogger }) as unknown as Database
  const listen: Store['listen'] = async (channel, onPayload) => {
    await client.listen(channel, onPayload)
  }
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
    listen,
    // The embedded engine hands out what it announces before the statement's answer.
    watchChanges: (listener) => listen('hallway_changes', listener.onChange),
    waitForChanges: async () => {},
    changesAge: () => 0,
    close,
  }
}

/** How long the answer to a write waits until this process knows what the write changed. */
const settleMs = 2000

/** The store on a PostgreSQL server (15 or newer), with an optional read replica. `log` hears what an operator should know. */
export function postgresStore(
  url: string,
  replicaUrl?: string,
  connections = 10,
  log: (line: string) => void = () => {},
): Store {
  const client = connect(url, connections)
  const db = drizzlePostgres(client, { logger: statementLogger }) as unknown as Database
  const replicaClient = replicaUrl ? connect(replicaUrl, connections) : undefined
  const replica = replicaClient
    ? (drizzlePostgres(withFallback(replicaClient, client, log), {
        logger: statementLogger,
      }) as unknown as Database)
    : db
  const readers: { reader: ChangeReader; listener: ChangeListener }[] = []

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
    listen: async (channel, onPayload) => {
      await client.listen(channel, onPayload)
    },
    watchChanges: async (listener) => {
      const reader = await readChanges(client, listener)
      readers.push({ reader, listener })
      // Only makes it sooner, so nothing depends on it; the driver listens again after each lost connection.
      client.listen('hallway_changes', reader.wake, reader.wake).catch(() => {})
    },
    waitForChanges: async () => {
      for (const { reader, listener } of readers)
        await withTimeout(reader.readNow(), settleMs).catch(() => listener.onUnknownChange())
    },
    changesAge: () => Math.max(0, ...readers.map(({ reader }) => reader.age())),
    close: async () => {
      for (const { reader } of readers) reader.stop()
      await client.end({ timeout: 5 })
      await replicaClient?.end({ timeout: 5 })
    },
  }
}

/** Statements with more values are one of many of their kind (lists, rows to insert) and not worth preparing. */
const maxPreparedValues = 15

/** With `?prepare=false` in the address it works behind a pooler, which knows neither prepared statements nor plan_cache_mode. */
function connect(url: string, connections: number): postgres.Sql {
  // Not by URL: several hosts are no URL.
  const isPrepared = !/[?&]prepare=false\b/.test(url)
  const client = postgres(url, {
    max: connections,
    onnotice: () => {},
    // A server that comes back is asked at once; as shipped, the driver may wait for twenty seconds.
    backoff: (tries: number) => Math.min(0.05 * 2 ** tries, 0.5),
    connect_timeout: 5,
    // Seconds: a server that went away without a word is noticed on an idle connection.
    keep_alive: 10,
    connection: {
      application_name: 'hallway',
      TimeZone: 'UTC',
      // Statements are prepared for their parsing; a plan for any value would be a worse one.
      ...(isPrepared && { plan_cache_mode: 'force_custom_plan' }),
    },
  })
  // Drizzle asks for unnamed statements, which go to the server twice each: prepared ones go once (decision 17).
  const { unsafe } = client
  client.unsafe = (text, values = [], options) =>
    unsafe(text, values, { ...options, prepare: values.length > 0 && values.length <= maxPreparedValues })
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
  const [row] = await rows<{ all: string | null }>(
    db,
    sql`select json_agg(each)::text as all from (${statement}) as each`,
  )
  return JSON.parse(row?.all ?? '[]')
}

/** The name of the constraint that a failed statement broke, or undefined. Constraints are named as sentences (migrations/). */
export function constraintOf(error: unknown): string | undefined {
  for (let each = error; each instanceof Error; each = each.cause) {
    const { constraint, constraint_name } = each as { constraint?: string; constraint_name?: string }
    if (constraint ?? constraint_name) return constraint ?? constraint_name
  }
}

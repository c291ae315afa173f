import type { PGlite } from '@electric-sql/pglite'
import { type SQL, sql } from 'drizzle-orm'
import { PgDatabase, PgDialect, type PgQueryResultHKT } from 'drizzle-orm/pg-core'
import { drizzle as drizzlePglite, PgliteSession } from 'drizzle-orm/pglite'
import { drizzle as drizzlePostgres, PostgresJsSession } from 'drizzle-orm/postgres-js'
import postgres from 'postgres'
import type { Client } from '#server/database/embedded/client.ts'
import { addressOf } from './address.ts'
import { type ChangeListener, type ChangeReader, readChanges } from './changes.ts'
import { createJointReads, isPlannedOnce, jointLogger } from './joint-reads.ts'
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
  /** Both for one request: what it reads at the same moment goes to the database as one statement (joint-reads.ts). */
  forRequest(): { db: Database; replica: Database }
  /** Runs the texts in order in one transaction; a text may hold several statements. Returns the rows of the last one. */
  execute(...texts: string[]): Promise<Record<string, unknown>[]>
  /** Subscribes with LISTEN. Notifications are lost while the connection is, and behind a pooler in transaction mode. */
  listen(channel: string, onPayload: (payload: string) => void): Promise<void>
  /** Reports to `listener` what committed transactions change from now on: none is missed, at most a second late. */
  watchChanges(listener: ChangeListener): Promise<void>
  /**
   * Resolves when the listeners have got everything that was committed before, so that the next page is not stale. Never
   * rejects, because the write is committed: if the changes can't be read, everything counts as changed.
   */
  waitForChanges(): Promise<void>
  /** Milliseconds since all changes were known; 0 where none can be missed. */
  changesAge(): number
  /** Vacuum and analyse, where the engine doesn't by itself. */
  tidy?(): Promise<void>
  close(): Promise<void>
}

/** One for all requests: it remembers the columns of each table. */
const dialect = new PgDialect()
const databaseOf = (session: PgliteSession<never, never> | PostgresJsSession<postgres.Sql, never, never>) =>
  new PgDatabase(dialect, session, undefined) as unknown as Database

/** The store on an open embedded database. `close` replaces the client's own `close`. */
export function embeddedStore(client: Client, close = () => client.close()): Store {
  // Drizzle's type is PGlite, but it uses only what Client has.
  const db = drizzlePglite(client as PGlite, { logger: statementLogger }) as unknown as Database
  const listen: Store['listen'] = async (channel, onPayload) => {
    await client.listen(channel, onPayload)
  }
  const forRequest = () => {
    const jointDb = readJointlyEmbedded(client)
    return { db: jointDb, replica: jointDb }
  }
  return {
    engine: 'embedded',
    db,
    replica: db,
    forRequest,
    execute: (...texts) =>
      client.transaction(async (tx) => {
        let rows: Record<string, unknown>[] = []
        for (const text of texts)
          rows = ((await tx.exec(text)).at(-1)?.rows ?? []) as Record<string, unknown>[]
        return rows
      }),
    listen,
    // The embedded engine delivers notifications before the statement's result.
    watchChanges: (listener) => listen('hallway_changes', listener.onChange),
    waitForChanges: async () => {},
    changesAge: () => 0,
    close,
  }
}

const keepAsText = (text: string) => text
/** As Drizzle asks PGlite: dates, timestamps, intervals and arrays of them and of numerics as text. */
const textParsers = Object.fromEntries(
  [1082, 1114, 1115, 1182, 1184, 1185, 1186, 1187, 1231].map((oid) => [oid, keepAsText]),
)

function readJointlyEmbedded(client: Client): Database {
  const read = createJointReads(async (text, values, isArrays) => {
    const options = { rowMode: isArrays ? 'array' : 'object', parsers: textParsers } as const
    const { rows, fields } = await client.query(text, values, options)
    return { rows, columns: fields.map(({ name, dataTypeID }) => ({ name, type: dataTypeID })) }
  })
  const query: Client['query'] = async (text, values = [], options) => {
    const each = read(text, values, options?.rowMode === 'array')
    return each
      ? { rows: (await each.answer.promise) as never[], fields: [] }
      : client.query(text, values, options)
  }
  const transaction: Client['transaction'] = (body) => client.transaction(body)
  const jointClient = { query, transaction } as PGlite
  return databaseOf(new PgliteSession(jointClient, dialect, undefined, { logger: jointLogger }))
}

/** How long the response to a write waits for this process to read what the write changed. */
const settleMs = 2000

/** The store on a PostgreSQL server (15 or newer), with an optional read replica. `log` gets one line for each event that concerns the operator. */
export function postgresStore(
  url: string,
  replicaUrl?: string,
  connections = 10,
  log: (line: string) => void = () => {},
): Store {
  const client = connect(url, connections)
  const plannedOnce = isPrepared(url) ? connect(url, connectionsPlannedOnce, 'auto') : undefined
  const db = drizzlePostgres(client, { logger: statementLogger }) as unknown as Database
  const replicaClient = replicaUrl ? connect(replicaUrl, connections) : undefined
  const readingClient = replicaClient && withFallback(replicaClient, client, log)
  const replica = readingClient
    ? (drizzlePostgres(readingClient, { logger: statementLogger }) as unknown as Database)
    : db
  const forRequest = () => {
    const jointDb = readJointly(client, plannedOnce)
    return { db: jointDb, replica: readingClient ? readJointly(readingClient) : jointDb }
  }
  const readers: { reader: ChangeReader; listener: ChangeListener }[] = []

  return {
    engine: 'postgres',
    db,
    replica,
    forRequest,
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
      // NOTIFY only shortens the delay, nothing depends on it; the driver listens again after each lost connection.
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
      await plannedOnce?.end({ timeout: 5 })
      await replicaClient?.end({ timeout: 5 })
    },
  }
}

/** Joint reads by keys go to `plannedOnce`: PostgreSQL plans them for up to three times as long as it runs them (decision 42). */
function readJointly(client: postgres.Sql, plannedOnce = client): Database {
  const read = createJointReads(async (text, values, isArrays, isJoint) => {
    const asked = isJoint && isPlannedOnce(values) ? plannedOnce : client
    const query = asked.unsafe(text, values as never[], { prepare: isJoint })
    const answer = await (isArrays ? query.values() : query)
    return { rows: answer, columns: answer.columns }
  })
  const unsafe: typeof client.unsafe = (text, values = [], options) => {
    const each = read(text, values, false)
    if (!each) return client.unsafe(text, values, options)
    const { promise } = each.answer
    // Drizzle asks for arrays at once: the statement is sent after that.
    const asArrays = () => {
      each.isArrays = true
      return promise
    }
    return Object.assign(promise, { values: asArrays }) as never
  }
  const jointClient = { options: client.options, begin: client.begin, unsafe } as unknown as postgres.Sql
  return databaseOf(new PostgresJsSession(jointClient, dialect, undefined, { logger: jointLogger }))
}

/** Statements with more values vary in length (lists, rows to insert) and are not worth preparing. */
const maxPreparedValues = 15

/** More connections for the statements that keep their plan. */
const connectionsPlannedOnce = 4

/** Not behind a pooler, which supports neither prepared statements nor plan_cache_mode. The URL class does not parse several hosts. */
const isPrepared = (url: string) => !/[?&]prepare=false\b/.test(url)

function connect(
  url: string,
  connections: number,
  plan_cache_mode: 'force_custom_plan' | 'auto' = 'force_custom_plan',
): postgres.Sql {
  const address = addressOf(url)
  const client = postgres(address.url, {
    ...address.socket,
    max: connections,
    onnotice: () => {},
    // Reconnects soon after a restart: the driver's default waits for up to twenty seconds.
    backoff: (tries: number) => Math.min(0.05 * 2 ** tries, 0.5),
    connect_timeout: 5,
    // Seconds; detects on an idle connection that the server is gone.
    keep_alive: 10,
    connection: {
      application_name: 'hallway',
      TimeZone: 'UTC',
      // Statements are prepared to parse them once; words that are common or rare need a plan for each.
      ...(isPrepared(url) && { plan_cache_mode }),
    },
  })
  // Drizzle uses unnamed statements, which take two round trips each; prepared ones take one (decision 17).
  const { unsafe } = client
  client.unsafe = (text, values = [], options) =>
    unsafe(text, values, {
      ...options,
      prepare: options?.prepare || (values.length > 0 && values.length <= maxPreparedValues),
    })
  return client
}

/** The rows of a hand-written statement, the same on both engines. Dates and timestamps are text. */
export async function rows<Row>(db: Database, statement: SQL): Promise<Row[]> {
  const answer = (await db.execute(statement)) as Row[] | { rows: Row[] }
  return Array.isArray(answer) ? answer : answer.rows
}

/**
 * The same for hundreds of rows, as one JSON text, which takes the driver a fifth of the time. Only for columns that are
 * the same in JSON: text, numbers, ids.
 */
export async function manyRows<Row>(db: Database, statement: SQL): Promise<Row[]> {
  const [row] = await rows<{ all: string | null }>(
    db,
    sql`select json_agg(each)::text as all from (${statement}) as each`,
  )
  return JSON.parse(row?.all ?? '[]')
}

/** The name of the constraint that a failed statement violated, or undefined. */
export function constraintOf(error: unknown): string | undefined {
  for (let each = error; each instanceof Error; each = each.cause) {
    const { constraint, constraint_name } = each as { constraint?: string; constraint_name?: string }
    if (constraint ?? constraint_name) return constraint ?? constraint_name
  }
}

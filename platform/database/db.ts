import { type Logger, noopEncoder, Param, SQL, StringChunk, sql } from 'drizzle-orm'
import { NodePgSession } from 'drizzle-orm/node-postgres'
import { PgDatabase, PgDialect, type PgQueryResultHKT } from 'drizzle-orm/pg-core'
import type { Pool, QueryResult } from 'pg'
import { type ChangeListener, type ChangeReader, readChanges } from './changes.ts'
import { ConnectionPool, withQuery } from './connections.ts'
import { createJointReads, jointLogger } from './joint-reads.ts'
import { withFallback } from './replica.ts'
import { statementLogger } from './statements.ts'
import { isDatabaseLost, messageOf, withTimeout } from './unavailable.ts'

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
  listen(channel: string, onPayload: (payload: string) => void): Promise<unknown>
  /** Reports to `listener` what committed transactions change from now on: none is missed, at most a second late. */
  watchChanges(listener: ChangeListener): Promise<unknown>
  /**
   * Resolves when the listeners have got everything that was committed before, so that the next page is not stale. Never
   * rejects, because the write is committed. If the changes can't be read, it resolves all the same: they are reported within a
   * second after the database answers again, and until then cached pages are better than none.
   */
  waitForChanges(): Promise<void>
  /** Milliseconds since all changes were known; 0 where none can be missed. */
  changesAge(): number
  /** Vacuum and analyse, where the engine doesn't by itself. */
  tidy?(): Promise<void>
  close(): Promise<void>
}

/** Of texts, plain values and statements within it; undefined if it has other parts or is to have no values. */
function textOf(statement: SQL, values: unknown[]): string | undefined {
  if (Reflect.get(statement, 'shouldInlineParams')) return
  let text = ''
  for (const chunk of statement.queryChunks as unknown[]) {
    const isParam = chunk instanceof Param && chunk.encoder === noopEncoder
    const isValue = isParam || chunk === null || ['string', 'number', 'boolean'].includes(typeof chunk)
    if (chunk instanceof StringChunk) text += chunk.value[0]
    else if (isValue) text += `$${values.push(isParam ? chunk.value : chunk)}`
    else {
      const part = chunk instanceof SQL ? textOf(chunk, values) : undefined
      if (part === undefined) return
      text += part
    }
  }
  return text
}

/** Drizzle compares each part with all of its classes, a tenth of a page's time; hand-written statements have three kinds. */
class Dialect extends PgDialect {
  override sqlToQuery(...[statement, source]: Parameters<PgDialect['sqlToQuery']>) {
    const params: unknown[] = []
    const text = textOf(statement, params)
    return text === undefined ? super.sqlToQuery(statement, source) : { sql: text, params }
  }
}

/** One for all requests: it remembers the columns of each table. */
export const dialect = new Dialect()
export const databaseOf = (session: ConstructorParameters<typeof PgDatabase>[1]) =>
  new PgDatabase(dialect, session, undefined) as unknown as Database

/** How long the response to a write waits for this process to read what the write changed. */
const settleMs = 2000

/** The store on a PostgreSQL server (15 or newer), with an optional read replica. `log` gets one line for each event that concerns the operator. */
export function postgresStore(
  url: string,
  replicaUrl?: string,
  connections = 10,
  log: (line: string) => void = () => {},
): Store {
  let isLost = false
  let isClosed = false
  const onLoss = (error: Error) => {
    if (!isLost) log(`The database does not answer: ${messageOf(error)}`)
    isLost = true
  }
  const onAnswer = () => {
    if (isLost) log('The database answers again.')
    isLost = false
  }
  const pool = new ConnectionPool(url, connections, 'force_custom_plan', onLoss)
  const genericPlanPool = pool.isPrepared
    ? new ConnectionPool(url, connectionsForGenericPlans, 'force_generic_plan', onLoss)
    : undefined
  const replicaPool = replicaUrl ? new ConnectionPool(replicaUrl, connections) : undefined
  const readingPool = replicaPool && withFallback(replicaPool, pool, log)
  const db = databaseOn(pool, statementLogger)
  const replica = readingPool ? databaseOn(readingPool, statementLogger) : db
  const forRequest = () => {
    const jointDb = readJointly(pool, genericPlanPool)
    return { db: jointDb, replica: readingPool ? readJointly(readingPool) : jointDb }
  }
  // Not of the pool: what listens keeps its connection.
  const listeningPool = new ConnectionPool(url, 1)
  const readers: ChangeReader[] = []

  return {
    engine: 'postgres',
    db,
    replica,
    forRequest,
    execute: async (...texts) => {
      const connection = await pool.connect()
      try {
        await connection.query('begin')
        let rows: Record<string, unknown>[] = []
        for (const text of texts) rows = [await connection.query(text)].flat().at(-1)?.rows ?? []
        await connection.query('commit')
        return rows
      } catch (error) {
        await connection.query('rollback').catch(() => {})
        throw error
      } finally {
        connection.release()
      }
    },
    listen: (channel, onPayload) => listeningPool.listen(channel, onPayload),
    watchChanges: async (listener) => {
      const reader = await readChanges(pool, listener, (error) => {
        if (!error) onAnswer()
        // A reading that the end of the server meets is no outage.
        else if (!isClosed && isDatabaseLost(error)) onLoss(error as Error)
      })
      readers.push(reader)
      // NOTIFY only shortens the delay, nothing depends on it.
      listeningPool.listen('hallway_changes', reader.wake, reader.wake).catch(() => {})
    },
    waitForChanges: async () => {
      await Promise.all(readers.map((reader) => withTimeout(reader.readNow(), settleMs).catch(() => {})))
    },
    changesAge: () => Math.max(0, ...readers.map((reader) => reader.age())),
    close: async () => {
      isClosed = true
      for (const reader of readers) reader.stop()
      await Promise.all([pool, genericPlanPool, replicaPool, listeningPool].map((pool) => pool?.close()))
    },
  }
}

/** Drizzle's type is pg's Pool, but it uses only what ConnectionPool has. */
const databaseOn = (pool: ConnectionPool, logger: Logger) =>
  databaseOf(new NodePgSession(pool as unknown as Pool, dialect, undefined, { logger }))

/** More connections for the statements that keep their plan. */
const connectionsForGenericPlans = 4

/** Reads for which one plan suits all values go to `genericPlanPool`: PostgreSQL plans them for up to three times as long as it runs them (decision 42). */
function readJointly(pool: ConnectionPool, genericPlanPool = pool): Database {
  const read = createJointReads(async (text, values, isArrays, plan) => {
    const { rows, fields } = await (plan === 'generic' ? genericPlanPool : pool).query(
      { text, rowMode: isArrays ? 'array' : undefined, isRepeated: plan !== undefined },
      values,
    )
    return { rows, columns: fields.map(({ name, dataTypeID }) => ({ name, type: dataTypeID })) }
  })
  const query: ConnectionPool['query'] = async (statement, values = []) => {
    if (typeof statement === 'string') return pool.query(statement, values)
    const each = read(statement.text, values, statement.rowMode === 'array')
    if (!each) return pool.query(statement, values)
    return { rows: await each.answer.promise } as QueryResult
  }
  return databaseOn(withQuery(pool, query), jointLogger)
}

/** The rows of a hand-written statement, the same on both engines: rows(db)`select …`, or rows(db, sql`select …`). Dates and timestamps are text. */
export function rows<Row>(db: Database): (...statement: Parameters<typeof sql>) => Promise<Row[]>
export function rows<Row>(db: Database, statement: SQL): Promise<Row[]>
export function rows<Row>(db: Database, statement?: SQL) {
  const read = async (query: SQL): Promise<Row[]> => {
    const answer = (await db.execute(query)) as Row[] | { rows: Row[] }
    return Array.isArray(answer) ? answer : answer.rows
  }
  return statement ? read(statement) : (...template: Parameters<typeof sql>) => read(sql(...template))
}

/**
 * The same for hundreds of rows, as one JSON text, which takes the driver a fifth of the time. Only for columns that are
 * the same in JSON: text, numbers, ids.
 */
export const rowsAsJson =
  <Row>(db: Database) =>
  async (...template: Parameters<typeof sql>): Promise<Row[]> => {
    const [row] = await rows<{ all: string | null }>(db)`
      select json_agg(item)::text as all from (${sql(...template)}) as item`
    return JSON.parse(row?.all ?? '[]')
  }

/** The name of the constraint that a failed statement violated, or undefined. */
export function constraintOf(error: unknown): string | undefined {
  for (let each = error; each instanceof Error; each = each.cause) {
    const { constraint, constraint_name } = each as { constraint?: string; constraint_name?: string }
    if (constraint ?? constraint_name) return constraint ?? constraint_name
  }
}

import type { PGlite } from '@electric-sql/pglite'
import type { Logger } from 'drizzle-orm'
import { PgliteSession } from 'drizzle-orm/pglite'
import { textParsers } from '#platform/database/connections.ts'
import { type Database, databaseOf, dialect, type Store } from '#platform/database/db.ts'
import { createJointReads, jointLogger } from '#platform/database/joint-reads.ts'
import { statementLogger } from '#platform/database/statements.ts'
import { type Client, openInThread, type Session } from './client.ts'

/** The store on the embedded database of a data folder. */
export async function openEmbeddedStore(dataDir: string, log: (line: string) => void): Promise<Store> {
  const client = await openInThread(dataDir, log)
  return { ...embeddedStore(client), tidy: () => tidy(client) }
}

/** The store on an open embedded database. `close` replaces the client's own `close`. */
export function embeddedStore(client: Client, close = () => client.close()): Store {
  const db = databaseOn(client, statementLogger)
  const listen: Store['listen'] = (channel, onPayload) => client.listen(channel, onPayload)
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
        const answers = []
        for (const text of texts) answers.push(...(await tx.exec(text)))
        return answers.at(-1)?.rows ?? []
      }),
    listen,
    // The embedded engine delivers notifications before the statement's result.
    watchChanges: (listener) => listen('hallway_changes', listener.onChange),
    waitForChanges: async () => {},
    changesAge: () => 0,
    close,
  }
}

/**
 * Vacuums and analyses, one table at a time so that other statements get their turn: PGlite has no autovacuum. As there, a
 * table is analysed when a tenth of it has changed, or first since the start: that of all conferences takes a second.
 */
export async function tidy(pg: Session): Promise<void> {
  const { rows } = await pg.query<{ name: string; is_changed: boolean }>(
    `select format('%I.%I', relnamespace::regnamespace, pg_class.relname) as name,
       last_analyze is null or n_mod_since_analyze > 50 + reltuples / 10 as is_changed
     from pg_class join pg_stat_all_tables on relid = pg_class.oid
     where relkind in ('r', 'm') and relpersistence <> 't' order by relpages desc`,
  )
  for (const { name, is_changed } of rows) {
    await pg.exec(`vacuum ${name}`)
    if (is_changed) await pg.exec(`analyze ${name}`)
  }
  await pg.exec('checkpoint')
}

function readJointlyEmbedded(client: Client): Database {
  const read = createJointReads(async (text, values, isArrays, plan) => {
    const rowMode = isArrays ? ('array' as const) : ('object' as const)
    const options = { rowMode, parsers: textParsers, isPrepared: plan === 'generic' }
    const { rows, fields } = await client.query(text, values, options)
    return { rows, columns: fields.map(({ name, dataTypeID }) => ({ name, type: dataTypeID })) }
  })
  const query: Client['query'] = async (text, values = [], options) => {
    const each = read(text, values, options?.rowMode === 'array')
    return each
      ? { rows: (await each.answer.promise) as never[], fields: [] }
      : client.query(text, values, options)
  }
  return databaseOn({ query, transaction: (body) => client.transaction(body) }, jointLogger)
}

/** Drizzle's type is PGlite, but it uses only what Client has. */
const databaseOn = (client: Pick<Client, 'query' | 'transaction'>, logger: Logger) =>
  databaseOf(new PgliteSession(client as PGlite, dialect, undefined, { logger }))

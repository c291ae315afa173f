import { sql } from 'drizzle-orm'
import type { Database } from './db.ts'

/** How something was changed; `site` is what nobody did. */
export const changeMeans = ['form', 'import', 'source', 'command', 'merge', 'undo', 'site'] as const
export type ChangeMeans = (typeof changeMeans)[number]

/** Who changes, and how: the triggers that log a change read it from the settings of its transaction (migration 0126). */
export const setChangedBy = (tx: Database, { by, via }: { by: string | null; via: ChangeMeans }) =>
  tx.execute(sql`
    select set_config('hallway.changed_by', ${by ?? ''}, true), set_config('hallway.via', ${via}, true)`)

/** The same database, each transaction of which begins with something. */
export function beginningWith(db: Database, begin: (tx: Database) => Promise<unknown>): Database {
  const transaction: Database['transaction'] = (work, config) =>
    db.transaction(async (tx) => {
      await begin(tx)
      return work(tx)
    }, config)
  return Object.create(db, { transaction: { value: transaction } }) as Database
}

/** The same database, in whose transactions a person changes something. */
export const changedBy = (db: Database, by: string | null, via: ChangeMeans): Database =>
  beginningWith(db, (tx) => setChangedBy(tx, { by, via }))

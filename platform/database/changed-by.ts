import { sql } from 'drizzle-orm'
import { type Database, rows } from './db.ts'

/** How something was changed; `site` is what nobody did. */
export const changeMeans = ['form', 'import', 'source', 'command', 'merge', 'undo', 'site'] as const
export type ChangeMeans = (typeof changeMeans)[number]

/** Who changes, and how: the triggers that log a change read it from the settings of its transaction (migration 0126). */
export const setChangedBy = (tx: Database, { by, via }: { by: string | null; via: ChangeMeans }) =>
  tx.execute(sql`
    select set_config('hallway.changed_by', ${by ?? ''}, true), set_config('hallway.via', ${via}, true)`)

/** The same database, each transaction of which begins with something, and ends with something. */
export function beginningWith(
  db: Database,
  begin: (tx: Database) => Promise<unknown>,
  end?: (tx: Database) => Promise<unknown>,
): Database {
  const transaction: Database['transaction'] = (work, config) =>
    db.transaction(async (tx) => {
      await begin(tx)
      const result = await work(tx)
      await end?.(tx)
      return result
    }, config)
  return Object.create(db, { transaction: { value: transaction } }) as Database
}

/** The same database, in whose transactions a person changes something; their change sets are added to `changeSets`. */
export function changedBy(
  db: Database,
  by: string | null,
  via: ChangeMeans,
  changeSets?: Set<number>,
): Database {
  const collect = async (tx: Database) => {
    const [set] = await rows<{ id: number | null }>(tx)`
      select nullif(current_setting('hallway.change_set', true), '')::float8 as id`
    if (set?.id) changeSets?.add(set.id)
  }
  return beginningWith(db, (tx) => setChangedBy(tx, { by, via }), changeSets && collect)
}

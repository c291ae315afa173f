import { type SQL, sql } from 'drizzle-orm'
import { type Database, rows } from '#platform/database/db.ts'
import { rankOf } from './undo.ts'

// Two records of one thing become one: all rows that refer to the second refer to the first, by the foreign keys of the
// catalogue. So a new table moves along by itself, and where the log of changes has it, an undo moves it back.

export type Pair = { from: string; to: string }

type Reference = {
  table_name: string
  column: string
  /** The column that it refers to. */
  target: string
  columns: string[]
  /** A row of its own moves; without an id it is another row, since its key has the record. */
  has_id: boolean
  uniques: { columns: string[]; are_nulls_equal: boolean }[]
}

/** What a row that stays takes over from one that can't move, because both records have one: assignments to `this` from `other`. */
export type Joins = Record<string, SQL>

async function referencesTo(tx: Database, parent: string): Promise<Reference[]> {
  const references = await rows<Reference>(tx)`
    select relname as table_name, own.attname as column, target.attname as target,
      array(
        select attname from pg_attribute where attrelid = conrelid and attnum > 0 and not attisdropped and attgenerated = ''
      )::text[] as columns,
      exists (select from pg_attribute where attrelid = conrelid and attname = 'id') as has_id,
      coalesce((
        select jsonb_agg(jsonb_build_object('are_nulls_equal', indnullsnotdistinct, 'columns', (
          select jsonb_agg(attname) from pg_attribute where attrelid = indrelid and attnum = any (indkey::int2[]) and attnum <> conkey[1]
        )))
        from pg_index where indrelid = conrelid and indisunique and indpred is null and conkey[1] = any (indkey::int2[])
      ), '[]') as uniques
    from pg_constraint join pg_class on pg_class.oid = conrelid
    join pg_attribute as own on own.attrelid = conrelid and own.attnum = conkey[1]
    join pg_attribute as target on target.attrelid = confrelid and target.attnum = confkey[1]
    where contype = 'f' and confrelid = ${parent}::regclass order by relname, own.attname`
  return references.sort((one, other) => rankOf(one) - rankOf(other))
}

/** Moves what refers to the first record of each pair to the second. What both have once stays, and goes with the first. */
export async function mergeRows(
  tx: Database,
  parent: string,
  pairs: Pair[],
  { joins = {}, except = [] }: { joins?: Joins; except?: string[] } = {},
): Promise<void> {
  if (pairs.length === 0) return
  const paired = sql`
    jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) as pair ("from" uuid, "to" uuid)
    join ${sql.identifier(parent)} as removed on removed.id = pair."from" join ${sql.identifier(parent)} as survivor on survivor.id = pair."to"`
  for (const reference of await referencesTo(tx, parent))
    if (!except.includes(reference.table_name)) await moveRows(tx, reference, paired, joins)
}

async function moveRows(tx: Database, reference: Reference, paired: SQL, joins: Joins): Promise<void> {
  const { table_name, column, target, columns, has_id, uniques } = reference
  const table = sql.identifier(table_name)
  const own = sql.identifier(column)
  const [from, to] = [sql`removed.${sql.identifier(target)}`, sql`survivor.${sql.identifier(target)}`]
  const isSame = ({ columns: names, are_nulls_equal }: Reference['uniques'][number]) => {
    const operator = are_nulls_equal ? sql`is not distinct from` : sql`=`
    const equal = (names ?? []).map(
      (name) => sql`other.${sql.identifier(name)} ${operator} this.${sql.identifier(name)}`,
    )
    return sql.join([sql`true`, ...equal], sql` and `)
  }
  const join = joins[table_name]
  if (join && uniques[0])
    await tx.execute(sql`
      update ${table} as this set ${join} from ${table} as other, ${paired}
      where other.${own} = ${from} and this.${own} = ${to} and ${isSame(uniques[0])}`)
  if (!has_id && uniques.length > 0) {
    const values = columns.map((name) => (name === column ? to : sql`this.${sql.identifier(name)}`))
    const names = columns.map((name) => sql.identifier(name))
    await tx.execute(sql`
      insert into ${table} (${sql.join(names, sql`, `)}) select ${sql.join(values, sql`, `)}
      from ${table} as this, ${paired} where this.${own} = ${from} on conflict do nothing`)
    await tx.execute(sql`delete from ${table} as this using ${paired} where this.${own} = ${from}`)
    return
  }
  const isFree = uniques.map(
    (unique) =>
      sql`not exists (select from ${table} as other where other.${own} = ${to} and ${isSame(unique)})`,
  )
  await tx.execute(sql`
    update ${table} as this set ${own} = ${to} from ${paired}
    where ${sql.join([sql`this.${own} = ${from}`, ...isFree], sql` and `)}`)
}

import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { type SQL, sql } from 'drizzle-orm'
import { type ChangeMeans, setChangedBy } from '#platform/database/changed-by.ts'
import { constraintOf, type Database, rows } from '#platform/database/db.ts'
import { type ChangedRow, change_sets } from './change-log.tables.ts'
import { groupsOf, type Kept, netChanges, revertOf } from './undo.ts'

type Row = Record<string, unknown>

/** Begins a set that the changes of this transaction belong to; without one, the first change begins it. */
export async function beginSet(
  tx: Database,
  { by, via, reason, undoes }: { by: string | null; via: ChangeMeans; reason?: string; undoes?: number },
): Promise<number> {
  await setChangedBy(tx, { by, via })
  const [set] = await tx
    .insert(change_sets)
    .values({ changed_by: by, via, reason, undoes })
    .returning({ id: change_sets.id })
  await continueSet(tx, set!.id)
  return set!.id
}

/** The changes of this transaction belong to a set that another one began. */
export const continueSet = (tx: Database, id: number) =>
  tx.execute(sql`select set_config('hallway.change_set', ${String(id)}, true)`)

/** Why an added row can't go, by table: somebody uses it. */
const uses: Record<string, SQL> = {
  all_events: sql`
    exists (select from all_user_events where event_id = this.id) or exists (select from all_event_claims where event_id = this.id)
    or exists (select from all_talks where event_id = this.id)`,
  all_talks: sql`exists (select from user_saved_talks where talk_id = this.id)`,
  all_tracks: sql`
    exists (select from all_talks where track_id = this.id) or exists (select from all_breaks where track_id = this.id)`,
  all_speakers: sql`
    this.user_id is not null or exists (select from talk_speakers where speaker_id = this.id)
    or exists (select from all_speaker_claims where speaker_id = this.id)`,
  series: sql`exists (select from all_events where series_id = this.id)`,
  topics: sql`
    exists (select from all_event_tags where tag = this.name) or exists (select from talk_topics where topic_id = this.id)`,
}

/** Tables whose rows of one record are one field: the order of a talk's speakers. */
const lists = new Set(['talk_speakers'])

type Column = { name: string; target: string | null; target_name: string | null; is_required: boolean }

async function columnsOf(tx: Database, tables: string[]): Promise<Map<string, Map<string, Column>>> {
  const found = await rows<Column & { table_name: string }>(tx)`
    select relname as table_name, attname as name, attnotnull as is_required,
      confrelid::regclass::text as target,
      (select target.attname from pg_attribute as target where target.attrelid = confrelid and target.attnum = confkey[1]) as target_name
    from pg_class
    join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = ''
    left join pg_constraint on contype = 'f' and conrelid = pg_class.oid and conkey[1] = attnum
    where relname = any (${sql.param(tables)}::text[]) and relnamespace = 'public'::regnamespace`
  const tablesFound = new Map(tables.map((name) => [name, new Map<string, Column>()]))
  for (const column of found) tablesFound.get(column.table_name)!.set(column.name, column)
  return tablesFound
}

const json = (value: unknown) => sql`${JSON.stringify(value)}::jsonb`
const isNamed = (name: string) => sql.identifier(name)

/** `this` is the row that the populated record `named` names by its key. */
const hasKey = (keyNames: string[], named: SQL) =>
  sql.join(
    keyNames.map((name, index) => {
      const operator = index === 0 ? sql`=` : sql`is not distinct from`
      return sql`this.${isNamed(name)} ${operator} ${named}.${isNamed(name)}`
    }),
    sql` and `,
  )

type Group = { changes: ChangedRow[]; table: string; columns: Map<string, Column>; keyNames: string[] }

/**
 * Undoes net changes of a set, within a transaction that belongs to another set: what was changed since stays, and is
 * returned. Undoing them twice does nothing.
 */
export async function undoChanges(tx: Database, changes: ChangedRow[]): Promise<Kept[]> {
  const columns = await columnsOf(tx, [...new Set(changes.map(({ table_name }) => table_name))])
  const kept: Kept[] = []
  let refused: ChangedRow[] = []
  for (const group of groupsOf(changes)) {
    const { table_name: table, action, key } = group[0]!
    const parts = { table, changes: group, columns: columns.get(table)!, keyNames: Object.keys(key) }
    if (action === 'added') kept.push(...(await removeAdded(tx, parts)))
    if (action === 'changed') kept.push(...(await revertChanged(tx, parts)))
    if (action === 'removed') refused.push(...(await restoreRemoved(tx, parts)))
  }
  // What another row had taken may be free by now.
  for (const group of groupsOf(refused)) {
    const { table_name: table, key } = group[0]!
    refused = await restoreRemoved(tx, {
      table,
      changes: group,
      columns: columns.get(table)!,
      keyNames: Object.keys(key),
    })
    kept.push(...refused.map((change) => keptRow(change)))
  }
  return kept
}

const keptRow = ({ table_name, key, record_id }: ChangedRow, current: unknown = null): Kept => ({
  table_name,
  key,
  record_id,
  current,
})

async function removeAdded(tx: Database, { changes, table, keyNames }: Group): Promise<Kept[]> {
  // What belongs to a record that was added with it goes or stays with the record.
  const isPart = sql`
    exists (
      select from changed_rows as main where main.set_id = change.set_id and main.record_id = change.record_id
        and main.action = 'added' and main.key = jsonb_build_object('id', change.record_id) and main.id <> change.id
    )`
  const isSameThing = lists.has(table)
    ? sql`later.record_id = change.record_id and later.table_name = change.table_name`
    : sql`
        (later.table_name = change.table_name and later.key = change.key)
        or (change.key = jsonb_build_object('id', change.record_id)
          and (later.record_id = change.record_id or later.parent_id = change.record_id))`
  const isChangedSince = sql`
    exists (
      select from changed_rows as later join change_sets on change_sets.id = later.set_id
      where later.id > change.id and later.set_id <> change.set_id and undone_by is null and undoes is null
        and (later.record_id = change.record_id or later.parent_id = change.record_id or change.record_id is null)
        and (${isSameThing})
    )`
  const ids = sql.param(changes.map(({ id }) => id))
  const left = await rows<{ id: number; current: Row }>(tx)`
    with change as materialized (
      select * from changed_rows as change where id = any (${ids}::bigint[]) and not ${isPart}
    ), removed as (
      delete from ${isNamed(table)} as this using change, jsonb_populate_record(null::${isNamed(table)}, change.key) as named
      where ${hasKey(keyNames, sql`named`)} and not (${uses[table] ?? sql`false`}) and not ${isChangedSince}
      returning change.id
    )
    select change.id::float8 as id, to_jsonb(this) as current
    from change, jsonb_populate_record(null::${isNamed(table)}, change.key) as named, ${isNamed(table)} as this
    where ${hasKey(keyNames, sql`named`)} and change.id not in (select id from removed)`
  return left.map(({ id, current }) => keptRow(changes.find((change) => change.id === id)!, current))
}

async function revertChanged(tx: Database, group: Group): Promise<Kept[]> {
  const { changes, table, keyNames } = group
  const present = await rows<{ nth: number; current: Row }>(tx)`
    select listed.nth::integer as nth, to_jsonb(this) as current
    from jsonb_array_elements(${json(changes.map(({ key }) => key))}) with ordinality as listed (key, nth),
      jsonb_populate_record(null::${isNamed(table)}, listed.key) as named, ${isNamed(table)} as this
    where ${hasKey(keyNames, sql`named`)} for update of this`
  const kept: Kept[] = []
  const byColumns = new Map<string, { change: ChangedRow; restored: Row; current: Row }[]>()
  for (const { nth, current } of present) {
    const change = changes[nth - 1]!
    const { restored, keptNames } = revertOf(change, current)
    for (const name of keptNames) kept.push({ ...keptRow(change, current[name]), name })
    const names = Object.keys(restored).sort().join()
    if (names) byColumns.set(names, [...(byColumns.get(names) ?? []), { change, restored, current }])
  }
  for (const [names, parts] of byColumns) {
    const failed = await eachOrAll(tx, parts, (part, some) =>
      writeFields(part, group, names.split(','), some),
    )
    for (const { change, restored, current } of failed)
      for (const name of Object.keys(restored)) kept.push({ ...keptRow(change, current[name]), name })
  }
  return kept
}

const writeFields = (
  tx: Database,
  { table, columns, keyNames }: Group,
  names: string[],
  parts: { change: ChangedRow; restored: Row }[],
) =>
  tx.execute(sql`
    update ${isNamed(table)} as this
    set ${sql.join(
      names
        .filter((name) => columns.has(name))
        .map((name) => sql`${isNamed(name)} = ${restoredValue(columns.get(name)!, sql`former`)}`),
      sql`, `,
    )}
    from jsonb_array_elements(${json(parts.map(({ change, restored }) => ({ ...restored, ...change.key })))}) as listed,
      jsonb_populate_record(null::${isNamed(table)}, listed) as former
    where ${hasKey(keyNames, sql`former`)}`)

/** What a column of the log refers to may be gone by now. */
const restoredValue = ({ name, target, target_name }: Column, former: SQL) =>
  target
    ? sql`(select target.${isNamed(target_name!)} from ${sql.raw(target)} as target where target.${isNamed(target_name!)} = ${former}.${isNamed(name)})`
    : sql`${former}.${isNamed(name)}`

/** Returns what could not be restored. */
async function restoreRemoved(tx: Database, group: Group): Promise<ChangedRow[]> {
  const { changes, table, columns, keyNames } = group
  const names = Object.keys(changes[0]!.before!).filter((name) => columns.has(name) && name !== 'updated_at')
  const required = names
    .map((name) => columns.get(name)!)
    .filter((column) => column.target && column.is_required)
  const restore = (part: Database, some: ChangedRow[]) => {
    const columnNames = sql.join(names.map(isNamed), sql`, `)
    const values = sql.join(
      names.map((name) => restoredValue(columns.get(name)!, sql`former`)),
      sql`, `,
    )
    return part.execute(sql`
      insert into ${isNamed(table)} (${columnNames})
      select ${values} from jsonb_populate_recordset(null::${isNamed(table)}, ${json(some.map(({ before }) => before))}) as former
      where ${sql.join([sql`true`, ...required.map((column) => sql`${restoredValue(column, sql`former`)} is not null`)], sql` and `)}
      on conflict do nothing`)
  }
  await eachOrAll(tx, changes, restore)
  const present = await rows<{ nth: number }>(tx)`
    select listed.nth::integer as nth
    from jsonb_array_elements(${json(changes.map(({ key }) => key))}) with ordinality as listed (key, nth),
      jsonb_populate_record(null::${isNamed(table)}, listed.key) as named, ${isNamed(table)} as this
    where ${hasKey(keyNames, sql`named`)}`
  const restored = new Set(present.map(({ nth }) => nth))
  return changes.filter((_, index) => !restored.has(index + 1))
}

/** Writes all at once; if a constraint refuses one of them, each alone. Returns those that it refuses. */
async function eachOrAll<Part>(
  tx: Database,
  parts: Part[],
  write: (tx: Database, parts: Part[]) => Promise<unknown>,
): Promise<Part[]> {
  try {
    await tx.transaction((inner) => write(inner, parts))
    return []
  } catch (error) {
    if (!constraintOf(error)) throw error
    if (parts.length === 1) return parts
  }
  const refused: Part[] = []
  for (const part of parts) refused.push(...(await eachOrAll(tx, [part], write)))
  return refused
}

/** Changes that are undone in one step: one statement for each of their kinds. */
const changesAtOnce = 500

type Undoing = { by: string | null; via?: ChangeMeans; reason?: string }

/** Undoes a set in one transaction, as a set of its own. Returns what stays, or undefined if it is undone already. */
export async function undoSet(tx: Database, id: number, { by, via = 'undo', reason }: Undoing) {
  const set = await lockSet(tx, id)
  if (!set) return
  const changes = await netChangesOf(tx, id)
  const setId = await beginSet(tx, { by, via, reason, undoes: id })
  const kept: Kept[] = []
  for (const part of inSteps(changes)) kept.push(...(await undoChanges(tx, part)))
  await markUndone(tx, id, setId)
  return { setId, undone: changes.length, kept }
}

/** The same in short transactions, for imports. What a kill leaves is undone by calling it again. */
export async function undoSetInSteps(
  db: Database,
  id: number,
  {
    by,
    signal,
    settings = async () => {},
  }: Undoing & { signal?: AbortSignal; settings?: (tx: Database) => Promise<unknown> },
): Promise<Kept[]> {
  const changes = await netChangesOf(db, id)
  const setId = await db.transaction((tx) => undoingSet(tx, id, by))
  const kept: Kept[] = []
  for (const part of inSteps(changes)) {
    signal?.throwIfAborted()
    await db.transaction(async (tx) => {
      await settings(tx)
      await continueSet(tx, setId)
      kept.push(...(await undoChanges(tx, part)))
    })
    await yieldToEventLoop()
  }
  await db.transaction((tx) => markUndone(tx, id, setId))
  return kept
}

/** The set that undoes another one: a new one, or that of an undo that was interrupted. */
export async function undoingSet(tx: Database, id: number, by: string | null): Promise<number> {
  const [begun] = await rows<{ id: number }>(tx)`
    select id::float8 as id from change_sets where undoes = ${id}::bigint and undone_by is null and id > ${id}::bigint
    order by id desc limit 1`
  return begun?.id ?? beginSet(tx, { by, via: 'undo', undoes: id })
}

async function lockSet(tx: Database, id: number) {
  const [set] = await rows(tx)`
    select from change_sets where id = ${id}::bigint and undone_by is null for update`
  return set
}

const inSteps = (changes: ChangedRow[]) =>
  Array.from({ length: Math.ceil(changes.length / changesAtOnce) }, (_, step) =>
    changes.slice(step * changesAtOnce, (step + 1) * changesAtOnce),
  )

/** What the undone set had undone itself holds again. */
export async function markUndone(tx: Database, id: number, setId: number): Promise<void> {
  const [set] = await rows<{ undoes: number | null }>(tx)`
    update change_sets set undone_by = ${setId}::bigint where id = ${id}::bigint returning undoes::float8 as undoes`
  if (set?.undoes)
    await tx.execute(sql`update change_sets set undone_by = null where id = ${set.undoes}::bigint`)
}

/** What a set comes to, in the order in which it is undone. */
export const netChangesOf = async (db: Database, setId: number): Promise<ChangedRow[]> =>
  netChanges(
    await rows<ChangedRow>(db)`
      select id::float8 as id, set_id::float8 as set_id, table_name, key, record_id, parent_id, action, before, after
      from changed_rows where set_id = ${setId}::bigint order by changed_rows.id`,
  )

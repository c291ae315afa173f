import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { type SQL, sql } from 'drizzle-orm'
import { beginningWith, type ChangeMeans, setChangedBy } from '#platform/database/changed-by.ts'
import { type Database, rows } from '#platform/database/db.ts'
import { change_sets } from './change-log.tables.ts'
import type { Pair } from './merge-rows.server.ts'
import { type ChangedRow, groupsOf, hasCompany, type Kept, netChanges, revertOf } from './undo.ts'

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

/** The same database, all transactions of which belong to a set. */
export const inSet = (db: Database, id: number) => beginningWith(db, (tx) => continueSet(tx, id))

/** The history of a speaker shows, too, which record became one with it or was taken out of it again. */
export const showMerged = (tx: Database, setId: number, { from, to }: Pair) =>
  tx.execute(sql`
    update changed_rows set parent_id = ${to}::uuid
    where set_id = ${setId}::bigint and record_id = ${from}::uuid and table_name = 'all_speakers'`)

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

/** A list whose rows are all written again with each edit of it: that is no edit of a row. */
const isList = (table: string) => table === 'talk_speakers'

/** Why a removed row can't come back, by table: somebody meant something else since. `former` is the row. */
const refusals: Record<string, SQL> = {
  // Somebody was taken off the talk.
  talk_speakers: sql`
    exists (
      select from changed_rows as later where later.record_id = change.record_id and later.table_name = change.table_name
        and later.action = 'removed' and ${isLater(sql`later`)}
        and not exists (
          select from changed_rows as again where again.set_id = later.set_id and again.action = 'added'
            and again.table_name = later.table_name and again.key = later.key
        )
    )`,
  // Who no longer follows what a record was merged into.
  follows: sql`(
    exists (
      select from old_addresses
      where kind = 'speaker' and old_addresses.key = former.speaker_id::text and new_key is not null and not exists (
        select from follows where follows.user_id = former.user_id and follows.speaker_id::text = old_addresses.new_key
      )
    )
    or exists (
      select from changed_rows as moved, jsonb_populate_record(null::follows, moved.key) as other
      where moved.set_id = change.set_id and moved.table_name = 'follows' and moved.action = 'added'
        and moved.key ->> 'user_id' = former.user_id::text
        and not exists (
          select from follows where user_id = former.user_id
            and (topic_id, speaker_id, event_id, series_id)
              is not distinct from (other.topic_id, other.speaker_id, other.event_id, other.series_id)
        )
    )
  )`,
}

/** Whether a change came after `change`, in another transaction and a set that holds. */
function isLater(later: SQL): SQL {
  return sql`
    ${later}.id > change.id and ${later}.set_id <> change.set_id
    and exists (
      select from change_sets where id = ${later}.set_id and undone_by is null and undoes is null
        and at > (select at from change_sets as own where own.id = change.set_id)
    )`
}

type Column = { name: string; target: string | null; target_name: string | null; is_required: boolean }

type Columns = Map<string, Map<string, Column>>

async function columnsOf(tx: Database, tables: string[]): Promise<Columns> {
  if (tables.length === 0) return new Map()
  const columnRows = await rows<Column & { table_name: string }>(tx)`
    select relname as table_name, attname as name, attnotnull as is_required,
      confrelid::regclass::text as target,
      (select target.attname from pg_attribute as target where target.attrelid = confrelid and target.attnum = confkey[1]) as target_name
    from pg_class
    join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = ''
    left join pg_constraint on contype = 'f' and conrelid = pg_class.oid and conkey[1] = attnum
    where relname = any (${sql.param(tables)}::text[]) and relnamespace = 'public'::regnamespace`
  const tablesFound = new Map(tables.map((name) => [name, new Map<string, Column>()]))
  for (const column of columnRows) tablesFound.get(column.table_name)!.set(column.name, column)
  return tablesFound
}

const json = (value: unknown) => sql`${JSON.stringify(value)}::jsonb`

/** `this` is the row that a populated record names by its key. */
const hasKey = (keyNames: string[], record: SQL) =>
  sql.join(
    keyNames.map((name, index) => {
      const operator = index === 0 ? sql`=` : sql`is not distinct from`
      return sql`this.${sql.identifier(name)} ${operator} ${record}.${sql.identifier(name)}`
    }),
    sql` and `,
  )

const partsOfTalks = new Set(['talk_speakers', 'talk_topics'])

type Group = { changes: ChangedRow[]; table: string; columns: Map<string, Column>; keyNames: string[] }

/**
 * Undoes net changes of a set, within a transaction that belongs to another set: what was changed since stays, and is
 * returned. Undoing them twice does nothing.
 */
export async function undoChanges(tx: Database, changes: ChangedRow[]): Promise<Kept[]> {
  const written = changes.filter(({ action }) => action !== 'added')
  const columns = await columnsOf(tx, [...new Set(written.map(({ table_name }) => table_name))])
  // Before anything is undone: what shows that somebody meant something else goes with it.
  const unwanted = await readUnwanted(tx, changes)
  const first = await undoOnce(
    tx,
    changes.filter((change) => !unwanted.has(change)),
    columns,
  )
  // What another row had taken may be free by now.
  const second = first.refused.length > 0 ? await undoOnce(tx, first.refused, columns) : undefined
  const talkIds = changes.flatMap(({ table_name, record_id }) =>
    partsOfTalks.has(table_name) ? (record_id ?? []) : [],
  )
  // They stand in other tables: an editor is told that somebody else has saved, and words are in the order of the speakers.
  if (talkIds.length > 0) {
    const ids = sql`${sql.param(talkIds)}::uuid[]`
    await tx.execute(sql`update all_talks set updated_at = now() where id = any (${ids})`)
    await tx.execute(sql`select keep_talk_docs(${ids})`)
  }
  const lost = [...unwanted, ...(second?.refused ?? [])].map((change) => keptRow(change))
  return [...first.kept, ...(second?.kept ?? []), ...lost]
}

/** What was changed since, and what the database refuses. */
type Outcome = { kept: Kept[]; refused: ChangedRow[] }

async function undoOnce(tx: Database, changes: ChangedRow[], columns: Columns): Promise<Outcome> {
  const all: Outcome = { kept: [], refused: [] }
  for (const group of groupsOf(changes)) {
    const { table_name: table, action, key } = group[0]!
    const undo = { added: removeAdded, changed: revertChanged, removed: restoreRemoved }[action]
    const { kept, refused } = await undo(tx, {
      table,
      changes: group,
      columns: columns.get(table) ?? new Map(),
      keyNames: Object.keys(key),
    })
    all.kept.push(...kept)
    all.refused.push(...refused)
  }
  return all
}

const keptRow = ({ table_name, key, record_id }: ChangedRow, current: unknown = null): Kept => ({
  table_name,
  key,
  record_id,
  current,
})

async function removeAdded(tx: Database, { changes, table, keyNames }: Group): Promise<Outcome> {
  const isChangedSince = isList(table)
    ? sql`false`
    : sql`
        (
          exists (
            select from changed_rows as later where later.record_id = change.record_id and ${isLater(sql`later`)}
              and (later.key = change.key or change.key = jsonb_build_object('id', change.record_id))
          )
          or change.key = jsonb_build_object('id', change.record_id) and exists (
            select from changed_rows as later where later.parent_id = change.record_id and ${isLater(sql`later`)}
          )
        )`
  const ids = sql.param(changes.map(({ id }) => id))
  const remaining = await rows<{ id: number; current: Row }>(tx)`
    with change as materialized (
      select * from changed_rows as change where id = any (${ids}::bigint[])
    ), removed as (
      delete from ${sql.identifier(table)} as this using change, jsonb_populate_record(null::${sql.identifier(table)}, change.key) as named
      where ${hasKey(keyNames, sql`named`)} and not (${uses[table] ?? sql`false`}) and not ${isChangedSince}
      returning change.id
    )
    select change.id::float8 as id, to_jsonb(this) as current
    from change, jsonb_populate_record(null::${sql.identifier(table)}, change.key) as named, ${sql.identifier(table)} as this
    where ${hasKey(keyNames, sql`named`)} and change.id not in (select id from removed)`
  const conflicts = remaining.map(({ id, current }) =>
    keptRow(changes.find((change) => change.id === id)!, current),
  )
  return { kept: conflicts, refused: [] }
}

async function revertChanged(tx: Database, group: Group): Promise<Outcome> {
  const { changes, table, keyNames } = group
  const present = await rows<{ nth: number; current: Row }>(tx)`
    select listed.nth::integer as nth, to_jsonb(this) as current
    from jsonb_array_elements(${json(changes.map(({ key }) => key))}) with ordinality as listed (key, nth),
      jsonb_populate_record(null::${sql.identifier(table)}, listed.key) as named, ${sql.identifier(table)} as this
    where ${hasKey(keyNames, sql`named`)} for update of this`
  const laterNames = await laterNamesOf(tx, changes)
  const conflicts: Kept[] = []
  const refused: ChangedRow[] = []
  const byColumns = new Map<string, { change: ChangedRow; restored: Row }[]>()
  for (const { nth, current } of present) {
    const change = changes[nth - 1]!
    const { restored, keptNames } = revertOf(change, current, laterNames.get(change.id))
    for (const name of keptNames) conflicts.push({ ...keptRow(change, current[name]), name })
    const names = Object.keys(restored).sort().join()
    if (names) byColumns.set(names, [...(byColumns.get(names) ?? []), { change, restored }])
  }
  for (const [names, parts] of byColumns) {
    const failed = await eachOrAll(tx, parts, (part, some) =>
      writeFields(part, group, names.split(','), some),
    )
    refused.push(...failed.map(({ change }) => change))
  }
  return { kept: conflicts, refused }
}

/** The fields that later sets changed of what this one changed, where fields go together. */
async function laterNamesOf(tx: Database, changes: ChangedRow[]): Promise<Map<number, string[]>> {
  const ids = changes.flatMap(({ id, before }) => (Object.keys(before!).some(hasCompany) ? [id] : []))
  if (ids.length === 0) return new Map()
  const laterRows = await rows<{ id: number; names: string[] }>(tx)`
    select change.id::float8 as id, array_agg(distinct name) as names
    from changed_rows as change join changed_rows as later using (record_id, table_name, key), jsonb_object_keys(later.after) as name
    where change.id = any (${sql.param(ids)}::bigint[]) and later.action = 'changed' and ${isLater(sql`later`)}
    group by change.id`
  return new Map(laterRows.map(({ id, names }) => [id, names]))
}

const writeFields = (
  tx: Database,
  { table, columns, keyNames }: Group,
  names: string[],
  parts: { change: ChangedRow; restored: Row }[],
) =>
  tx.execute(sql`
    update ${sql.identifier(table)} as this
    set ${sql.join(
      names
        .filter((name) => columns.has(name))
        .map((name) => sql`${sql.identifier(name)} = ${changedValue(columns.get(name)!)}`),
      sql`, `,
    )}
    from jsonb_array_elements(${json(parts.map(({ change, restored }) => ({ ...restored, ...change.key })))}) as listed,
      jsonb_populate_record(null::${sql.identifier(table)}, listed) as former
    where ${hasKey(keyNames, sql`former`)}`)

/** What a column of the log refers to may be gone by now. */
const restoredValue = ({ name, target, target_name }: Column, former: SQL) =>
  target
    ? sql`(select target.${sql.identifier(target_name!)} from ${sql.raw(target)} as target where target.${sql.identifier(target_name!)} = ${former}.${sql.identifier(name)})`
    : sql`${former}.${sql.identifier(name)}`

/** Where the fields that go with a reference make no sense without it, its foreign key refuses all of them. */
const changedValue = (column: Column) =>
  hasCompany(column.name) ? sql`former.${sql.identifier(column.name)}` : restoredValue(column, sql`former`)

/** Not restored: triggers set them, as what they count comes back. */
const counted = new Set(['updated_at', 'event_count'])

async function restoreRemoved(tx: Database, { changes, table, columns, keyNames }: Group): Promise<Outcome> {
  const names = Object.keys(changes[0]!.before!).filter((name) => columns.has(name) && !counted.has(name))
  const values = names.map((name) => restoredValue(columns.get(name)!, sql`former`))
  const required = names.filter((name) => columns.get(name)!.target && columns.get(name)!.is_required)
  await eachOrAll(tx, changes, (part, some) =>
    part.execute(sql`
      insert into ${sql.identifier(table)} (${sql.join(
        names.map((name) => sql.identifier(name)),
        sql`, `,
      )})
      select ${sql.join(values, sql`, `)}
      from jsonb_populate_recordset(null::${sql.identifier(table)}, ${json(some.map(({ before }) => before))}) as former
      where ${sql.join([sql`true`, ...required.map((name) => sql`${restoredValue(columns.get(name)!, sql`former`)} is not null`)], sql` and `)}
      on conflict do nothing`),
  )
  const present = await rows<{ nth: number }>(tx)`
    select listed.nth::integer as nth
    from jsonb_array_elements(${json(changes.map(({ key }) => key))}) with ordinality as listed (key, nth),
      jsonb_populate_record(null::${sql.identifier(table)}, listed.key) as named, ${sql.identifier(table)} as this
    where ${hasKey(keyNames, sql`named`)}`
  const restored = new Set(present.map(({ nth }) => nth))
  return { kept: [], refused: changes.filter((_, index) => !restored.has(index + 1)) }
}

/** The removed rows that stay away. */
async function readUnwanted(tx: Database, changes: ChangedRow[]): Promise<Set<ChangedRow>> {
  const unwanted = new Set<ChangedRow>()
  for (const [table, refusal] of Object.entries(refusals)) {
    const removed = changes.filter(({ table_name, action }) => table_name === table && action === 'removed')
    if (removed.length === 0) continue
    const ids = await rows<{ id: number }>(tx)`
      select id::float8 as id from changed_rows as change, jsonb_populate_record(null::${sql.identifier(table)}, before) as former
      where id = any (${sql.param(removed.map(({ id }) => id))}::bigint[]) and ${refusal}`
    for (const { id } of ids) unwanted.add(removed.find((change) => change.id === id)!)
  }
  return unwanted
}

/** A violated constraint (SQLSTATE 23…). */
function isRefusal(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return String((error as { code?: unknown }).code).startsWith('23') || isRefusal(error.cause)
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
    if (!isRefusal(error)) throw error
    if (parts.length === 1) return parts
  }
  const refused: Part[] = []
  for (const part of parts) refused.push(...(await eachOrAll(tx, [part], write)))
  return refused
}

/** Changes that are undone in one step: one statement for each of their kinds. */
const changesAtOnce = 500

/** Undoes a set in one transaction, as a set of its own. Returns what it came to and what stays, or undefined if it is undone already. */
export async function undoSet(tx: Database, id: number, { by }: { by: string | null }) {
  const [set] = await rows(tx)`
    select from change_sets where id = ${id}::bigint and undone_by is null for update`
  if (!set) return
  const changes = await netChangesOf(tx, id)
  const setId = await beginSet(tx, { by, via: 'undo', undoes: id })
  const conflicts: Kept[] = []
  for (const part of inSteps(changes)) conflicts.push(...(await undoChanges(tx, part)))
  for (const { table_name: table, record_id: from, parent_id: to } of changes)
    if (table === 'all_speakers' && from && to) await showMerged(tx, setId, { from, to })
  await markUndone(tx, id, setId)
  return { setId, changes, kept: conflicts }
}

/** The same in short transactions, for imports. What a kill leaves is undone by calling it again. */
export async function undoSetInSteps(
  db: Database,
  id: number,
  { by, signal }: { by: string | null; signal?: AbortSignal },
): Promise<Kept[]> {
  const changes = await netChangesOf(db, id)
  const setId = await db.transaction((tx) => undoingSet(tx, id, by))
  const conflicts: Kept[] = []
  for (const part of inSteps(changes)) {
    signal?.throwIfAborted()
    conflicts.push(...(await inSet(db, setId).transaction((tx) => undoChanges(tx, part))))
    await yieldToEventLoop()
  }
  await db.transaction((tx) => markUndone(tx, id, setId))
  return conflicts
}

/** The set that undoes another one: a new one, or that of an undo that was interrupted. */
export async function undoingSet(tx: Database, id: number, by: string | null): Promise<number> {
  const [begun] = await rows<{ id: number }>(tx)`
    select id::float8 as id from change_sets where undoes = ${id}::bigint and undone_by is null and id > ${id}::bigint
    order by id desc limit 1`
  return begun?.id ?? beginSet(tx, { by, via: 'undo', undoes: id })
}

const inSteps = (changes: ChangedRow[]) =>
  Array.from({ length: Math.ceil(changes.length / changesAtOnce) }, (_, step) =>
    changes.slice(step * changesAtOnce, (step + 1) * changesAtOnce),
  )

/**
 * What the undone set had undone itself holds again, unless another undo of it holds; what that had undone does not, and so
 * on. `setId` is the undo, or null.
 */
export async function markUndone(tx: Database, id: number, setId: number | null): Promise<void> {
  const [set] = await rows<{ undoes: number | null; other: number | null }>(tx)`
    update change_sets as this set undone_by = ${setId}::bigint where id = ${id}::bigint
    returning undoes::float8 as undoes, (
      select max(id)::float8 from change_sets as other
      where other.undoes = this.undoes and other.undone_by is null and other.id <> this.id
    ) as other`
  if (set?.undoes) await markUndone(tx, set.undoes, setId === null ? id : set.other)
}

/** What a set comes to, in the order in which it is undone. */
export const netChangesOf = async (db: Database, setId: number): Promise<ChangedRow[]> =>
  netChanges(
    await rows<ChangedRow>(db)`
      select id::float8 as id, set_id::float8 as set_id, table_name, key, record_id, parent_id, action, before, after
      from changed_rows where set_id = ${setId}::bigint order by changed_rows.id`,
  )

import { type SQL, sql } from 'drizzle-orm'
import type { PersonCard } from '#features/people/people.schemas.ts'
import { personOf } from '#features/people/person-card.server.ts'
import { type Database, rows } from '#platform/database/db.ts'
import { serverLimits } from '#src/limits.ts'
import { changedFields, type LoggedRow } from './changed-fields.server.ts'
import type { ChangedTalks, RecordChange, RecordComparison, RecordKind } from './history.schemas.ts'
import { isShown, isVisible, loggedRows } from './shown-rows.server.ts'
import { mayEdit, mayUndo } from './undo-rights.server.ts'

type Member = { id: string; isAdmin: boolean }
export type HistoryOf = { kind: RecordKind; id: string }

/** Rows of which the history of a record consists beside its own. */
const parentConditions: Partial<Record<RecordKind, SQL>> = {
  events: sql`table_name in ('all_talks', 'all_talk_links') and ${isShown}`,
  // Which ones were merged into it.
  speakers: sql`table_name = 'all_speakers'`,
  // That they joined or left it, and no more.
  series: sql`table_name = 'all_events' and (action <> 'changed' or before ? 'series_id' or before = '{}')`,
}

/** Jumps from one change of a record to the one before it; an import of a thousand talks is one step. */
function jumps(name: string, { column, id, after, condition }: Jumps): SQL {
  const latest = (before: SQL) => sql`(
    select set_id from changed_rows where ${sql.identifier(column)} = ${id}::uuid and set_id < ${before} and ${condition}
    order by set_id desc limit 1
  )`
  const steps = sql.identifier(name)
  return sql`${steps} (id, step) as (
    select ${latest(sql`${after}::bigint`)}, 1
    union all
    select ${latest(sql`${steps}.id`)}, step + 1 from ${steps} where ${steps}.id is not null and step <= ${serverLimits.changesPerPage}
  )`
}
type Jumps = { column: 'record_id' | 'parent_id'; id: string; after: number; condition: SQL }

/** Who speaks in a talk and what about is logged with the talk alone. */
const partsOfTalks = ({ id }: HistoryOf, after: number) => sql`
  select distinct set_id from changed_rows
  where record_id in (select talks.id from talks where event_id = ${id}::uuid)
    and table_name in ('talk_speakers', 'talk_topics') and set_id < ${after}::bigint
  order by set_id desc limit ${serverLimits.changesPerPage + 1}`

type ListedSet = Pick<RecordChange, 'id' | 'at' | 'via' | 'undoes' | 'undone_by' | 'can_undo'> & {
  by: PersonCard | null
}

/** The changes of a record before one of them, newest first: the parts of a statement that ends with `page`. */
function pageParts(of: HistoryOf, after: number): SQL {
  const { kind, id } = of
  const parents = parentConditions[kind]
  const own = jumps('own', { column: 'record_id', id, after, condition: isShown })
  const ofParents = parents && jumps('parents', { column: 'parent_id', id, after, condition: parents })
  return sql`
    ${own}${ofParents ? sql`, ${ofParents}` : sql``}, page as materialized (
      select distinct id from (
        select id from own
        ${ofParents ? sql`union all select id from parents` : sql``}
        ${kind === 'events' ? sql`union all (${partsOfTalks(of, after)})` : sql``}
      ) as each where id is not null order by id desc limit ${serverLimits.changesPerPage + 1}
    )`
}

/** The talks of a conference that each set changed: from the log of the talks and of their parts. */
const talksOf = ({ id }: HistoryOf, group: SQL) => sql`
  select counted.of_group, jsonb_build_object(
    'added', count(*) filter (where kind = 'added'), 'changed', count(*) filter (where kind = 'changed'),
    'removed', count(*) filter (where kind = 'removed'),
    'first', (array_agg(jsonb_build_object('title', title, 'number', number, 'action', kind) order by nth))[1:${sql.raw(String(serverLimits.talksOfChange))}]
  ) as talks
  from (
    select of_group, nth, coalesce(talks.title, former_title) as title, talks.number,
      case when was_added and was_removed then null when was_removed and talks.id is null then 'removed'
        when was_added then 'added' else 'changed' end as kind
    from (
      select ${group} as of_group, record_id, min(id) as nth, bool_or(table_name = 'all_talks' and action = 'added') as was_added,
        bool_or(table_name = 'all_talks' and action = 'removed') as was_removed,
        max(before ->> 'title') filter (where table_name = 'all_talks' and action = 'removed' and ${isVisible}) as former_title
      from (
        select changed_rows.* from changed_rows
        where set_id = any (select id from page) and parent_id = ${id}::uuid
          and table_name in ('all_talks', 'all_talk_links') and ${isShown}
        union all
        select changed_rows.* from changed_rows
        where record_id in (select talks.id from talks where event_id = ${id}::uuid)
          and set_id = any (select id from page) and table_name in ('talk_speakers', 'talk_topics')
      ) as changed
      group by 1, record_id
    ) as talk
    left join talks on talks.id = talk.record_id
  ) as counted
  where title is not null and kind is not null
  group by counted.of_group`

type Details = { rows: LoggedRow[] | null; talks: ChangedTalks | null }
type DetailOptions = { viewer: Member; isNet?: boolean }

/** What the sets of `page` changed of a record, as the parts `detail` and `of_talks`. With `isNet` all of them are one. */
function detailParts(of: HistoryOf, { viewer, isNet }: DetailOptions): SQL {
  const { kind, id } = of
  const group = isNet ? sql`0::bigint` : sql`set_id`
  const perSet = isNet ? serverLimits.changesOfComparison : serverLimits.rowsOfChange
  const isForViewer = sql`(table_name <> 'event_organisers' or ${mayEdit(viewer, kind, sql`${id}::uuid`)})`
  const ofRecord = sql`record_id = ${id}::uuid and ${isShown} and ${isForViewer}`
  const ofParent = kind === 'events' ? undefined : parentConditions[kind]
  const condition = ofParent ? sql`(${ofRecord}) or (parent_id = ${id}::uuid and ${ofParent})` : ofRecord
  return sql`
    each_row as (
      select ${group} as of_set, changed.* from page cross join lateral (
        select changed_rows.* from changed_rows
        where changed_rows.set_id = page.id and (${condition}) and ${isVisible} order by changed_rows.id limit ${perSet}
      ) as changed
    ), detail as (
      select of_set, ${loggedRows} as rows
      from each_row as changed group by of_set
    ), of_talks as (
      ${kind === 'events' ? talksOf(of, group) : sql`select null::bigint as of_group, null::jsonb as talks where false`}
    )`
}

const described = ({ rows: logged, talks }: Details, id: string) => ({
  fields: changedFields(logged ?? [], id),
  talks: talks && talks.added + talks.changed + talks.removed > 0 ? talks : null,
})

const newest = Number.MAX_SAFE_INTEGER

/** A page of a history, in one statement; undefined if there is no such record. */
export async function readHistory(db: Database, of: HistoryOf, viewer: Member, after = newest) {
  const { kind, id } = of
  const read = await rows<(Partial<ListedSet> & Details) & { can_edit: boolean }>(db)`
    with recursive ${pageParts(of, after)}, ${detailParts(of, { viewer })}
    select ${mayEdit(viewer, kind, sql`record.id`)} as can_edit, change_sets.id::float8 as id, change_sets.at::text as at, change_sets.via,
      change_sets.undoes::float8 as undoes, change_sets.undone_by::float8 as undone_by, ${mayUndo(viewer)} as can_undo,
      ${personOf()} as by, detail.rows, of_talks.talks
    from ${sql.identifier(kind)} as record
    left join (page join change_sets using (id)) on true
    left join profiles on profiles.id = change_sets.changed_by
    left join detail on detail.of_set = change_sets.id
    left join of_talks on of_talks.of_group = change_sets.id
    where record.id = ${id}::uuid
    order by change_sets.id desc`
  if (read.length === 0) return undefined
  const sets = read.filter((set): set is ListedSet & Details & { can_edit: boolean } => Boolean(set.id))
  const listedSets = sets.slice(0, serverLimits.changesPerPage)
  const changes = listedSets
    .map(({ can_edit: _, rows: logged, talks, ...set }) => {
      // Undoing that would delete the record, which its own page asks about. A series has no such page.
      const addsIt =
        kind !== 'series' && logged?.some(({ action, key }) => action === 'added' && key.id === id)
      return { ...set, can_undo: set.can_undo && !addsIt, ...described({ rows: logged, talks }, id) }
    })
    .filter(({ fields, talks }) => fields.length > 0 || talks !== null)
  const next = sets.length > serverLimits.changesPerPage ? listedSets.at(-1)!.id : null
  return { changes, can_return: read[0]!.can_edit, next }
}

/** What the changes after one, up to another, come to. */
export async function readComparison(
  db: Database,
  of: HistoryOf,
  viewer: Member,
  { from, to }: { from: number; to: number },
): Promise<RecordComparison | undefined> {
  const { kind, id } = of
  const [read] = await rows<Details>(db)`
    with page as materialized (
      select distinct set_id as id from changed_rows
      where set_id > ${from}::bigint and set_id <= ${to}::bigint and (
        record_id = ${id}::uuid or parent_id = ${id}::uuid
        ${kind === 'events' ? sql`or record_id in (select talks.id from talks where event_id = ${id}::uuid)` : sql``}
      )
    ), ${detailParts(of, { viewer, isNet: true })}
    select detail.rows, of_talks.talks from ${sql.identifier(kind)} as record
    left join detail on true left join of_talks on true where record.id = ${id}::uuid`
  return read && described(read, id)
}

import { type SQL, sql } from 'drizzle-orm'
import type { PersonCard } from '#features/people/people.schemas.ts'
import { personOf } from '#features/people/person-card.server.ts'
import { pageOf } from '#lib/cursor.ts'
import { type Database, rows } from '#platform/database/db.ts'
import { serverLimits } from '#src/limits.ts'
import { type Matches, readMatches } from './change-filters.server.ts'
import { changedFields, type LoggedRow } from './changed-fields.server.ts'
import type {
  ChangeCount,
  ChangedKind,
  ChangedRecord,
  ChangeFilters,
  RecentChange,
  RecentChanges,
} from './history.schemas.ts'
import { isShown, isVisible, lastNameOf, loggedRows, recordsWithIds } from './shown-rows.server.ts'
import { mayUndo } from './undo-rights.server.ts'

type Member = { id: string; isAdmin: boolean }
type Search = ChangeFilters & { after?: number }

/** The tables of each kind of record; all others are those of conferences. */
const tablesOf: Record<Exclude<ChangedKind, 'events'>, string[]> = {
  talks: ['all_talks', 'talk_speakers', 'talk_topics', 'all_talk_links'],
  speakers: ['all_speakers', 'social_links'],
  series: ['series'],
  topics: ['topics'],
}
const tablesOfEvents = [
  'all_events',
  'all_event_tags',
  'event_organisers',
  'calls',
  'all_breaks',
  'all_tracks',
]

/** In the text of the statement: what is rare has another plan than what is common. */
const isOf = (tables: string[]) =>
  sql`table_name in (${sql.raw(tables.map((name) => `'${name}'`).join(', '))})`

const kindOfRow = sql`
  case ${sql.join(
    Object.entries(tablesOf).map(([kind, tables]) => sql`when ${isOf(tables)} then ${sql.raw(`'${kind}'`)}`),
    sql` `,
  )} else 'events' end`

const any = (ids: string[]) => sql`any (${sql.param(ids)}::uuid[])`

function conditionsOf({ kind, via, from, to, change, after }: Search, { people, records }: Matches): SQL {
  const conditions = [sql`true`]
  if (people)
    conditions.push(
      people.length === 1
        ? sql`changed_by = ${people[0]!.id}::uuid`
        : sql`changed_by = ${any(people.map(({ id }) => id))}`,
    )
  if (records) {
    const ids = any(records.map(({ id }) => id))
    conditions.push(sql`change_sets.id = any (array(
      select set_id from changed_rows where record_id = ${ids}
      union select set_id from changed_rows where parent_id = ${ids}
      union select set_id from changed_rows where record_id in (select all_talks.id from all_talks where event_id = ${ids})
    ))`)
  }
  if (change) conditions.push(sql`change_sets.id = ${change}::bigint`)
  if (via) conditions.push(sql`via = ${via}`)
  if (from) conditions.push(sql`at >= ${from}::date::timestamp at time zone 'UTC'`)
  if (to) conditions.push(sql`at < (${to}::date + 1)::timestamp at time zone 'UTC'`)
  if (after)
    conditions.push(
      sql`(at, change_sets.id) < ((select at from change_sets where id = ${after}::bigint), ${after}::bigint)`,
    )
  const tables = kind && (kind === 'events' ? tablesOfEvents : tablesOf[kind])
  conditions.push(sql`exists (
    select from changed_rows where set_id = change_sets.id and record_id is not null and ${isShown}
      ${tables ? sql`and ${isOf(tables)}` : sql``}
  )`)
  return sql.join(conditions, sql` and `)
}

/** What the sets of `page` changed: all records by kind, and the first ones in detail. */
const parts = sql`
  each_row as materialized (
    select page.id as of_set, changed.* from page cross join lateral (
      select changed_rows.* from changed_rows
      where set_id = page.id and record_id is not null and ${isShown} and ${isVisible}
      order by changed_rows.id limit ${serverLimits.rowsOfRecentChange}
    ) as changed
  ), each_record as (
    select of_set, record_id, min(${kindOfRow}) as kind,
      coalesce(max(action) filter (where key ->> 'id' = record_id::text), 'changed') as action,
      row_number() over (partition by of_set order by min(${kindOfRow}) <> 'events', min(id)) as nth
    from each_row group by of_set, record_id
  ), counted as (
    select of_set, jsonb_agg(jsonb_build_object('kind', kind, 'action', action, 'count', count) order by kind, action) as counts
    from (select of_set, kind, action, count(*) from each_record group by of_set, kind, action) as each group by of_set
  ), first_record as (
    select * from each_record where nth <= ${serverLimits.recordsOfChange}
  ), present_record as (
    ${recordsWithIds(sql`(select record_id from first_record)`)}
  ), detail as (
    select of_set, record_id, ${loggedRows} as rows
    from (
      select each_row.* from each_row join first_record using (of_set, record_id)
    ) as changed
    group by of_set, record_id
  ), listed as (
    select of_set, jsonb_agg(jsonb_build_object(
      'id', first_record.record_id, 'kind', first_record.kind, 'rows', rows,
      'name', coalesce(present_record.name, ${lastNameOf(sql`first_record.record_id`)}),
      'path', case when not is_hidden then path end,
      'state', case when present_record.id is null then 'deleted' when is_hidden then 'hidden' else 'present' end
    ) order by nth) as records
    from first_record join detail using (of_set, record_id) left join present_record on present_record.id = first_record.record_id
    group by of_set
  )`

type Read = Omit<RecentChange, 'records' | 'has_more'> & {
  by: PersonCard | null
  counts: ChangeCount[] | null
  records: (Omit<ChangedRecord, 'fields'> & { rows: LoggedRow[] })[] | null
  rows_counted: number
}

/** A page of the changes of all records, newest first. */
export async function readRecent(db: Database, viewer: Member, search: Search): Promise<RecentChanges> {
  const matches = await readMatches(db, search)
  const read = await rows<Read>(db)`
    with page as materialized (
      select change_sets.id, at from change_sets where ${conditionsOf(search, matches)}
      order by at desc, change_sets.id desc limit ${serverLimits.changesPerPage + 1}
    ), ${parts}
    select change_sets.id::float8 as id, change_sets.at::text as at, change_sets.via, ${personOf(sql`all_profiles`)} as by,
      change_sets.undoes::float8 as undoes, change_sets.undone_by::float8 as undone_by,
      change_sets.via not in ('import', 'source') and ${mayUndo(viewer)} as can_undo, counts, records,
      (select count(*)::integer from each_row where of_set = change_sets.id) as rows_counted
    from page join change_sets using (id)
    left join all_profiles on all_profiles.id = change_sets.changed_by
    left join counted on counted.of_set = change_sets.id left join listed on listed.of_set = change_sets.id
    order by page.at desc, change_sets.id desc`
  const { items, next } = pageOf(read, serverLimits.changesPerPage, ({ id }) => id)
  const changes = items.map(({ rows_counted, counts, records, ...set }) => ({
    ...set,
    counts: counts ?? [],
    has_more: rows_counted === serverLimits.rowsOfRecentChange,
    records: (records ?? []).map(({ rows: logged, ...record }) => ({
      ...record,
      fields: changedFields(logged, record.id).slice(0, serverLimits.fieldsOfRecord),
    })),
  }))
  return { changes, ...matches, next }
}

import { type SQL, sql } from 'drizzle-orm'
import { shownColumns } from './labels.ts'

// What is read of rows of the log, in the parts of statements: what a history shows, and nothing else.

const names = (list: readonly string[]) => sql`${sql.param([...list])}::text[]`

/** A link or a call that everybody sees: it is live, or was when it was removed. */
const isLive = (table: 'talk_links' | 'calls') => sql`
  case action
    when 'removed' then before ->> 'status' in ('live', 'planned')
    else exists (
      select from ${sql.identifier(table)} as part
      where part.id = (key ->> 'id')::uuid and part.status in ('live', 'planned')
        -- Of a suggestion nothing is shown that it was before it was accepted.
        and (action = 'added' or before ? 'status'
          or part.listed_at <= (select change_sets.at from change_sets where change_sets.id = set_id))
    )
  end`

/** Whether a row of the log has anything to show. */
export const isShown = sql`(
  case
    when table_name = 'all_talk_links' then ${isLive('talk_links')}
    when table_name = 'calls' then ${isLive('calls')}
    else ${sql.join(
      shownColumns
        .filter(([table]) => table !== 'all_talk_links' && table !== 'calls')
        .map(
          ([table, columns]) =>
            sql`(table_name = ${table} and (action <> 'changed' or jsonb_exists_any(before, ${names(columns)})))`,
        ),
      sql` or `,
    )}
  end
)`

/** The present row, by the table of the log; only what everybody sees. */
const present = sql`
  case changed.table_name
    when 'all_events' then (select jsonb_build_object('title', name) from events where events.id = (key ->> 'id')::uuid)
    when 'all_talks' then (select jsonb_build_object('title', title) from talks where talks.id = (key ->> 'id')::uuid)
    when 'all_breaks' then (select jsonb_build_object('title', title) from breaks where breaks.id = (key ->> 'id')::uuid)
    when 'all_tracks' then (select jsonb_build_object('title', name) from tracks where tracks.id = (key ->> 'id')::uuid)
    when 'all_speakers' then (select jsonb_build_object('title', name) from speakers where speakers.id = (key ->> 'id')::uuid)
    when 'series' then (select jsonb_build_object('title', name) from series where series.id = (key ->> 'id')::uuid)
    when 'topics' then (select jsonb_build_object('title', name) from topics where topics.id = (key ->> 'id')::uuid)
    when 'calls' then (select jsonb_build_object('title', url, 'kind', kind) from calls where calls.id = (key ->> 'id')::uuid)
    when 'all_talk_links' then (
      select jsonb_build_object('title', coalesce(title, url), 'kind', kind) from talk_links where talk_links.id = (key ->> 'id')::uuid
    )
  end`

const idsOf = (...columns: string[]) =>
  sql`(${sql.join(
    columns.flatMap((column) => [sql`(before ->> ${column})::uuid`, sql`(after ->> ${column})::uuid`]),
    sql`, `,
  )})`

/** The names of what a row refers to; of people only those who are not hidden. */
const referredNames = sql`(
  select jsonb_object_agg(named.id, named.name) from (
    select series.id, name from series where series.id in ${idsOf('series_id')}
    union all select tracks.id, name from tracks where tracks.id in ${idsOf('track_id')}
    union all select profiles.id, coalesce(full_name, 'Anonymous User') from profiles
      where profiles.id in ${idsOf('created_by', 'user_id')} or profiles.id = (key ->> 'user_id')::uuid
    union all select speakers.id, name from speakers where speakers.id = (key ->> 'speaker_id')::uuid
    union all select topics.id, name from topics where topics.id = (key ->> 'topic_id')::uuid
  ) as named
)`

/** Not what a suspended member had added, nor a removed row that was hidden. */
export const isVisible = sql`
  coalesce(before ->> 'is_hidden', '') <> 'true' and not exists (
    select from all_profiles
    where action = 'removed' and is_hidden and all_profiles.id = coalesce(before ->> 'created_by', before ->> 'added_by')::uuid
  )`

/** Private columns stay in the database. */
const shownValues = (values: SQL) => sql`
  (select jsonb_object_agg(field.key, field.value) from jsonb_each(${values}) as field
    where field.key = any (${names([...new Set([...shownColumns.flatMap(([, columns]) => columns), 'name', 'title', 'url', 'kind'])])}))`

/** Rows of the log as `changed`, in JSON: a list of `LoggedRow`. */
export const loggedRows = sql`
  jsonb_agg(jsonb_build_object(
    'id', id, 'set_id', set_id, 'table_name', table_name, 'key', key, 'record_id', record_id, 'parent_id', parent_id,
    'action', action, 'before', case when before is not null then coalesce(${shownValues(sql`before`)}, '{}') end,
    'after', case when after is not null then coalesce(${shownValues(sql`after`)}, '{}') end,
    'present', ${present}, 'names', ${referredNames}
  ) order by id)`

/** The records with some ids, hidden ones as well. */
export const recordsWithIds = (ids: SQL): SQL => sql`
  select id, 'events' as kind, name, '/conferences/' || slug as path, is_hidden from all_events where id in ${ids}
  union all select all_talks.id, 'talks', title, '/conferences/' || slug || '/talks/' || number, all_talks.is_hidden or all_events.is_hidden
    from all_talks join all_events on all_events.id = event_id where all_talks.id in ${ids}
  union all select id, 'speakers', name, '/speakers/' || id, is_hidden from all_speakers where id in ${ids}
  union all select id, 'series', name, '/series/' || slug, false from series where id in ${ids}
  union all select id, 'topics', name, '/topics/' || name, false from topics where id in ${ids}`

/** What a record is called, or was called when it was deleted. */
export const lastNameOf = (id: SQL): SQL => sql`
  coalesce((select name from (${recordsWithIds(sql`(${id})`)}) as record), (
    select coalesce(before ->> 'name', before ->> 'title') from changed_rows
    where record_id = ${id} and action = 'removed' and key ->> 'id' = record_id::text and ${isVisible}
    order by set_id desc limit 1
  ))`

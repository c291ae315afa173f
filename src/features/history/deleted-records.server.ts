import { sql } from 'drizzle-orm'
import { personOf } from '#features/people/person-card.server.ts'
import { pageOf } from '#lib/cursor.ts'
import { type Database, rows } from '#platform/database/db.ts'
import type { Viewer } from '#platform/procedures/procedure.ts'
import { limits, serverLimits } from '#src/limits.ts'
import type { DeletedRecord } from './history.schemas.ts'
import { mayUndo } from './undo-rights.server.ts'

/** What a removed row was called, and where it was; a talk that went with its conference comes back with that. */
const removedRecords = sql`
  select removed.id, removed.set_id, case table_name
    when 'all_events' then 'conference' when 'all_speakers' then 'speaker' when 'series' then 'series' else 'topic'
  end as kind, removed.before ->> 'name' as name, null as of_event, case table_name
    when 'all_events' then '/conferences/' || (before ->> 'slug')
    when 'all_speakers' then '/speakers/' || record_id
    when 'series' then '/series/' || (before ->> 'slug')
    else '/topics/' || (before ->> 'name')
  end as path
  from changed_rows as removed
  where action = 'removed' and table_name in ('all_events', 'all_speakers', 'series', 'topics')
    and not exists (select from all_events where table_name = 'all_events' and all_events.id = record_id)
    and not exists (select from all_speakers where table_name = 'all_speakers' and all_speakers.id = record_id)
    and not exists (select from series where table_name = 'series' and series.id = record_id)
    and not exists (select from topics where table_name = 'topics' and topics.id = record_id)
  union all
  select removed.id, removed.set_id, 'talk', removed.before ->> 'title', all_events.name,
    '/conferences/' || all_events.slug || '/talks/' || (before ->> 'number')
  from changed_rows as removed join all_events on all_events.id = parent_id
  where action = 'removed' and table_name = 'all_talks' and not exists (select from all_talks where all_talks.id = record_id)`

/** Records that the viewer has deleted and may restore, of an administrator those that anybody has; the newest first. */
export async function readDeletedRecords(
  db: Database,
  viewer: NonNullable<Viewer>,
  after = Number.MAX_SAFE_INTEGER,
): Promise<{ records: DeletedRecord[]; next: number | null }> {
  const recordRows = await rows<DeletedRecord & { id: number }>(db)`
    select removed.id::float8 as id, set_id::float8 as change_id, kind, removed.name, of_event, path,
      at::text as at, ${personOf()} as by
    from (${removedRecords}) as removed join change_sets on change_sets.id = set_id
    left join profiles on profiles.id = changed_by
    where removed.id < ${after}::bigint and at > now() - make_interval(days => ${limits.undoableDays})
      and undone_by is null and via <> 'merge' and removed.name is not null
      and ${viewer.isAdmin ? sql`true` : sql`changed_by = ${viewer.id}::uuid`} and ${mayUndo(viewer)}
    order by removed.id desc limit ${serverLimits.changesPerPage + 1}`
  const { items, next } = pageOf(recordRows, serverLimits.changesPerPage, ({ id }) => id)
  return { records: items.map(({ id: _, ...record }) => record), next }
}

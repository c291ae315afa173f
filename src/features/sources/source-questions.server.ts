import { type SQL, sql } from 'drizzle-orm'
import { eventFields } from '#features/events/event-editing.schemas.ts'
import { type Database, rows } from '#platform/database/db.ts'
import type { ListedQuestion } from './sources.schemas.ts'

const maxListed = 100

const labels: Record<string, { label: string }> = eventFields
export const fieldLabel = (field: string) => labels[field]?.label ?? field
/** Where the listed value of a field comes from: the newest change of it, or how its conference was listed. */
const originOf = (field: SQL) => sql`(
  select coalesce(
    case when action = 'added' then coalesce(event_origins.source_name, case when events.import_id is not null then 'an import' end)
      when via = 'source' then reason end,
    full_name
  )
  from changed_rows join change_sets on change_sets.id = set_id
  left join profiles on profiles.id = changed_by left join event_origins on event_origins.event_id = events.id
  where record_id = events.id and table_name = 'all_events' and (action = 'added' or after ? ${field})
  order by changed_rows.id desc limit 1
)`

/** Open questions about conferences, the newest first. */
export async function listQuestions(db: Database, condition: SQL): Promise<ListedQuestion[]> {
  const questions = await rows<ListedQuestion>(db)`
      select question.id, kind, directory_sources.name as source_name, question.created_at::text as created_at,
        json_build_object(
          'id', events.id, 'slug', slug, 'name', events.name, 'start_date', start_date, 'end_date', end_date, 'location_name', location_name,
          'website', website, 'updated_at', events.updated_at::text
        ) as event,
        coalesce((
          select json_agg(json_build_object(
            'field', field, 'before', to_jsonb(events) ->> field, 'origin', ${originOf(sql`field`)}, 'after', value
          ) order by field)
          from jsonb_each_text(changes) as change (field, value)
          where to_jsonb(events) ->> field is distinct from value
        ), '[]') as changes
      from source_questions as question join events on events.id = event_id
      left join directory_sources on directory_sources.id = question.source_id
      where ${condition} order by question.created_at desc, question.id limit ${maxListed}`
  return questions.map(({ changes, ...question }) => ({
    ...question,
    changes: changes.map((change) => ({ ...change, label: fieldLabel(change.field) })),
  }))
}

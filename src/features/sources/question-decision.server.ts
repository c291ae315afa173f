import { eq, type SQL, sql } from 'drizzle-orm'
import { type Decision, refusal } from '#features/decisions/decide.server.ts'
import { eventChanges, eventFields } from '#features/events/event-editing.schemas.ts'
import { editEntry, lockEvent } from '#features/events/event-editing.server.ts'
import { announceMove } from '#features/events/event-moves.server.ts'
import { canEditEvent } from '#features/events/events.rules.ts'
import { events } from '#features/events/events.tables.ts'
import { isOrganisedBy } from '#features/events/organisers.server.ts'
import type { Database } from '#platform/database/db.ts'
import { isStaff } from '#platform/procedures/procedure.ts'
import { mergedFields } from './plan-source.server.ts'
import { source_questions } from './sources.tables.ts'

type Question = typeof source_questions.$inferSelect
type LockedQuestion = { question: Question; event: typeof events.$inferSelect }

const notEditor = 'You do not have permission to edit this event'
const changedMeanwhile = 'Someone else has changed this conference in the meantime'
const noLongerFits = 'This no longer fits the conference. Please edit it instead.'

const labels: Record<string, { label: string }> = eventFields

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

async function lockQuestion(tx: Database, id: string): Promise<LockedQuestion | undefined> {
  const read = () => tx.select().from(source_questions).where(eq(source_questions.id, id))
  const [unlocked] = await read()
  const event = unlocked && (await lockEvent(tx, unlocked.event_id))
  // Again, since it may have been answered before the event was locked.
  const [question] = event ? await read() : []
  return event && question && { question, event }
}

/** What a source, or the website of a conference, says otherwise is taken over, or stays as it is. */
export const questionDecision: Decision<LockedQuestion> = {
  lock: lockQuestion,
  missing: 'This question has already been answered',
  list: (_, viewer) => sql`
    select question.id, question.created_at, events.name, '/conferences/' || slug as path, null::uuid as asked_by,
      question.kind = 'gone' as is_doubtful
    from source_questions as question join events on events.id = event_id
    where ${isStaff(viewer)} or ${isOrganisedBy(viewer.id)}`,
  evidence: sql`(
    select json_build_object(
      'start_date', start_date, 'end_date', end_date, 'place', location_name || ', ' || country_name, 'url', website,
      'option', events.updated_at::text,
      'text', case kind
        when 'page' then 'The website of the conference has other details.'
        when 'gone' then source.name || ' does not list it any more. Is it cancelled?'
        else source.name || ' has other details'
      end,
      'changes', (
        select json_agg(json_build_object(
          'label', field, 'before', to_jsonb(events) ->> field, 'origin', ${originOf(sql`field`)}, 'after', value
        ) order by field)
        from jsonb_each_text(changes) as change (field, value) where to_jsonb(events) ->> field is distinct from value
      )
    )
    from source_questions as question join events on events.id = event_id
    left join directory_sources as source on source.id = question.source_id where question.id = item.id
  )`,
  complete: (evidence) => ({
    ...evidence,
    changes: evidence.changes?.map((change) => ({
      ...change,
      label: labels[change.label]?.label ?? change.label,
    })),
  }),
  forbidden: ({ event }, viewer) => !isStaff(viewer) && !canEditEvent(viewer, event) && notEditor,
  isLogged: true,
  /** `option`: the version of the conference that the person saw. */
  async accept({ tx, viewer, site, today, option, subject: { question, event: before } }) {
    await tx.delete(source_questions).where(eq(source_questions.id, question.id))
    if (before.updated_at !== option) throw refusal('CONFLICT', changedMeanwhile)
    // What is gone from a list has probably been cancelled.
    const changes = question.kind === 'gone' ? { status: 'cancelled' as const } : question.changes
    const { success, data: fields } = eventChanges(before).safeParse(
      Object.fromEntries(Object.entries(changes).filter(([name]) => mergedFields.includes(name as never))),
    )
    if (!success) throw refusal('BAD_REQUEST', noLongerFits)
    if (Object.keys(fields).length === 0) return []
    const [after] = await tx.update(events).set(fields).where(eq(events.id, before.id)).returning()
    await announceMove(tx, before, after!, { site, sender: viewer, today })
    return { entry: editEntry(viewer, before, { action: 'event_edited', before, after }) }
  },
  async reject({ tx, subject: { question } }) {
    await tx.delete(source_questions).where(eq(source_questions.id, question.id))
    return []
  },
}

import { type SQL, sql } from 'drizzle-orm'
import { ownsEditionOf } from '#features/events/confirmed-editions.server.ts'
import { isOrganisedBy } from '#features/events/organisers.server.ts'
import { type Database, rows } from '#platform/database/db.ts'
import type { RecordKind } from './history.schemas.ts'

// Who may undo a change: administrators, and who may edit every record that it touched. In SQL alone: a change of
// thousands of rows is checked where it is.

type Member = { id: string; isAdmin: boolean }

const organises = (userId: string, eventId: SQL) => sql`
  exists (select from events where events.id = ${eventId} and ${isOrganisedBy(userId)})`
const owns = (userId: string, eventId: SQL) => sql`
  exists (select from events where events.id = ${eventId} and events.created_by = ${userId}::uuid)`
const ownsSpeaker = (userId: string, speakerId: SQL) => sql`
  exists (select from speakers where speakers.id = ${speakerId} and coalesce(speakers.user_id, speakers.created_by) = ${userId}::uuid)`

/** Whether somebody may edit the record with this id. */
export function mayEdit({ id, isAdmin }: Member, kind: RecordKind, recordId: SQL): SQL {
  if (isAdmin) return sql`true`
  if (kind === 'events') return organises(id, recordId)
  if (kind === 'talks')
    return organises(id, sql`(select talks.event_id from talks where talks.id = ${recordId})`)
  return kind === 'speakers' ? ownsSpeaker(id, recordId) : ownsEditionOf(id, recordId)
}

/** A conference that the member owned and deleted in this change: all that went with it is theirs. */
const deletedThemselves = (userId: string, eventId: SQL) => sql`(
  change_sets.changed_by = ${userId}::uuid and exists (
    select from changed_rows as removed
    where removed.set_id = change_sets.id and removed.table_name = 'all_events' and removed.action = 'removed'
      and removed.record_id = ${eventId} and removed.before ->> 'created_by' = ${userId}
  )
)`

/** The conference of a row of its programme. */
const eventOfRow = sql`
  case
    when changed.table_name in ('all_talks', 'all_talk_links') then changed.parent_id
    when changed.table_name in ('talk_speakers', 'talk_topics') then coalesce(
      (select event_id from all_talks where all_talks.id = changed.record_id),
      (select talk.parent_id from changed_rows as talk
        where talk.set_id = changed.set_id and talk.record_id = changed.record_id and talk.table_name = 'all_talks' limit 1)
    )
    else changed.record_id
  end`

/**
 * Whether the series of a conference, or its place in it, may be put back: by who changed that and may edit it still, or who
 * owns an edition of all series that it is about, unless an administrator changed it.
 */
const mayMove = (userId: string) => sql`(
  (change_sets.changed_by = ${userId}::uuid and ${organises(userId, sql`changed.record_id`)})
  or (not has_role(change_sets.changed_by, 'admin') and (
    select bool_and(${ownsEditionOf(userId, sql`named.id`)})
    from (values ((changed.before ->> 'series_id')::uuid), ((changed.after ->> 'series_id')::uuid), (changed.parent_id)) as named (id)
    where exists (select from series where series.id = named.id)
  ))
)`

const mayUndoEvent = (userId: string) => sql`
  case changed.action
    when 'added' then ${owns(userId, sql`changed.record_id`)}
    when 'removed' then ${deletedThemselves(userId, sql`changed.record_id`)}
    else case
      -- Whose a conference is, its owner decides by handing it over, or an administrator.
      when changed.before ? 'created_by' then false
      when changed.before ? 'series_id' or changed.before ->> 'confirmation' <> 'listing'
        or (changed.before ? 'confirmation' and changed.before ->> 'confirmation' is null) then ${mayMove(userId)}
      else ${organises(userId, sql`changed.record_id`)}
    end
  end`

const mayUndoRow = (userId: string) => sql`
  case
    -- It only says that a conference left this series.
    when changed.record_id is null and changed.before = '{}' then true
    when changed.table_name = 'all_events' then ${mayUndoEvent(userId)}
    when changed.table_name = 'event_organisers'
      then ${owns(userId, sql`changed.record_id`)} or ${deletedThemselves(userId, sql`changed.record_id`)}
    when changed.table_name in ('all_speakers', 'social_links')
      then ${ownsSpeaker(userId, sql`changed.record_id`)}
        and not jsonb_exists_any(coalesce(changed.before, '{}'), array['user_id', 'created_by'])
    when changed.table_name = 'series' and changed.action = 'removed' then change_sets.changed_by = ${userId}::uuid
    when changed.table_name = 'series'
      then not has_role(change_sets.changed_by, 'admin') and ${ownsEditionOf(userId, sql`changed.record_id`)}
    when changed.table_name = 'topics' then false
    when changed.record_id is null then true
    else ${organises(userId, eventOfRow)} or ${deletedThemselves(userId, eventOfRow)}
  end`

/** Rows that a change touches beside the records themselves, such as saved talks: they follow their record. */
const recordTables = sql`(
  'all_events', 'all_event_tags', 'event_organisers', 'calls', 'all_talks', 'talk_speakers', 'talk_topics', 'all_talk_links',
  'all_breaks', 'all_tracks', 'all_speakers', 'social_links', 'series', 'topics'
)`

/** An import of a programme, or a run of a source: it is undone where these are listed, with all that goes with it. */
export const isOfRun = sql`(
  exists (select from programme_syncs where programme_syncs.set_id = change_sets.id)
  or exists (select from source_runs where source_runs.set_id = change_sets.id)
)`

/** The undo of a merge of conferences or speakers: they are merged again by another merge. */
const isUndoneMerge = sql`
  exists (
    select from change_sets as merging join changed_rows as merged on merged.set_id = merging.id
    where merging.id = change_sets.undoes and merging.via = 'merge' and merged.table_name in ('all_events', 'all_speakers')
      and merged.action = 'removed'
  )`

/** Whether somebody may undo the rows of `change_sets` that fit a condition on `changed`. */
export const mayUndo = ({ id, isAdmin }: Member, ofRecord: SQL = sql`true`): SQL => sql`(
  not (${isOfRun} or ${isUndoneMerge}) and (${isAdmin}::boolean or (
    -- What touches no record is a decision about a proposal.
    (change_sets.changed_by = ${id}::uuid or exists (
      select from changed_rows where set_id = change_sets.id and table_name in ${recordTables}
    ))
    and not exists (
      select from changed_rows as changed
      where changed.set_id = change_sets.id and ${ofRecord} and changed.table_name in ${recordTables}
        and (${mayUndoRow(id)}) is not true
    )
  ))
)`

/** Those of some change sets that hold and that somebody may undo. */
export async function undoableSets(db: Database, viewer: Member, setIds: number[]): Promise<number[]> {
  const sets = await rows<{ id: number }>(db)`
    select id::float8 as id from change_sets
    where id = any (${sql.param(setIds)}::bigint[]) and undone_by is null and ${mayUndo(viewer)} order by id`
  return sets.map(({ id }) => id)
}

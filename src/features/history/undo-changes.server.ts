import { ORPCError } from '@orpc/server'
import { sql } from 'drizzle-orm'
import { recordAdminAction } from '#features/administration/admin-actions.server.ts'
import { beginSet, netChangesOf, undoChanges, undoSet } from '#features/change-log/undo.server.ts'
import type { ChangedRow, Kept } from '#features/change-log/undo.ts'
import { lockSeries, undoFor } from '#features/series/series-changes.server.ts'
import { type Database, rows } from '#platform/database/db.ts'
import type { Viewer } from '#platform/procedures/procedure.ts'
import { limits, serverLimits } from '#src/limits.ts'
import { valueText } from './changed-fields.server.ts'
import type { UndoResult } from './history.schemas.ts'
import { labelOf, nounOf } from './labels.ts'
import type { HistoryOf } from './read-history.server.ts'
import { recordsWithIds } from './shown-rows.server.ts'
import { mayEdit, mayUndo } from './undo-rights.server.ts'

type Member = NonNullable<Viewer>

export const isGone = { message: 'This change is no longer in the history' }
export const mayNot = {
  message: 'Only who may edit all that this changed, or an administrator, can undo it',
}
export const isUndone = { message: 'This has been undone already' }
export const isUnchanged = { message: 'Nothing has changed since then' }
export const tooManySince = { status: 409, message: 'Too much has changed since then to undo it at once' }

/** The records of some changes, locked as those who edit them do: all series first, then conferences, then speakers. */
export async function lockRecords(tx: Database, setIds: number[]) {
  const ids = sql`any (${sql.param(setIds)}::bigint[])`
  const [touched] = await rows<{ has_series: boolean }>(tx)`
    select exists (
      select from changed_rows where set_id = ${ids} and (table_name = 'series' or table_name = 'all_events')
    ) as has_series`
  if (touched!.has_series) await lockSeries(tx)
  await tx.execute(sql`
    select from all_events where id in (
      select record_id from changed_rows where set_id = ${ids} union select parent_id from changed_rows where set_id = ${ids}
      union select event_id from all_talks where id in (select record_id from changed_rows where set_id = ${ids})
    ) order by id for no key update`)
  await tx.execute(sql`
    select from all_speakers where id in (
      select unnest(array[record_id, parent_id]) from changed_rows where set_id = ${ids} and table_name in ('all_speakers', 'social_links')
    ) order by id for update`)
}

type Named = { id: string; name: string; path: string; is_own: boolean }

/** What records are called, where they are, and whether they are the viewer's own; none that is gone. */
export const namesOf = async (tx: Database, viewer: Member, ids: string[]): Promise<Map<string, Named>> => {
  const list = sql`(select unnest(${sql.param(ids)}::uuid[]))`
  const records = await rows<Named>(tx)`
    select id, name, path, exists (
      select from all_events where all_events.id = record.id and (
        created_by = ${viewer.id}::uuid
        or exists (select from event_organisers where event_id = record.id and user_id = ${viewer.id}::uuid)
      )
    ) or exists (
      select from all_speakers where all_speakers.id = record.id and ${viewer.id}::uuid in (user_id, created_by)
    ) as is_own
    from (${recordsWithIds(list)}) as record`
  return new Map(records.map((record) => [record.id, record]))
}

/** What stays, by the words of the history; `namesRecords`: each with the name of its record, as of several it always is. */
export function describeKept(
  rest: Kept[],
  names: Map<string, Named>,
  namesRecords = new Set(rest.map(({ record_id }) => record_id)).size > 1,
): UndoResult['kept'] {
  return rest.flatMap(({ table_name: table, record_id, name, current }) => {
    const noun = nounOf(table)
    const label = name === undefined ? noun : labelOf(table, name)
    if (!noun || !label) return []
    const row = current as Record<string, unknown> | null
    const value =
      name === undefined
        ? (row?.title ?? row?.name ?? row?.url ?? row?.tag ?? null)
        : valueText(name, current)
    const record = namesRecords && record_id ? names.get(record_id) : undefined
    const text = value === null ? null : String(value).slice(0, limits.excerpt).toWellFormed()
    return [{ name: record ? `${record.name}: ${label}` : label, current: text }]
  })
}

/** Enters it into the audit trail, unless it is about the viewer's own records. */
async function record(tx: Database, viewer: Member, changes: ChangedRow[], names: Map<string, Named>) {
  if (!viewer.isAdmin) return
  const records = [...names.values()]
  const first = names.get(changes[0]?.record_id ?? '') ?? records[0]
  if (records.length > 0 && records.every(({ is_own }) => is_own)) return
  const more = records.length > 1 ? ` and ${records.length - 1} more` : ''
  const { before, name } = { before: changes[0]?.before ?? {}, name: first?.name }
  await recordAdminAction(tx, viewer, {
    action: 'change_undone',
    subject: `${name ?? before.name ?? before.title ?? 'a record that is gone'}${more}`,
    path: first?.path,
  })
}

export const recordIds = (changes: Pick<ChangedRow, 'record_id'>[]) => [
  ...new Set(changes.flatMap(({ record_id }) => (record_id ? [record_id] : []))),
]

async function resultOf(
  tx: Database,
  viewer: Member,
  { changes, kept }: { changes: ChangedRow[]; kept: Kept[] },
): Promise<UndoResult> {
  const names = await namesOf(tx, viewer, recordIds(changes))
  await record(tx, viewer, changes, names)
  const untouched = kept.filter(({ name }) => name === undefined).length
  return { undone: Math.max(0, changes.length - untouched), kept: describeKept(kept, names) }
}

/** Undoes one change as a whole. */
export async function undoOne(tx: Database, viewer: Member, id: number): Promise<UndoResult> {
  const [set] = await rows<{ is_undone: boolean; may_undo: boolean }>(tx)`
    select undone_by is not null as is_undone, ${mayUndo(viewer)} as may_undo from change_sets where id = ${id}::bigint`
  if (!set) throw new ORPCError('NOT_FOUND', isGone)
  if (!set.may_undo) throw new ORPCError('FORBIDDEN', mayNot)
  if (set.is_undone) throw new ORPCError('CONFLICT', isUndone)
  await lockRecords(tx, [id])
  const done = await undoFor(tx, viewer, [id], () => undoSet(tx, id, { by: viewer.id }))
  if (!done) throw new ORPCError('CONFLICT', isUndone)
  return resultOf(tx, viewer, done)
}

/** The rows of a change that belong to the history of a record: of a merge into a speaker all. */
const isOfRecord = ({ kind, id }: HistoryOf) => sql`(
  changed.record_id = ${id}::uuid
  ${kind === 'events' ? sql`or changed.parent_id = ${id}::uuid or changed.record_id in (select talks.id from talks where event_id = ${id}::uuid)` : sql``}
  ${kind === 'speakers' ? sql`or changed.set_id in (select set_id from changed_rows where parent_id = ${id}::uuid and table_name = 'all_speakers')` : sql``}
  ${kind === 'series' ? sql`or (changed.parent_id = ${id}::uuid and changed.table_name = 'all_events' and (changed.action <> 'changed' or changed.before ? 'series_id'))` : sql``}
)`

type NewerSet = { id: number; may_undo: boolean; is_whole: boolean }

/** What changed a record after a point and holds, newest first. Rows without a record follow the others of their change. */
const newerSets = (tx: Database, viewer: Member, of: HistoryOf, to: number) =>
  rows<NewerSet>(tx)`
    select change_sets.id::float8 as id, ${mayUndo(viewer, isOfRecord(of))} as may_undo,
      not exists (
        select from changed_rows as changed
        where changed.set_id = change_sets.id and changed.record_id is not null and not ${isOfRecord(of)}
      ) as is_whole
    from change_sets
    where change_sets.id > ${to}::bigint and undone_by is null and (undoes is null or undoes <= ${to}::bigint)
      and exists (select from changed_rows as changed where changed.set_id = change_sets.id and ${isOfRecord(of)})
    order by change_sets.id desc limit ${serverLimits.changesToReturn + 1}`

/** Undoes what changed other records as well only as far as it concerns this one. */
async function undoPart(tx: Database, viewer: Member, of: HistoryOf, id: number) {
  const partIds = await rows<{ id: number }>(tx)`
    select id::float8 as id from changed_rows as changed where set_id = ${id}::bigint and ${isOfRecord(of)}`
  const ids = new Set(partIds.map((row) => row.id))
  const changes = (await netChangesOf(tx, id)).filter((change) => ids.has(change.id))
  await beginSet(tx, { by: viewer.id, via: 'undo', undoes: id })
  return { changes, kept: await undoChanges(tx, changes) }
}

/** Returns a record to what it was after a change: undoes all newer ones, the newest first. */
export async function returnTo(tx: Database, viewer: Member, of: HistoryOf, to: number): Promise<UndoResult> {
  const [target] = await rows<{ may_edit: boolean }>(tx)`
    select ${mayEdit(viewer, of.kind, sql`record.id`)} as may_edit from ${sql.identifier(of.kind)} as record
    where record.id = ${of.id}::uuid and exists (
      select from changed_rows as changed where changed.set_id = ${to}::bigint and ${isOfRecord(of)}
    )`
  if (!target) throw new ORPCError('NOT_FOUND', isGone)
  if (!target.may_edit) throw new ORPCError('FORBIDDEN', mayNot)
  const sets = await newerSets(tx, viewer, of, to)
  if (sets.length > serverLimits.changesToReturn) throw new ORPCError('TOO_MANY', tooManySince)
  if (sets.some(({ may_undo }) => !may_undo)) throw new ORPCError('FORBIDDEN', mayNot)
  if (sets.length === 0) throw new ORPCError('CONFLICT', isUnchanged)
  const ids = sets.map(({ id }) => id)
  await lockRecords(tx, ids)
  const all: { changes: ChangedRow[]; kept: Kept[] } = { changes: [], kept: [] }
  await undoFor(tx, viewer, ids, async () => {
    for (const { id, is_whole } of sets) {
      const done = is_whole ? await undoSet(tx, id, { by: viewer.id }) : await undoPart(tx, viewer, of, id)
      // Undone by the undo of a newer one.
      if (!done) continue
      all.changes.push(...done.changes)
      all.kept.push(...done.kept)
    }
  })
  return resultOf(tx, viewer, all)
}

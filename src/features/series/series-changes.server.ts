import { randomUUID } from 'node:crypto'
import { and, desc, eq, gt, inArray, type SQL, sql } from 'drizzle-orm'
import {
  type AdminEntry,
  operatorId,
  recordAdminAction,
} from '#features/administration/admin-actions.server.ts'
import { recordOldAddress } from '#features/administration/old-addresses.server.ts'
import { isConfirmed } from '#features/events/confirmed-editions.server.ts'
import { lockEvent } from '#features/events/event-editing.server.ts'
import { canEditEvent } from '#features/events/events.rules.ts'
import { importSlug, nameWithoutYear } from '#features/events/slug.ts'
import { type Database, rows } from '#platform/database/db.ts'
import type { Viewer } from '#platform/procedures/procedure.ts'
import { limits } from '#src/limits.ts'
import { type SeriesState, series, series_changes } from './series.tables.ts'

// Every change of a series is one of these, in one transaction, after lockSeries().

export type SeriesKey = { id: string; name: string; slug: string }
type ChangedBy = { id: string; isAdmin?: boolean }

export const isRecentChange = gt(
  series_changes.created_at,
  sql`now() - make_interval(days => ${limits.mergeUndoableDays})`,
)

/** Held until the transaction ends: one at a time changes series, before it locks any event. */
export const lockSeries = (tx: Database) => tx.execute(sql`select pg_advisory_xact_lock(hashtext('series'))`)

const uuids = (ids: string[]) => sql`${sql.param(ids)}::uuid[]`

type Touched = { seriesIds: string[]; eventIds: string[]; slugs?: string[] }

/** Hidden events are part of it: a merge takes them along. */
async function stateOf(tx: Database, { seriesIds, eventIds, slugs = [] }: Touched): Promise<SeriesState> {
  const [row] = await rows<{ state: SeriesState }>(tx)`
    select jsonb_build_object(
      'series', array(select to_jsonb(series) - 'name_key' from series where id = any (${uuids(seriesIds)}) order by id),
      'editions', array(
        select jsonb_build_object('id', id, 'series_id', series_id, 'confirmation', confirmation) from all_events
        where id = any (${uuids(eventIds)}) order by id
      ),
      'follows', array(
        select jsonb_build_object('user_id', user_id, 'series_id', series_id, 'created_at', created_at)
        from follows where series_id = any (${uuids(seriesIds)}) order by series_id, user_id
      ),
      'addresses', array(
        select jsonb_build_object('key', key, 'new_key', new_key, 'created_at', created_at) from old_addresses
        where kind = 'series' and key = any (${sql.param(slugs)}::text[]) order by key
      )
    ) as state`
  return row!.state
}

const deleteEmpty = (tx: Database, ids: string[]) =>
  tx.execute(sql`
    delete from series where id = any (${uuids(ids)}) and not exists (select from all_events where series_id = series.id)`)

type Change = {
  action: (typeof series_changes.$inferSelect)['action']
  /** The one whose page the audit trail names. */
  series: SeriesKey
  subject: string
  seriesIds: string[]
  eventIds: string[]
}

/** The record of administrators is no place for what members do to their own series. */
async function recordIfAdmin(tx: Database, viewer: ChangedBy, entry: AdminEntry) {
  if (viewer.isAdmin || viewer.id === operatorId.id) await recordAdminAction(tx, viewer, entry)
}

/** Makes a change with what is needed to undo it, and its entry in the audit trail. Series without events are deleted. */
async function change(tx: Database, viewer: ChangedBy, change: Change, apply: () => Promise<unknown>) {
  const { action, subject, seriesIds, eventIds } = change
  const affected = await tx.select({ slug: series.slug }).from(series).where(inArray(series.id, seriesIds))
  const touched = { seriesIds, eventIds, slugs: affected.map(({ slug }) => slug) }
  const before = await stateOf(tx, touched)
  await apply()
  await deleteEmpty(tx, seriesIds)
  const after = await stateOf(tx, touched)
  await tx.insert(series_changes).values({
    series_ids: seriesIds,
    action,
    subject,
    before,
    after,
    changed_by: viewer.id === operatorId.id ? null : viewer.id,
  })
  await recordIfAdmin(tx, viewer, {
    action,
    subject: change.series.name,
    path: `/series/${change.series.slug}`,
    ...fieldsOf(change, before, after),
  })
}

const fieldsOf = ({ action, series: { id }, subject }: Change, before: SeriesState, after: SeriesState) => {
  if (action === 'series_edited') {
    const rowOf = (state: SeriesState) => state.series.find((row) => row.id === id)
    return { before: rowOf(before), after: rowOf(after) }
  }
  return { [action === 'series_joined' ? 'after' : 'before']: { name: subject } }
}

/** A series that joinSeries() creates. Its slug is free and leads to no other series. */
export async function newSeries(tx: Database, name: string, website: string | null = null) {
  const base = importSlug(name)
    .replace(/^-+|-+$/g, '')
    .slice(0, 190)
  const takenRows = await rows<{ slug: string }>(tx)`
    select slug from series where slug = ${base} or slug like ${`${base.replaceAll('_', '\\_')}-%`}
    union select key from old_addresses where kind = 'series' and (key = ${base} or key like ${`${base.replaceAll('_', '\\_')}-%`})`
  const takenSlugs = new Set(takenRows.map(({ slug }) => slug))
  let slug = base
  for (let number = 2; takenSlugs.has(slug); number++) slug = `${base}-${number}`
  return { id: randomUUID(), name: name.slice(0, 200), slug, website, isNew: true }
}

/** The followers and the address of series that have no events left lead to another one. */
async function leadOn(tx: Database, ids: string[], survivor: SeriesKey) {
  const emptied = await rows<SeriesKey>(tx)`
    select id, name, slug from series where id = any (${uuids(ids)}) and id <> ${survivor.id}::uuid
      and not exists (select from all_events where series_id = series.id)`
  for (const { id, slug } of emptied) {
    await tx.execute(sql`
      insert into follows (user_id, series_id)
      select user_id, ${survivor.id}::uuid from follows where series_id = ${id}::uuid on conflict do nothing`)
    await recordOldAddress(tx, 'series', slug, survivor.slug)
  }
}

/** Puts events into a series; those of another one leave it. Whoever has the right to say so confirms them. */
export async function joinSeries(
  tx: Database,
  viewer: ChangedBy,
  target: SeriesKey & { website?: string | null; isNew?: boolean },
  events: { id: string; name: string; series_id: string | null; isUnconfirmed?: boolean }[],
): Promise<void> {
  const eventIds = events.map(({ id }) => id)
  const otherIds = events.flatMap(({ series_id }) => (series_id ? [series_id] : []))
  await change(
    tx,
    viewer,
    {
      action: 'series_joined',
      series: target,
      subject: events.map(({ name }) => name).join(', '),
      seriesIds: [...new Set([target.id, ...otherIds])],
      eventIds,
    },
    async () => {
      const { id, name, slug, website } = target
      if (target.isNew) await tx.insert(series).values({ id, name, slug, website })
      const unconfirmedIds = events.filter(({ isUnconfirmed }) => isUnconfirmed).map((event) => event.id)
      await tx.execute(sql`
        update all_events set series_id = ${id}::uuid, confirmation = case
          when id = any (${uuids(unconfirmedIds)}) then null when confirmation = 'listing' then 'listing' else 'series'
        end
        where id = any (${uuids(eventIds)})`)
      await leadOn(tx, otherIds, target)
    },
  )
}

/** Takes an event out of its series: no edition any more, unless its owner does so. */
export const leaveSeries = (
  tx: Database,
  viewer: ChangedBy,
  source: SeriesKey,
  event: { id: string; name: string; created_by: string | null },
) =>
  change(
    tx,
    viewer,
    {
      action: 'series_left',
      series: source,
      subject: event.name,
      seriesIds: [source.id],
      eventIds: [event.id],
    },
    () =>
      tx.execute(sql`
        update all_events set series_id = null, confirmation = ${event.created_by === viewer.id ? null : 'refused'}
        where id = ${event.id}::uuid`),
  )

export const editSeries = (
  tx: Database,
  viewer: ChangedBy,
  target: SeriesKey,
  fields: { name: string; description?: string | null; website?: string | null },
) =>
  change(
    tx,
    viewer,
    { action: 'series_edited', series: target, subject: target.name, seriesIds: [target.id], eventIds: [] },
    () => tx.update(series).set(fields).where(eq(series.id, target.id)),
  )

/** Moves all events and followers of `removed` to `survivor`; the address of the removed one leads there. */
export async function mergeSeries(
  tx: Database,
  viewer: ChangedBy,
  survivor: SeriesKey,
  removed: SeriesKey,
): Promise<void> {
  const eventRows = await rows<{ id: string }>(tx)`
    select id from all_events where series_id = ${removed.id}::uuid`
  await change(
    tx,
    viewer,
    {
      action: 'series_merged',
      series: survivor,
      subject: removed.name,
      seriesIds: [survivor.id, removed.id],
      eventIds: eventRows.map(({ id }) => id),
    },
    async () => {
      await tx.execute(
        sql`update all_events set series_id = ${survivor.id}::uuid where series_id = ${removed.id}::uuid`,
      )
      await leadOn(tx, [removed.id], survivor)
    },
  )
}

type DoneChange = typeof series_changes.$inferSelect

const keyOf = (value: object) => JSON.stringify(value)

/** The rows of one list that the other lacks. */
const without = <Row extends object>(list: Row[], other: Row[]) => {
  const keys = new Set(other.map(keyOf))
  return list.filter((row) => !keys.has(keyOf(row)))
}

/** Takes a change back, with its entry in the audit trail. Returns false if nothing of it is left. */
export async function undoChange(tx: Database, viewer: ChangedBy, done: DoneChange): Promise<boolean> {
  if (!(await revert(tx, viewer, done))) return false
  const [firstSeries] = [...done.before.series, ...done.after.series]
  await recordIfAdmin(tx, viewer, {
    action: 'series_change_undone',
    subject: firstSeries!.name,
    path: `/series/${firstSeries!.slug}`,
    after: { change: done.action, name: done.subject },
  })
  return true
}

/** Takes back what people changed within the time for undoing, the latest first. Returns how many changes that were. */
export async function revertChangesOf(tx: Database, userIds: SQL): Promise<number> {
  const changes = await tx
    .select()
    .from(series_changes)
    .where(and(sql`changed_by in (${userIds})`, isRecentChange))
    .orderBy(desc(series_changes.created_at), desc(series_changes.id))
  let reverted = 0
  for (const done of changes) if (await revert(tx, operatorId, done)) reverted++
  return reverted
}

/**
 * What a change touched and nobody has touched since is as it was before. Returns false, and changes nothing, if there is
 * nothing of that kind. A member's undo makes nothing a trusted listing: it may have another name by now.
 */
async function revert(tx: Database, { isAdmin }: ChangedBy, done: DoneChange): Promise<boolean> {
  const { before, after } = done
  const current = await stateOf(tx, {
    seriesIds: done.series_ids,
    eventIds: before.editions.map(({ id }) => id),
  })
  const isAsLeft = (row: object, list: object[]) => list.some((other) => keyOf(other) === keyOf(row))
  const createdIds = after.series.filter(({ id }) => before.series.every((row) => row.id !== id))
  const removedRows = before.series.filter(({ id }) => after.series.every((row) => row.id !== id))
  const editedRows = before.series.filter((row) => {
    const changedRow = after.series.find(({ id }) => id === row.id)
    return changedRow && keyOf(changedRow) !== keyOf(row) && isAsLeft(changedRow, current.series)
  })
  const movedBack = without(before.editions, after.editions).filter(({ id }) =>
    isAsLeft(after.editions.find((edition) => edition.id === id) ?? {}, current.editions),
  )
  // A series without conferences leaves nothing else to put back.
  const isOfEmpty = before.editions.length === 0 && removedRows.length > 0
  if (movedBack.length + editedRows.length === 0 && !isOfEmpty) return false
  const takenSlugs = await rows(tx)`
    select from series where slug = any (${sql.param(removedRows.map(({ slug }) => slug))}::text[])`
  if (takenSlugs.length > 0) return false

  for (const row of removedRows) await tx.insert(series).values(row)
  for (const { id, ...row } of editedRows) await tx.update(series).set(row).where(eq(series.id, id))
  await tx.execute(sql`
    update all_events set series_id = edition.series_id, confirmation = case
      when ${isAdmin === true} or edition.confirmation is distinct from 'listing' then edition.confirmation
      when edition.series_id is not null then 'series'
    end
    from jsonb_to_recordset(${JSON.stringify(movedBack)}::text::jsonb)
      as edition (id uuid, series_id uuid, confirmation text)
    where all_events.id = edition.id and (edition.series_id is null or exists (select from series where id = edition.series_id))`)
  await restoreFollows(tx, done, removedRows)
  await restoreAddresses(tx, before, after)
  await deleteEmpty(
    tx,
    createdIds.map(({ id }) => id),
  )
  await tx.delete(series_changes).where(eq(series_changes.id, done.id))
  return true
}

/** Followers of a removed series follow it again, and no longer the one that it became; who stopped since follows neither. */
async function restoreFollows(
  tx: Database,
  { before, after, action }: DoneChange,
  removed: { id: string }[],
) {
  const lost = before.follows.filter(({ series_id }) => removed.some(({ id }) => id === series_id))
  const added = without(after.follows, before.follows)
  const survivorId = action === 'series_merged' ? after.series[0]?.id : undefined
  const asRows = (list: SeriesState['follows']) =>
    sql`jsonb_to_recordset(${JSON.stringify(list)}::text::jsonb) as follow (user_id uuid, series_id uuid, created_at timestamptz)`
  await tx.execute(sql`
    insert into follows (user_id, series_id, created_at)
    select user_id, series_id, created_at from ${asRows(lost)}
    where exists (select from all_profiles where id = user_id)
      and (${survivorId ?? null}::uuid is null or exists (
        select from follows where follows.user_id = follow.user_id and follows.series_id = ${survivorId ?? null}::uuid
      ))
    on conflict do nothing`)
  await tx.execute(sql`
    delete from follows using ${asRows(added)}
    where follows.user_id = follow.user_id and follows.series_id = follow.series_id`)
}

async function restoreAddresses(tx: Database, before: SeriesState, after: SeriesState) {
  const added = without(after.addresses, before.addresses).map(({ key }) => key)
  await tx.execute(
    sql`delete from old_addresses where kind = 'series' and key = any (${sql.param(added)}::text[])`,
  )
  await tx.execute(sql`
    insert into old_addresses (kind, key, new_key, created_at)
    select 'series', key, new_key, created_at
    from jsonb_to_recordset(${JSON.stringify(without(before.addresses, after.addresses))}::text::jsonb)
      as address (key text, new_key text, created_at timestamptz)
    on conflict do nothing`)
}

/**
 * Who looks after the edition before puts a new one into its series; without one, both begin a series. Its owner and
 * administrators confirm it. Anybody else only proposes it. An owner need not name the edition before where it has the
 * same name.
 */
export async function joinAsNextEdition(
  tx: Database,
  viewer: NonNullable<Viewer>,
  event: { id: string; name: string },
  previousId?: string,
): Promise<void> {
  const [namesake] = previousId
    ? [{ id: previousId }]
    : await rows<{ id: string }>(tx)`
        select events.id from events join events as next using (conference_key, country_key)
        where next.id = ${event.id}::uuid and events.created_by = ${viewer.id}::uuid and events.series_id is not null
          and ${isConfirmed()} and events.start_date < next.start_date
        order by events.start_date desc, events.id limit 1`
  if (!namesake) return
  await lockSeries(tx)
  const previous = await lockEvent(tx, namesake.id)
  if (previous && canEditEvent(viewer, previous)) await joinPrevious(tx, viewer, previous, event)
}

/** Puts an event into the series of the edition before, unless that is unconfirmed itself. */
export async function joinPrevious(
  tx: Database,
  viewer: ChangedBy,
  previous: NonNullable<Awaited<ReturnType<typeof lockEvent>>>,
  event: { id: string; name: string },
): Promise<void> {
  const isUnconfirmed = !viewer.isAdmin && previous.created_by !== viewer.id
  const joining = { ...event, series_id: null, isUnconfirmed }
  const [existing] = previous.series_id
    ? await tx.select().from(series).where(eq(series.id, previous.series_id))
    : []
  if (existing && previous.confirmation !== 'listing' && previous.confirmation !== 'series') return
  if (existing) return joinSeries(tx, viewer, existing, [joining])
  const target = await newSeries(tx, nameWithoutYear(previous.name), previous.website)
  await joinSeries(tx, viewer, target, [previous, joining])
}

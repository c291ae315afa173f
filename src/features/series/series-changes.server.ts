import { randomUUID } from 'node:crypto'
import { desc, eq, type SQL, sql } from 'drizzle-orm'
import {
  type AdminEntry,
  operatorId,
  recordAdminAction,
} from '#features/administration/admin-actions.server.ts'
import { recordOldAddress } from '#features/administration/old-addresses.server.ts'
import { mergeRows } from '#features/change-log/merge-rows.server.ts'
import { beginSet, undoSet } from '#features/change-log/undo.server.ts'
import { isConfirmed, unaskedReason, withoutNewListings } from '#features/events/confirmed-editions.server.ts'
import { lockEvent } from '#features/events/event-editing.server.ts'
import { canEditEvent } from '#features/events/events.rules.ts'
import { importSlug } from '#features/events/slug.ts'
import { seriesName } from '#features/identity/series-name.ts'
import { fold } from '#lib/text.ts'
import { type Database, rows } from '#platform/database/db.ts'
import type { Viewer } from '#platform/procedures/procedure.ts'
import { limits } from '#src/limits.ts'
import { type Candidate, groupEditions, readEdition, sureScore } from './grouping.ts'
import { series } from './series.tables.ts'

// Every change of a series is one of these, in one transaction, after lockSeries(), and a set of the log of changes.

export type SeriesKey = { id: string; name: string; slug: string }
type ChangedBy = { id: string; isAdmin?: boolean }
/** Null: nobody, it was the site. */
type Actor = ChangedBy | null

/** Of a member with more, the newest are looked at. */
const maxOwn = 500

/** Held until the transaction ends: one at a time changes series, before it locks any event. */
export const lockSeries = (tx: Database) => tx.execute(sql`select pg_advisory_xact_lock(hashtext('series'))`)

const uuids = (ids: string[]) => sql`${sql.param(ids)}::uuid[]`

const deleteEmpty = (tx: Database, ids: SQL) =>
  tx.execute(sql`
    delete from series where id = any (${ids}) and not exists (select from all_events where series_id = series.id)`)

const memberOf = (viewer: Actor) => (viewer === null || viewer.id === operatorId.id ? null : viewer.id)

type Change = Pick<AdminEntry, 'before' | 'after'> & {
  action: 'series_joined' | 'series_left' | 'series_edited' | 'series_merged'
  /** The one whose page the audit trail names. */
  series: SeriesKey
  /** Deleted if they have no events left. */
  seriesIds: string[]
}

/** Makes a change in a set of its own, with its entry in the audit trail. */
async function change(
  tx: Database,
  viewer: Actor,
  { series: { name, slug }, seriesIds, ...entry }: Change,
  apply: () => Promise<unknown>,
) {
  const means = viewer === null ? 'site' : viewer.id === operatorId.id ? 'command' : 'form'
  const via = entry.action === 'series_merged' ? 'merge' : means
  await beginSet(tx, { by: memberOf(viewer), via, reason: viewer ? undefined : unaskedReason })
  await apply()
  await deleteEmpty(tx, uuids(seriesIds))
  // The record of administrators is no place for what members do to their own series.
  if (viewer?.isAdmin || viewer?.id === operatorId.id)
    await recordAdminAction(tx, viewer, { ...entry, subject: name, path: `/series/${slug}` })
}

/** The series of this name or slug, other than one. */
export async function seriesNamed(
  tx: Database,
  name: string,
  other: string | null = null,
): Promise<SeriesKey | undefined> {
  const slug = name.toLowerCase()
  const isNamed = sql`(name_key = ${fold(name)} or slug = ${slug}) and id is distinct from ${other}::uuid`
  const order = [desc(eq(series.slug, slug)), series.id] as const
  return (
    await tx
      .select()
      .from(series)
      .where(isNamed)
      .orderBy(...order)
      .limit(1)
  )[0]
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

/** All that refers to some series, and their addresses, lead to another one. */
async function leadOn(tx: Database, removed: SeriesKey[], survivor: SeriesKey) {
  const pairs = removed.map(({ id }) => ({ from: id, to: survivor.id }))
  await mergeRows(tx, 'series', pairs, { except: ['series_proposals'] })
  for (const { slug } of removed) await recordOldAddress(tx, 'series', slug, survivor.slug)
}

/** Puts events into a series; those of another one leave it. Whoever has the right to say so confirms them. */
export async function joinSeries(
  tx: Database,
  viewer: Actor,
  target: SeriesKey & { website?: string | null; isNew?: boolean },
  events: { id: string; name: string; series_id: string | null; isUnconfirmed?: boolean }[],
): Promise<void> {
  const otherIds = events.flatMap(({ series_id }) => (series_id ? [series_id] : []))
  await change(
    tx,
    viewer,
    {
      action: 'series_joined',
      series: target,
      seriesIds: [target.id, ...otherIds],
      after: { name: events.map(({ name }) => name).join(', ') },
    },
    async () => {
      const { id, name, slug, website } = target
      if (target.isNew) await tx.insert(series).values({ id, name, slug, website })
      const unconfirmedIds = events.filter(({ isUnconfirmed }) => isUnconfirmed).map((event) => event.id)
      await tx.execute(sql`
        update all_events set series_id = ${id}::uuid, confirmation = case
          when id = any (${uuids(unconfirmedIds)}) then null when confirmation = 'listing' then 'listing' else 'series'
        end
        where id = any (${uuids(events.map((event) => event.id))})`)
      const emptied = await rows<SeriesKey>(tx)`
        select id, name, slug from series where id = any (${uuids(otherIds)}) and id <> ${id}::uuid
          and not exists (select from all_events where series_id = series.id)`
      await leadOn(tx, emptied, target)
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
    { action: 'series_left', series: source, seriesIds: [source.id], before: { name: event.name } },
    () =>
      tx.execute(sql`
        update all_events set series_id = null, confirmation = ${event.created_by === viewer.id ? null : 'refused'}
        where id = ${event.id}::uuid`),
  )

export const editSeries = (
  tx: Database,
  viewer: ChangedBy,
  target: SeriesKey,
  fields: { name?: string; description?: string | null; website?: string | null },
) =>
  change(
    tx,
    viewer,
    {
      ...{ action: 'series_edited', series: target, seriesIds: [target.id] },
      ...{ before: target, after: { ...target, ...fields } },
    },
    () => tx.update(series).set(fields).where(eq(series.id, target.id)),
  )

/** Moves all events and followers of `removed` to `survivor`; the address of the removed one leads there. */
export async function mergeSeries(
  tx: Database,
  viewer: ChangedBy,
  survivor: SeriesKey,
  removed: SeriesKey,
): Promise<void> {
  await change(
    tx,
    viewer,
    {
      ...{ action: 'series_merged', series: survivor, seriesIds: [survivor.id, removed.id] },
      before: { name: removed.name },
    },
    () => leadOn(tx, [removed], survivor),
  )
}

/** Rows of the log that say which series a set changed, and how. A renamed conference that was a listing stays in its series. */
const isOfSeries = sql`(
  table_name = 'series' or table_name = 'all_events' and action = 'changed' and (
    before = '{}' or after ? 'series_id' or after ->> 'confirmation' = 'series' and before ->> 'confirmation' is null
  )
)`

/**
 * Undoes sets of the log of changes for somebody. A series that they began goes if it has no editions left, also one that
 * was renamed since.
 */
export async function undoFor<Result>(
  tx: Database,
  viewer: { isAdmin?: boolean },
  setIds: number[],
  undo: () => Promise<Result>,
): Promise<Result> {
  const result = await withoutNewListings(tx, viewer, setIds, undo)
  await deleteEmpty(
    tx,
    sql`array(
      select record_id from changed_rows
      where set_id = any (${sql.param(setIds)}::bigint[]) and table_name = 'series' and action = 'added'
    )`,
  )
  return result
}

/**
 * Takes back what people changed of series within the time for undoing, the latest first. Returns how many changes put a
 * conference back, or, without conferences, a series.
 */
export async function revertChangesOf(tx: Database, userIds: SQL): Promise<number> {
  const sets = await rows<{ id: number }>(tx)`
    select id::float8 as id from change_sets as set
    where changed_by in (${userIds}) and undone_by is null and undoes is null
      and at > now() - make_interval(days => ${limits.undoableDays})
      and exists (select from changed_rows where set_id = set.id and ${isOfSeries})
      and (via <> 'merge' or exists (
        select from changed_rows where set_id = set.id and table_name = 'series' and action = 'removed'
      ))
    order by at desc, id desc`
  let reverted = 0
  for (const { id } of sets) {
    const undone = await undoFor(tx, operatorId, [id], () => undoSet(tx, id, { by: null }))
    const [back] = await rows(tx)`
      select from changed_rows where set_id = ${undone?.setId ?? null} and table_name = (
        select min(table_name) from changed_rows where set_id = ${id} and ${isOfSeries}
      ) limit 1`
    if (back) reverted++
  }
  return reverted
}

/**
 * Who looks after the edition before puts a new one into its series; without one, both begin a series. Its owner and
 * administrators confirm it. Anybody else only proposes it. An owner need not name the edition before where it is sure.
 */
export async function joinAsNextEdition(
  tx: Database,
  viewer: NonNullable<Viewer>,
  event: { id: string; name: string },
  previousId?: string,
): Promise<void> {
  const earlierId = previousId ?? (await findOwnEdition(tx, viewer.id, event.id))
  if (!earlierId) return
  await lockSeries(tx)
  const previous = await lockEvent(tx, earlierId)
  if (previous && canEditEvent(viewer, previous)) await joinPrevious(tx, viewer, previous, event)
}

/** The latest conference before this one that looks like an edition of it, among those that its owner has listed or claimed. */
async function findOwnEdition(tx: Database, ownerId: string, eventId: string) {
  const own = await rows<Candidate>(tx)`
      select id, name, start_date::text as start_date, location_name, country_name, website from events
      where created_by = ${ownerId}::uuid and (series_id is null or ${isConfirmed()})
      order by id = ${eventId}::uuid desc, start_date desc, id limit ${maxOwn}`
  const groups = await groupEditions(own.map(readEdition))
  const editions =
    groups.find(({ candidates, score }) => score >= sureScore && candidates.some(isThis))?.candidates ?? []
  return editions[editions.findIndex(isThis) - 1]?.id

  function isThis({ id }: { id: string }) {
    return id === eventId
  }
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
  const target = await newSeries(tx, seriesName(previous.name), previous.website)
  await joinSeries(tx, viewer, target, [previous, joining])
}

import { setTimeout as pause } from 'node:timers/promises'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { operatorId, recordAdminAction } from '#features/administration/admin-actions.server.ts'
import { beginSet, inSet } from '#features/change-log/undo.server.ts'
import { lockEvent } from '#features/events/event-editing.server.ts'
import { announceMove } from '#features/events/event-moves.server.ts'
import { events } from '#features/events/events.tables.ts'
import { organisersOf } from '#features/events/organisers.server.ts'
import { beginImport, runImport } from '#features/listing/csv-import.server.ts'
import type { ImportRow } from '#features/listing/csv-import.ts'
import { notify } from '#features/notifications/notifications.server.ts'
import { addExistingTags } from '#features/topics/topic-proposals.server.ts'
import { type Database, rows } from '#platform/database/db.ts'
import type { Context } from '#platform/procedures/procedure.ts'
import {
  type ComparedEvent,
  comparedEvents,
  contradictionsOf,
  type EntryUpdate,
  type Fields,
  fillEvent,
  type Merge,
  mergedTogether,
  type NewEntry,
  planSource,
  type SourcePlan,
  type StoredEntry,
} from './plan-source.server.ts'
import type { ReadList } from './reading/read-list.server.ts'
import type { EntryValues, SourceCounts } from './sources.schemas.ts'
import { directory_sources, source_entries, source_questions, source_runs } from './sources.tables.ts'

export type Source = typeof directory_sources.$inferSelect
export type Run = Pick<Context, 'site' | 'today'> & { signal?: AbortSignal; isAll?: boolean }
type SiteRun = Pick<Run, 'site' | 'today'>

const sender = operatorId
/** A transaction blocks the embedded engine: a change of a conference takes some ten statements, a proposal less than one. */
const eventsAtOnce = 3
const proposalsAtOnce = 30
const listedAtOnce = 40

/** Brings in the entries of a source. A run that would change nothing writes nothing. */
export async function syncSource(
  db: Database,
  source: Source,
  list: ReadList,
  run: Run,
): Promise<SourceCounts> {
  const plan = await planSource(db, source, list, run)
  const { counts, added, updated, gone, leftOut: left_out } = plan
  const hasOther = sql`${directory_sources.left_out} <> ${JSON.stringify(left_out)}::jsonb`
  await db
    .update(directory_sources)
    .set({ left_out })
    .where(and(eq(directory_sources.id, source.id), hasOther))
  if (added.length + updated.length + gone.length === 0) return counts
  const { runId, setId } = await beginRun(db, source, plan)
  const runDb = inSet(db, setId)
  for (const part of partsOf(updated, eventsAtOnce)) {
    run.signal?.throwIfAborted()
    await runDb.transaction(async (tx) => {
      for (const update of part) await applyUpdate(tx, source, update, run)
    })
    await pause(restMs)
  }
  for (const part of partsOf(gone, eventsAtOnce)) await runDb.transaction((tx) => applyGone(tx, source, part))
  const newIds: string[] = []
  const [linked, proposed] = [added.filter(({ event }) => event), added.filter(({ event }) => !event)]
  for (const part of [...partsOf(linked, eventsAtOnce), ...partsOf(proposed, proposalsAtOnce)]) {
    run.signal?.throwIfAborted()
    newIds.push(...(await runDb.transaction((tx) => insertEntries(tx, source, part, run))))
    await pause(restMs)
  }
  if (source.lists_at_once) await listEntries(runDb, source, newIds, { runId, signal: run.signal })
  return counts
}

/** Between two transactions, so that a request which one held up gets through its other statements, too. */
const restMs = 5

const partsOf = <Item>(items: Item[], size: number): Item[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  )

/** All that a run changes is one set of the log of changes. */
const beginRun = (db: Database, source: Source, { counts }: SourcePlan) =>
  db.transaction(async (tx) => {
    const setId = await beginSet(tx, { by: null, via: 'source', reason: source.name })
    const [run] = await tx
      .insert(source_runs)
      .values({ source_id: source.id, set_id: setId, counts })
      .returning()
    await recordAdminAction(tx, operatorId, {
      action: 'source_synced',
      subject: source.name,
      path: '/admin/sources',
      after: counts,
    })
    return { runId: run!.id, setId }
  })

async function applyUpdate(
  tx: Database,
  source: Source,
  { entry: { id, values, gone_since }, next, event, merge }: EntryUpdate,
  run: Run,
) {
  await tx
    .update(source_entries)
    .set({ key: next.key, values: next.values, gone_since: null })
    .where(eq(source_entries.id, id))
  if (!event) return
  if (gone_since)
    await tx.execute(sql`
      delete from source_questions where event_id = ${event.id}::uuid and source_id = ${source.id}::uuid and kind = 'gone'`)
  await applyMerge(tx, source, { event, merge }, run)
  await updateCall(tx, event, { base: values, values: next.values })
  const tags = next.values.tags.filter((tag) => !values.tags.includes(tag))
  if (!event.is_owned) await addExistingTags(tx, event.id, tags)
}

const addressOf = (website: string | null) => website?.replace(/^https?:\/\/(?:www\.)?|\/$/g, '') || null
export const isSameSite = (one: string | null, other: string | null) =>
  addressOf(one) !== null && addressOf(one) === addressOf(other)

/** A source has it with the same website: it is no longer its lister's word alone. */
const confirmListing = (tx: Database, id: string) =>
  tx.execute(sql`
    update events set confirmation = 'listing' where id = ${id}::uuid and coalesce(confirmation, '') not in ('listing', 'refused')`)

type Link = { event_id: string; values: EntryValues }

/** Fills in what conferences lack that entries were linked to, and asks where the two contradict each other. One with an owner gets suggestions. */
export async function fillEvents(
  tx: Database,
  source: Pick<Source, 'id' | 'name'>,
  links: Link[],
  run: SiteRun,
): Promise<void> {
  const events = await comparedEvents(
    tx,
    links.map(({ event_id }) => event_id),
  )
  for (const { event_id, values } of links) {
    const event = events.get(event_id)
    if (!event) continue
    const { after, suggested } = fillEvent(event, values)
    const merge = { after, suggested: { ...suggested, ...(await contradictionsOf(event, values)) } }
    await applyMerge(tx, source, { event, merge }, run)
    if (isSameSite(event.website, values.website)) await confirmListing(tx, event_id)
    const base = { cfp_url: null, cfp_end_date: null }
    await updateCall(tx, event, { base, values })
    if (!event.is_owned && !event.has_tags) await addExistingTags(tx, event.id, values.tags)
  }
}

async function applyMerge(
  tx: Database,
  source: Pick<Source, 'id' | 'name'>,
  { event, merge: { after, suggested } }: { event: ComparedEvent; merge: Merge },
  run: SiteRun,
) {
  if (Object.keys(after).length > 0) await updateEvent(tx, event, after, run)
  if (Object.keys(suggested).length > 0) await suggest(tx, source, event.id, { suggested, run })
}

async function updateEvent(tx: Database, event: ComparedEvent, after: Fields, run: SiteRun) {
  const { id } = event
  const before = await lockEvent(tx, id)
  if (!before) return
  // What somebody has edited since it was compared, stays.
  const fields = mergedTogether(after, (name) => before[name] === event[name])
  if (Object.keys(fields).length === 0) return
  const [updated] = await tx
    .update(events)
    .set(fields as Partial<typeof events.$inferInsert>)
    .where(eq(events.id, id))
    .returning()
  await announceMove(tx, before, updated!, { site: run.site, today: run.today, sender })
}

async function suggest(
  tx: Database,
  source: Pick<Source, 'id' | 'name'>,
  event_id: string,
  { suggested, run }: { suggested: Fields; run: SiteRun },
) {
  const isNew = await ask(tx, { event_id, source_id: source.id, kind: 'changed', changes: suggested })
  if (isNew) await notifyOrganisers(tx, run.site, event_id, source.name)
}

/** Stores a question, or gives an open one of its kind the new changes. Returns whether it is new. */
export async function ask(tx: Database, question: typeof source_questions.$inferInsert): Promise<boolean> {
  const [row] = await tx
    .insert(source_questions)
    .values(question)
    .onConflictDoUpdate({
      target: [source_questions.event_id, source_questions.source_id, source_questions.kind],
      set: { changes: sql`source_questions.changes || excluded.changes` },
    })
    .returning({ isNew: sql<boolean>`xmax = 0` })
  return row!.isNew
}

export async function notifyOrganisers(
  tx: Database,
  site: Context['site'],
  eventId: string,
  sourceName: string,
) {
  const [event] = await tx
    .select({ name: events.name, slug: events.slug })
    .from(events)
    .where(eq(events.id, eventId))
  if (!event) return
  await notify(tx, site, {
    from: 'site',
    kind: 'event_changed',
    subject: 'Your conference may have changed',
    to: organisersOf(eventId),
    message: `${sourceName} has other details of ${event.name}. Please check which ones are right.`,
    path: `/conferences/${event.slug}/edit`,
  })
}

type CallValues = Pick<EntryValues, 'cfp_url' | 'cfp_end_date'>

/** The call for talks follows the source while nobody has edited it. One that was removed here does not return. */
async function updateCall(
  tx: Database,
  { id: event_id, is_owned }: ComparedEvent,
  { base, values: { cfp_url, cfp_end_date } }: { base: CallValues; values: CallValues },
) {
  if (cfp_url === base.cfp_url && cfp_end_date === base.cfp_end_date) return
  if (!cfp_url && !cfp_end_date) return
  const [call] = await rows<{ id: string; url: string | null; closes_on: string | null }>(tx)`
    select id, url, closes_on::text as closes_on from calls where event_id = ${event_id}::uuid and kind = 'talks' order by created_at, id limit 1`
  if (!call) {
    if (base.cfp_url || base.cfp_end_date) return
    await tx.execute(sql`
      insert into calls (event_id, url, closes_on, status)
      values (${event_id}::uuid, ${cfp_url}, ${cfp_end_date}::date, ${is_owned ? 'suggested' : 'live'})`)
  } else if (call.url === base.cfp_url && call.closes_on === base.cfp_end_date) {
    await tx.execute(
      sql`update calls set url = ${cfp_url}, closes_on = ${cfp_end_date}::date where id = ${call.id}::uuid`,
    )
  }
}

async function applyGone(tx: Database, source: Source, entries: StoredEntry[]) {
  const ids = entries.map(({ id }) => id)
  await tx.update(source_entries).set({ gone_since: sql`now()` }).where(inArray(source_entries.id, ids))
  for (const { event_id } of entries)
    if (event_id) await ask(tx, { event_id, source_id: source.id, kind: 'gone' })
}

async function insertEntries(tx: Database, source: Source, entries: NewEntry[], run: Run): Promise<string[]> {
  const inserted = await tx
    .insert(source_entries)
    .values(
      entries.map(({ key, values, event, candidates }) => ({
        ...{ source_id: source.id, key, values, candidates },
        state: event ? ('linked' as const) : ('proposed' as const),
        event_id: event?.id,
      })),
    )
    .returning({ id: source_entries.id })
  const links = entries.flatMap(({ event, values }) => (event ? { event_id: event.id, values } : []))
  if (links.length > 0) await fillEvents(tx, source, links, run)
  // A conference that may be listed, or whose place is not certain, is decided on by a person.
  return inserted.flatMap(({ id }, index) => {
    const { event, candidates, is_unsure } = entries[index]!
    return event || candidates.length > 0 || is_unsure ? [] : [id]
  })
}

/** Lists the conferences of proposed entries, which belong to nobody; `by` has decided so. Returns the number of those that are listed. */
export async function listEntries(
  db: Database,
  source: Pick<Source, 'name' | 'licence'>,
  ids: string[],
  { by = null, runId, signal }: { by?: string | null; runId?: string; signal?: AbortSignal } = {},
): Promise<number> {
  const entries = await rows<{ id: string; values: EntryValues }>(db)`
    select id, values from source_entries where id = any (${sql.param(ids)}::uuid[]) and state = 'proposed' order by values ->> 'start_date', id`
  if (entries.length === 0) return 0
  const importRows: ImportRow[] = entries.map(({ values }, line) => ({ ...values, description: null, line }))
  const importId = await db.transaction(async (tx) => {
    const id = await beginImport(tx, entries.length, { fileName: source.name, importedBy: by })
    if (runId) await tx.update(source_runs).set({ import_id: id }).where(eq(source_runs.id, runId))
    return id
  })
  const { imported } = await runImport(db, importId, importRows, {
    importedBy: null,
    signal,
    isCompared: true,
    rowsPerStep: listedAtOnce,
    async onInserted(tx, inserted) {
      const links = inserted.map(({ line, slug }) => ({ id: entries[line]!.id, slug }))
      await tx.execute(sql`
        with links as (
          select row.id, events.id as event_id
          from jsonb_to_recordset(${JSON.stringify(links)}::jsonb) as row (id uuid, slug text) join events using (slug)
        ), origins as (
          insert into event_origins (event_id, source_name, licence) select event_id, ${source.name}, ${source.licence} from links
        )
        update source_entries set state = 'linked', event_id = links.event_id, candidates = '{}' from links where source_entries.id = links.id`)
    },
  })
  return imported
}

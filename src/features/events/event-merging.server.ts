import { eq, type SQL, sql } from 'drizzle-orm'
import { recordAdminAction } from '#features/administration/admin-actions.server.ts'
import { recordOldAddress } from '#features/administration/old-addresses.server.ts'
import { type Joins, mergeRows, type Pair } from '#features/change-log/merge-rows.server.ts'
import { beginSet } from '#features/change-log/undo.server.ts'
import { notify } from '#features/notifications/notifications.server.ts'
import { type Database, rows } from '#platform/database/db.ts'
import type { Context, Viewer } from '#platform/procedures/procedure.ts'
import {
  type CountName,
  countNames,
  type MergeChoices,
  type MergedName,
  type MergeSide,
  mergedColumns,
  mergedNames,
} from './event-merging.schemas.ts'
import { announceMove } from './event-moves.server.ts'
import { event_organisers, events } from './events.tables.ts'
import { organisersOf } from './organisers.server.ts'

export type MergedEvent = typeof events.$inferSelect
type Two = { survivor: MergedEvent; removed: MergedEvent }

/** Both, locked. Lock order everywhere: series, people, events; who joins the removed one meanwhile waits, and finds it gone. */
export async function lockTwo(tx: Database, ids: [string, string]): Promise<(MergedEvent | undefined)[]> {
  const list = sql`any (${sql.param(ids)}::uuid[])`
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('series'))`)
  await tx.execute(sql`
    select from profiles where id in (
      select created_by from events where id = ${list}
      union select user_id from event_organisers where event_id = ${list}
      union select user_id from user_events where event_id = ${list}
      union select user_id from user_saved_talks where event_id = ${list}
      union select user_id from follows where event_id = ${list}
    ) order by id for key share`)
  await tx.execute(sql`select from all_events where id = ${list} order by id for update`)
  const two = await tx.select().from(events).where(sql`id = ${list}`)
  return ids.map((id) => two.find((event) => event.id === id))
}

const isEmpty = (event: MergedEvent, name: MergedName) =>
  mergedColumns(name).every((column) => event[column as keyof MergedEvent] === null)

/** The kept one's value, unless it has none. */
export const defaultChoice = ({ survivor, removed }: Two, name: MergedName): MergeSide =>
  isEmpty(survivor, name) && !isEmpty(removed, name) ? 'gone' : 'kept'

function chosenValues(two: Two, choices: MergeChoices) {
  const names = mergedNames.filter((name) => (choices[name] ?? defaultChoice(two, name)) === 'gone')
  const columns = names.flatMap((name) => mergedColumns(name)) as (keyof MergedEvent)[]
  return Object.fromEntries(columns.map((column) => [column, two.removed[column]]))
}

/** What makes two rows of a programme, or two calls, the same. */
const sameRows = {
  all_tracks: sql`jsonb_build_array(fold(name))`,
  all_breaks: sql`jsonb_build_array(fold(title), date, start_time)`,
  all_talks: sql`jsonb_build_array(fold(title), date, start_time)`,
  calls: sql`jsonb_build_array(kind, coalesce(closes_on::text, address_key(url)))`,
}
type PairedTable = keyof typeof sameRows
export type Pairs = Record<PairedTable, Pair[]>

/** What the row that stays lacks and the other one has. */
const filledColumns: Record<PairedTable, string[]> = {
  all_tracks: ['description', 'source_key'],
  all_breaks: ['description', 'end_time', 'source_key', 'source_values'],
  all_talks: [
    ...['description', 'end_time', 'location', 'subtitle', 'language', 'type', 'url', 'feedback_url'],
    ...['source_key', 'source_values'],
  ],
  calls: ['url', 'travel', 'hotel', 'ticket', 'formats', 'note'],
}
const sourceColumns = ['source_key', 'source_values']
const pairedTables = Object.keys(sameRows) as PairedTable[]
const programmeTables = pairedTables.filter((table) => table !== 'calls')

/** Rows of both that are the same, where there is one of them on each side. */
export async function readPairs(db: Database, survivorId: string, removedId: string): Promise<Pairs> {
  const one = (table: PairedTable, eventId: string) => sql`(
    select id, key, count(*) over (partition by key) as number
    from (select id, ${sameRows[table]} as key from ${sql.identifier(table)} where event_id = ${eventId}::uuid) as keyed
  )`
  const pairs = pairedTables.map(async (table) => [
    table,
    await rows<Pair>(db)`
      select one.id as "from", other.id as "to" from ${one(table, removedId)} as one join ${one(table, survivorId)} as other using (key)
      where one.number = 1 and other.number = 1`,
  ])
  return Object.fromEntries(await Promise.all(pairs))
}

type Counts = Record<CountName, number>

/** How many rows of the removed one move, and how many the kept one has already. */
export async function countMerge(db: Database, survivorId: string, removedId: string, pairs: Pairs) {
  const ofUser = (table: SQL) => ({
    table,
    isBoth: sql`user_id in (select user_id from ${table} where event_id = ${survivorId}::uuid)`,
  })
  const paired = (table: PairedTable) => ({
    table: sql.identifier(table),
    isBoth: sql`id = any (${sql.param(pairs[table].map(({ from }) => from))}::uuid[])`,
  })
  const ofTalk = (table: SQL, isSame: SQL) => ({
    table,
    isBoth: sql`exists (
      select from jsonb_to_recordset(${JSON.stringify(pairs.all_talks)}::jsonb) as pair ("from" uuid, "to" uuid)
      join ${table} as other on other.talk_id = pair."to" and ${isSame} where pair."from" = this.talk_id
    )`,
  })
  const counted: Record<CountName, { table: SQL | ReturnType<typeof sql.identifier>; isBoth: SQL }> = {
    attendees: ofUser(sql`all_user_events`),
    followers: ofUser(sql`follows`),
    talks: paired('all_talks'),
    saved_talks: ofTalk(sql`user_saved_talks`, sql`other.user_id = this.user_id`),
    links: ofTalk(sql`all_talk_links`, sql`other.kind = this.kind and other.address_key = this.address_key`),
    breaks: paired('all_breaks'),
    tracks: paired('all_tracks'),
    calls: paired('calls'),
    announcements: { table: sql`announcements`, isBoth: sql`false` },
    organisers: ofUser(sql`event_organisers`),
    claims: ofUser(sql`all_event_claims`),
  }
  const parts = countNames.map(
    (name) => sql`
      select ${name}::text as name, count(*)::integer as all, (count(*) filter (where ${counted[name].isBoth}))::integer as both
      from ${counted[name].table} as this where event_id = ${removedId}::uuid`,
  )
  const all = await rows<{ name: CountName; all: number; both: number }>(db)`
    ${sql.join(parts, sql` union all `)}`
  const countsBy = (count: (row: (typeof all)[number]) => number) =>
    Object.fromEntries(all.map((row) => [row.name, count(row)])) as Counts
  return { moved: countsBy((row) => row.all - row.both), dropped: countsBy((row) => row.both) }
}

/** Nobody is shown to more people than they chose for either. */
const stricterVisibility = sql`(
  select case
    when this.visibility is null and other.visibility is null then null
    when 'unlisted' in (one, two) then 'unlisted'
    when 'members' in (one, two) then 'members'
    when this.visibility is null or other.visibility is null then null
    else 'public'
  end
  from (
    select coalesce(this.visibility, attendance_visibility) as one, coalesce(other.visibility, attendance_visibility) as two
    from all_profiles where all_profiles.id = this.user_id
  ) as chosen
)`

const joins: Joins = {
  all_user_events: sql`
    is_attending = this.is_attending or other.is_attending, created_at = least(this.created_at, other.created_at),
    visibility = ${stricterVisibility}`,
  event_invitations: sql`
    status = case when other.status = 'accepted' then 'accepted' else this.status end,
    answered_at = case when other.status = 'accepted' then other.answered_at else this.answered_at end`,
  event_origins: sql`
    source_name = case when other.source_name = this.source_name then this.source_name else this.source_name || ', ' || other.source_name end,
    licence = case when other.licence = this.licence then this.licence else this.licence || ', ' || other.licence end`,
}

/** The programme of which of them a source goes on writing; the rows of the other one are as if typed. */
async function endOtherSource(tx: Database, { survivor, removed }: Two): Promise<void> {
  const sources = await rows<{ event_id: string }>(tx)`
    select event_id from programme_sources where event_id in (${survivor.id}::uuid, ${removed.id}::uuid)`
  const isOnlyOfRemoved = sources.length === 1 && sources[0]!.event_id === removed.id
  for (const table of programmeTables)
    await forgetSource(tx, table, sql`event_id = ${isOnlyOfRemoved ? survivor.id : removed.id}::uuid`)
}

const forgetSource = (tx: Database, table: PairedTable, where: SQL) =>
  tx.execute(sql`
    update ${sql.identifier(table)} set ${sql.join(
      sourceColumns
        .filter((name) => filledColumns[table].includes(name))
        .map((name) => sql`${sql.identifier(name)} = null`),
      sql`, `,
    )} where source_key is not null and ${where}`)

/** Before they move: no two rows of one conference have the same key of a source. */
async function fillRows(tx: Database, table: PairedTable, pairs: Pair[]): Promise<void> {
  const values = filledColumns[table].map((name) => {
    const column = sql.identifier(name)
    return sql`${column} = coalesce(this.${column}, other.${column})`
  })
  await tx.execute(sql`
    update ${sql.identifier(table)} as this set ${sql.join(values, sql`, `)}
    from ${sql.identifier(table)} as other, jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) as pair ("from" uuid, "to" uuid)
    where this.id = pair."to" and other.id = pair."from"`)
  if (table !== 'calls') await forgetSource(tx, table, sql`id = ${idsOf(pairs)}`)
}

const idsOf = (pairs: Pair[]) => sql`any (${sql.param(pairs.map(({ from }) => from))}::uuid[])`

/** By now both rows of each pair are of one conference. */
async function joinPairs(tx: Database, pairs: Pairs): Promise<void> {
  for (const table of ['all_tracks', 'all_breaks', 'calls'] as const) {
    await mergeRows(tx, table, pairs[table])
    await tx.execute(sql`delete from ${sql.identifier(table)} where id = ${idsOf(pairs[table])}`)
  }
  const list = JSON.stringify(pairs.all_talks)
  const talkPairs = sql`jsonb_to_recordset(${list}::jsonb) as pair ("from" uuid, "to" uuid)`
  // One speaker may have two records: those of the kept talk are enough.
  await tx.execute(sql`
    delete from talk_speakers using ${talkPairs}
    where talk_id = pair."from" and exists (select from talk_speakers as other where other.talk_id = pair."to")`)
  await mergeRows(tx, 'all_talks', pairs.all_talks)
  const numbers = await rows<{ former: string; present: string }>(tx)`
    select removed.number::text as former, survivor.number::text as present from ${talkPairs}
    join all_talks as removed on removed.id = pair."from" join all_talks as survivor on survivor.id = pair."to"`
  await tx.execute(sql`delete from all_talks where id = ${idsOf(pairs.all_talks)}`)
  for (const { former, present } of numbers) await recordOldAddress(tx, 'talk', former, present)
}

/** The owner of the removed one looks after the kept one as well, or owns it if nobody does. */
async function joinOwners(tx: Database, viewer: { id: string }, { survivor, removed }: Two) {
  const owner = survivor.created_by ?? removed.created_by
  if (removed.created_by && removed.created_by !== owner)
    await tx
      .insert(event_organisers)
      .values({ event_id: survivor.id, user_id: removed.created_by, added_by: viewer.id })
      .onConflictDoNothing()
  await tx.execute(sql`
    delete from event_organisers where event_id = ${survivor.id}::uuid and user_id = ${owner}::uuid`)
  return owner
}

/** Deletes it; its address and its id lead to the kept one. */
async function leadOn(tx: Database, { survivor, removed }: Two): Promise<void> {
  await tx.delete(events).where(eq(events.id, removed.id))
  await recordOldAddress(tx, 'event', removed.slug, survivor.slug)
  await recordOldAddress(tx, 'event', removed.id, survivor.slug)
}

type Merging = {
  viewer: NonNullable<Viewer>
  site: Context['site']
  today: string
  choices: MergeChoices
  pairs: Pairs
}

/** Moves all that `removed` has to `survivor` and deletes it, as one set of changes. Both are locked. Returns the set. */
export async function mergeEvents(tx: Database, two: Two, merging: Merging): Promise<number> {
  const { viewer, site, today, choices, pairs } = merging
  const { survivor, removed } = two
  const changeId = await beginSet(tx, { by: viewer.id, via: 'merge' })
  await endOtherSource(tx, two)
  for (const table of pairedTables) await fillRows(tx, table, pairs[table])
  await mergeRows(tx, 'all_events', [{ from: removed.id, to: survivor.id }], {
    joins,
    // What it was, what is still to be told of that, and an offer that its owner made.
    except: ['event_states', 'event_moves', 'event_handovers'],
  })
  await joinPairs(tx, pairs)
  const created_by = await joinOwners(tx, viewer, two)
  const [after] = await tx
    .update(events)
    .set({ ...chosenValues(two, choices), created_by, updated_at: sql`now()` })
    .where(eq(events.id, survivor.id))
    .returning()
  await leadOn(tx, two)
  await announceMove(tx, survivor, after!, { site, sender: viewer, today })
  const path = `/conferences/${survivor.slug}`
  await notify(tx, site, {
    from: viewer,
    kind: 'event_changed',
    subject: 'Two conferences are one now',
    to: sql`select id from (${organisersOf(survivor.id)}) as organiser (id) where id <> ${viewer.id}::uuid`,
    message: `${removed.name} was listed twice. It is one conference with ${after!.name} now, which you look after.`,
    path,
  })
  const before = { name: removed.name, slug: removed.slug }
  await recordAdminAction(tx, viewer, { action: 'event_merged', subject: after!.name, path, before })
  return changeId
}

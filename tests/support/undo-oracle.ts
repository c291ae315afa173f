import { sql } from 'drizzle-orm'
import { type Database, rows } from '#platform/database/db.ts'

// What an undo must leave, worked out from whole tables before and after each change, without a look at the log.

type Row = Record<string, unknown>
type Reference = { to: string; column?: string; isRequired?: true }
type Table = {
  key: string[]
  /** The columns of the record whose history has it, and of that record's parent. */
  record?: string
  parent?: string
  /** What is written of it; without it all. */
  logged?: ('added' | 'changed' | 'removed')[]
  references?: Record<string, Reference>
  isUnique?: (row: Row) => string
}

const id = { key: ['id'], record: 'id' }
const required = (to: string): Reference => ({ to, isRequired: true })
const ofEvent = required('all_events')
const addedAndRemoved: Table['logged'] = ['added', 'removed']

/** In the order in which they are restored: what others refer to comes first. */
const tables: Record<string, Table> = {
  topics: { ...id, isUnique: ({ name }) => String(name).toLowerCase() },
  series: id,
  all_speakers: id,
  all_events: { ...id, parent: 'series_id', references: { series_id: { to: 'series' } } },
  calls: { key: ['id'], record: 'event_id', references: { event_id: ofEvent } },
  all_tracks: { key: ['id'], record: 'event_id', references: { event_id: ofEvent } },
  all_talks: {
    ...id,
    parent: 'event_id',
    references: { event_id: ofEvent, track_id: { to: 'all_tracks' } },
  },
  all_event_tags: {
    key: ['event_id', 'tag'],
    record: 'event_id',
    logged: addedAndRemoved,
    references: { event_id: ofEvent, tag: { ...required('topics'), column: 'name' } },
  },
  all_breaks: {
    key: ['id'],
    record: 'event_id',
    references: { event_id: ofEvent, track_id: { to: 'all_tracks' } },
  },
  talk_speakers: {
    key: ['talk_id', 'speaker_id'],
    record: 'talk_id',
    references: { talk_id: required('all_talks'), speaker_id: required('all_speakers') },
  },
  talk_topics: {
    key: ['talk_id', 'topic_id'],
    record: 'talk_id',
    logged: addedAndRemoved,
    references: { talk_id: required('all_talks'), topic_id: required('topics') },
  },
  all_talk_links: {
    key: ['id'],
    record: 'talk_id',
    parent: 'event_id',
    references: { talk_id: required('all_talks') },
    isUnique: ({ talk_id, kind, url }) => `${talk_id} ${kind} ${url}`,
  },
  social_links: {
    key: ['speaker_id', 'platform'],
    record: 'speaker_id',
    references: { speaker_id: required('all_speakers') },
  },
  old_addresses: { key: ['kind', 'key'] },
  user_saved_talks: {
    key: ['user_id', 'talk_id'],
    logged: addedAndRemoved,
    references: { talk_id: required('all_talks') },
  },
  all_user_events: {
    key: ['user_id', 'event_id'],
    logged: ['removed'],
    references: { event_id: ofEvent },
  },
  follows: {
    key: ['user_id', 'topic_id', 'speaker_id', 'event_id', 'series_id'],
    logged: addedAndRemoved,
    references: {
      topic_id: { to: 'topics' },
      speaker_id: { to: 'all_speakers' },
      event_id: { to: 'all_events' },
      series_id: { to: 'series' },
    },
  },
}

/** Counted, or derived from what stands elsewhere. */
const uncompared = [
  ...['updated_at', 'sequence', 'is_hidden', 'event_count', 'events_spoken_at', 'unique_conferences'],
  ...['doc', 'name_key', 'city_key', 'country_key', 'conference_key', 'canonical', 'address_key', 'tags'],
  ...['opens_at', 'closes_at', 'earliest_closes_at', 'slides_url', 'video_url'],
]

const together = [
  ['start_date', 'end_date', 'first_start_date', 'first_end_date'],
  ['location_name', 'country_name', 'country_code'],
  ['date', 'day', 'start_time', 'end_time'],
  ['series_id', 'confirmation'],
]

/** The rows of each table by their keys. */
export type World = Map<string, Map<string, Row>>

const keyOf = (table: string, row: Row) => JSON.stringify(tables[table]!.key.map((name) => row[name] ?? null))
const isSame = (one: unknown, other: unknown) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null)

export async function readWorld(db: Database): Promise<World> {
  const parts = Object.keys(tables).map(
    (table) =>
      `select '${table}' as name, to_jsonb(t) - '{${uncompared}}'::text[] as row from ${table} as t${table === 'old_addresses' ? " where kind = 'speaker'" : ''}`,
  )
  const world: World = new Map(Object.keys(tables).map((table) => [table, new Map()]))
  const all = await rows<{ name: string; row: Row }>(db, sql.raw(parts.join(' union all ')))
  for (const { name, row } of all) {
    // Of a tag it is the day of its conference.
    if (name === 'all_event_tags') delete row.start_date
    world.get(name)!.set(keyOf(name, row), row)
  }
  return world
}

/** The rows in which two worlds differ, as lines. */
export const differences = (expected: World, actual: World): string[] =>
  [...changesBetween(expected, actual, false)].map(
    ({ table, before, after }) =>
      `${table}: expected ${JSON.stringify(before)}, found ${JSON.stringify(after)}`,
  )

type Change = {
  table: string
  key: string
  action: 'added' | 'changed' | 'removed'
  before?: Row
  after?: Row
  record?: unknown
  parents: unknown[]
  isRecord: boolean
}

function changesBetween(before: World, after: World, isLoggedOnly = true): Change[] {
  const changes: Change[] = []
  for (const [table, { record, parent, logged, key: keyNames }] of Object.entries(tables)) {
    const [old, present] = [before.get(table)!, after.get(table)!]
    for (const key of new Set([...old.keys(), ...present.keys()])) {
      const [one, other] = [old.get(key), present.get(key)]
      const names = new Set([...Object.keys(one ?? {}), ...Object.keys(other ?? {})])
      if (one && other && [...names].every((name) => isSame(one[name], other[name]))) continue
      const action = !one ? 'added' : other ? 'changed' : 'removed'
      if (isLoggedOnly && logged && !logged.includes(action)) continue
      const row = (other ?? one)!
      changes.push({
        ...{ table, key, action, before: one, after: other },
        record: record ? row[record] : undefined,
        parents: parent ? [one?.[parent], other?.[parent]].filter(Boolean) : [],
        isRecord: record === 'id' && keyNames[0] === 'id',
      })
    }
  }
  return changes
}

/** A set of the log: what the world was before it and after it. */
export type Done = { id: number; before: World; after: World; undoes?: Done; undoneBy: Done[] }

/** What was undone holds again when its undo is undone. */
export const holds = (done: Done): boolean => !done.undoneBy.some(holds)

/** The world after an undo of `done`, which is `world` now. `all` are the sets in their order. */
export function afterUndo(world: World, done: Done, all: Done[]): World {
  const next: World = new Map([...world].map(([table, part]) => [table, new Map(part)]))
  const everything = changesBetween(done.before, done.after)
  const added = new Set(
    everything.filter(({ action, isRecord }) => action === 'added' && isRecord).map(({ record }) => record),
  )
  // A follow of a conference goes or stays with it, as a part of it does.
  const recordOf = ({ table, record, before, after }: Change) =>
    table === 'follows' ? (after ?? before)!.event_id : record
  const changes = everything.filter(
    (change) => (change.action === 'added' && change.isRecord) || !added.has(recordOf(change)),
  )
  const later = all
    .slice(all.indexOf(done) + 1)
    .filter((other) => !other.undoes && holds(other))
    .flatMap((other) => changesBetween(other.before, other.after))
  const of = (action: Change['action']) => changes.filter((change) => change.action === action)
  const refused = of('removed').filter((change) => !restore(next, change, everything, later))
  for (const change of of('changed')) revert(next, change, later)
  // What refers to others goes before them.
  for (const table of [
    'other',
    'all_talks',
    'all_tracks',
    'calls',
    'all_events',
    'all_speakers',
    'series',
    'topics',
  ])
    for (const change of of('added').filter(
      (one) => one.table === table || (table === 'other' && !isOfRecords(one)),
    ))
      takeAway(next, change, later)
  for (const change of refused) restore(next, change, everything, later)
  return next
}

const isOfRecords = ({ table }: Change) =>
  Object.keys(tables).indexOf(table) <= Object.keys(tables).indexOf('all_talks')

const isThere = (world: World, { to, column = 'id' }: Reference, value: unknown) =>
  [...world.get(to)!.values()].some((row) => row[column] === value)

/** The row with references to what is there; undefined if it can't be without them. */
function withReferences(world: World, table: string, row: Row): Row | undefined {
  const result = { ...row }
  for (const [name, reference] of Object.entries(tables[table]!.references ?? {})) {
    if (row[name] == null || isThere(world, reference, row[name])) continue
    if (reference.isRequired || table === 'follows') return
    result[name] = null
  }
  return result
}

/** Returns whether the row is there, or nobody wants it to be. `all` are the changes of its set. */
function restore(
  world: World,
  { table, key, before, record }: Change,
  all: Change[],
  later: Change[],
): boolean {
  const part = world.get(table)!
  const isTakenOff = (other: Change) =>
    other.table === table && other.action === 'removed' && other.record === record
  if (table === 'talk_speakers' && later.some(isTakenOff)) return true
  if (table === 'follows') {
    const address = world.get('old_addresses')!.get(JSON.stringify(['speaker', before!.speaker_id]))
    const isFollowing = ({ user_id, speaker_id }: Row) =>
      user_id === before!.user_id && speaker_id === address?.new_key
    if (address?.new_key && ![...part.values()].some(isFollowing)) return true
    const isOfPerson = ({ table, action, after }: Change) =>
      table === 'follows' && action === 'added' && after!.user_id === before!.user_id
    if (all.filter(isOfPerson).some((moved) => !part.has(moved.key))) return true
  }
  if (part.has(key)) return true
  const row = withReferences(world, table, before!)
  const { isUnique } = tables[table]!
  if (!row || (isUnique && [...part.values()].some((other) => isUnique(other) === isUnique(row))))
    return false
  part.set(key, row)
  return true
}

function revert(world: World, { table, key, before, after }: Change, later: Change[]): void {
  const part = world.get(table)!
  const current = part.get(key)
  if (!current) return
  const namesOf = (one: Row, other: Row) => Object.keys(one).filter((name) => !isSame(one[name], other[name]))
  const changed = namesOf(before!, after!)
  const differing = changed.filter((name) => !isSame(current[name], before![name]))
  const edited = differing.filter((name) => !isSame(current[name], after![name]))
  const editedBeside = later
    .filter((other) => other.table === table && other.key === key && other.action === 'changed')
    .flatMap((other) => namesOf(other.before!, other.after!))
    .filter((name) => !changed.includes(name))
  const staying = [...edited, ...editedBeside]
  const restored = differing.filter(
    (name) =>
      !edited.includes(name) &&
      !together.some((group) => group.includes(name) && group.some((other) => staying.includes(other))),
  )
  const values = Object.fromEntries(restored.map((name) => [name, before![name]]))
  part.set(key, { ...current, ...withReferences(world, table, values) })
}

const isUsed: Record<string, (world: World, row: Row) => boolean> = {
  all_events: (world, { id }) =>
    has(world, 'all_user_events', 'event_id', id) || has(world, 'all_talks', 'event_id', id),
  all_talks: (world, { id }) => has(world, 'user_saved_talks', 'talk_id', id),
  all_tracks: (world, { id }) =>
    has(world, 'all_talks', 'track_id', id) || has(world, 'all_breaks', 'track_id', id),
  all_speakers: (world, { id, user_id }) => Boolean(user_id) || has(world, 'talk_speakers', 'speaker_id', id),
  series: (world, { id }) => has(world, 'all_events', 'series_id', id),
  topics: (world, { id, name }) =>
    has(world, 'all_event_tags', 'tag', name) || has(world, 'talk_topics', 'topic_id', id),
}

const has = (world: World, table: string, column: string, value: unknown) =>
  [...world.get(table)!.values()].some((row) => row[column] === value)

/** What was added goes, unless somebody uses it or has changed it since. */
function takeAway(world: World, { table, key, record, isRecord }: Change, later: Change[]): void {
  const row = world.get(table)!.get(key)
  if (!row || isUsed[table]?.(world, row)) return
  const isEdited = later.some(
    (other) =>
      (other.record === record && (isRecord || (other.table === table && other.key === key))) ||
      (isRecord && other.parents.includes(record)),
  )
  if (record !== undefined && table !== 'talk_speakers' && isEdited) return
  remove(world, table, key)
}

function remove(world: World, table: string, key: string): void {
  const row = world.get(table)!.get(key)!
  world.get(table)!.delete(key)
  for (const [name, { references = {} }] of Object.entries(tables))
    for (const [column, { to, column: target = 'id', isRequired }] of Object.entries(references))
      if (to === table)
        for (const [otherKey, other] of [...world.get(name)!].filter(
          ([, other]) => other[column] === row[target],
        ))
          if (isRequired || name === 'follows') remove(world, name, otherKey)
          else world.get(name)!.set(otherKey, { ...other, [column]: null })
}

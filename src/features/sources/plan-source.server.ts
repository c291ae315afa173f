import { sql } from 'drizzle-orm'
import { type Conference, isElsewhere, matchedDays } from '#features/identity/compare.ts'
import { createMatcher, identify } from '#features/identity/identify.server.ts'
import { mergeField } from '#features/reading/merge-field.ts'
import { unreadable } from '#features/reading/unreadable.ts'
import { addDays, daysBetween } from '#lib/dates.ts'
import { type Database, rows } from '#platform/database/db.ts'
import { serverLimits } from '#src/limits.ts'
import type { ReadList } from './reading/read-list.server.ts'
import type { EntryValues, LeftOut, SourceCounts, SourceEntry } from './sources.schemas.ts'

/** The fields of a conference that a source decides, each until somebody edits it. */
export const mergedFields = [
  'name',
  'start_date',
  'end_date',
  'location_name',
  'country_name',
  'website',
  'code_of_conduct_url',
  'status',
  'languages',
  'format',
  'accounts',
] as const
type MergedField = (typeof mergedFields)[number]

/** Fields that change together: the days are one value. */
const mergedGroups: MergedField[][] = [
  ['start_date', 'end_date'],
  ...mergedFields.filter((field) => !field.endsWith('_date')).map((field) => [field]),
]

/** Of `fields` those of which `isMerged` holds for the whole group. */
export const mergedTogether = (fields: Fields, isMerged: (field: MergedField) => boolean): Fields =>
  Object.fromEntries(
    mergedGroups
      .filter((group) => group.every((field) => field in fields && isMerged(field)))
      .flatMap((group) => group.map((field) => [field, fields[field]])),
  )

export type StoredEntry = {
  id: string
  key: string
  values: EntryValues
  state: 'proposed' | 'linked' | 'declined'
  event_id: string | null
  gone_since: string | null
}

export type ComparedEvent = Conference & {
  website: string | null
  id: string
  code_of_conduct_url: string | null
  status: string
  languages: string | null
  format: string | null
  accounts: string | null
  has_tags: boolean
  is_owned: boolean
}

export type Fields = Partial<Record<MergedField, string | null>>
export type Merge = {
  /** Fields of the conference that follow the source. */
  after: Fields
  /** Fields of a conference with an owner, who decides. */
  suggested: Fields
}
/** A stored entry with other values, or one that came back. */
export type EntryUpdate = {
  entry: StoredEntry
  next: SourceEntry
  /** The conference it is linked to, as the plan compared it. */
  event?: ComparedEvent
  merge: Merge
}

export type NewEntry = SourceEntry & { event?: ComparedEvent; candidates: string[] }

export type SourcePlan = {
  counts: SourceCounts
  added: NewEntry[]
  updated: EntryUpdate[]
  gone: StoredEntry[]
  /** Without what is past. */
  leftOut: LeftOut[]
}

export type Planned = { id: string; name: string }

/** A list that loses or changes more than this is probably broken: a person looks first. */
const acceptedShare = 0.2
const alwaysAccepted = 20

const noCounts: SourceCounts = { new: 0, same: 0, perhaps: 0, changed: 0, gone: 0, kept: 0, skipped: 0 }

/** What a run would do with the entries of a source. Reads only. */
export async function planSource(
  db: Database,
  source: Planned,
  list: ReadList,
  { today, isAll = false }: { today: string; isAll?: boolean },
): Promise<SourcePlan> {
  const storedEntries = await rows<StoredEntry>(db)`
    select id, key, values, state, event_id, gone_since::text as gone_since from source_entries where source_id = ${source.id}::uuid`
  const counts = { ...noCounts, skipped: list.skipped.length }
  const isWanted = (values: EntryValues) => isAll || values.end_date >= today
  const { pairs, unpaired, missing } = await pairEntries(storedEntries, list.entries, isWanted)
  const goneEntries = missing.filter(
    (entry) => !entry.gone_since && entry.state !== 'declined' && isWanted(entry.values),
  )
  counts.gone = goneEntries.length
  const updated = await planUpdates(db, pairs, counts)
  const wantedEntries = unpaired.filter(({ values }) => isWanted(values))
  const added = await matchNew(db, wantedEntries.slice(0, serverLimits.proposalsPerRun), pairs, counts)
  counts.skipped += list.entries.length - pairs.size - added.length
  const leaveOut = (entries: SourceEntry[], reason: string) =>
    entries.map(({ values: { name } }) => ({ name, reason }))
  const leftOut = [
    ...list.skipped,
    ...leaveOut(
      [...pairs].filter(([, entry]) => isLeftOut(entry)).map(([entry]) => entry),
      'It was declined or removed here',
    ),
    ...leaveOut(wantedEntries.slice(serverLimits.proposalsPerRun), 'It comes with a later reading'),
  ].slice(0, serverLimits.leftOutEntries)
  const accepted = Math.max(alwaysAccepted, storedEntries.length * acceptedShare)
  if (goneEntries.length > accepted)
    throw unreadable(
      `${goneEntries.length} of ${storedEntries.length} conferences are no longer in ${source.name}: nothing was changed. Please check the list`,
    )
  // A field that is read since a later version is no change of the list.
  const different = updated.filter(({ entry, next }) => !isSameValues(entry.values, next.values))
  if (different.length > accepted)
    throw unreadable(
      `${different.length} of ${storedEntries.length} conferences are different in ${source.name}: nothing was changed. Please check the list`,
    )
  return { counts, added, updated, gone: goneEntries, leftOut }
}

/**
 * Pairs by key; what is left by address, if each side has it once, since a list renames and moves its conferences; then by
 * identity, since a list may give all of them new keys.
 */
async function pairEntries(
  storedEntries: StoredEntry[],
  entries: SourceEntry[],
  isWanted: (values: EntryValues) => boolean,
) {
  const byKey = new Map(storedEntries.map((entry) => [entry.key, entry]))
  const pairs = new Map<SourceEntry, StoredEntry>()
  for (const entry of entries) {
    const former = byKey.get(entry.key)
    if (former) pairs.set(entry, former)
  }
  const paired = new Set(pairs.values())
  const isFree = (entry: StoredEntry) => !paired.has(entry)
  const addressOf = ({ values }: { values: EntryValues }) =>
    values.website?.replace(/^https?:\/\/(?:www\.)?|\/$/g, '')
  const freeByAddress = Map.groupBy(storedEntries.filter(isFree), addressOf)
  const newByAddress = Map.groupBy(
    entries.filter((entry) => !pairs.has(entry)),
    addressOf,
  )
  for (const [address, [entry, ...more]] of newByAddress) {
    const [former, ...formerMore] = freeByAddress.get(address) ?? []
    if (!address || !entry || !former || more.length > 0 || formerMore.length > 0) continue
    if (Math.abs(daysBetween(former.values.start_date, entry.values.start_date)) > matchedDays) continue
    pairs.set(entry, former)
    paired.add(former)
  }
  const isUnpaired = (entry: SourceEntry) => !pairs.has(entry)
  const find = await createMatcher(
    entries.some(isUnpaired) ? storedEntries.filter(isFree).map((entry) => ({ ...entry.values, entry })) : [],
  )
  for (const entry of entries.filter(isUnpaired)) {
    const matches = (await find(entry.values)).filter(
      ({ verdict, event }) => verdict === 'same' && isFree(event.entry),
    )
    const former = matches.length === 1 ? matches[0]!.event.entry : undefined
    if (!former) continue
    pairs.set(entry, former)
    paired.add(former)
  }
  return {
    pairs,
    unpaired: entries.filter(isUnpaired),
    missing: storedEntries.filter((entry) => isFree(entry) && isWanted(entry.values)),
  }
}

const comparedColumns = sql`
  id, name, start_date::text as start_date, end_date::text as end_date, location_name, country_name, website, code_of_conduct_url, status,
  languages, format, accounts, tags <> '{}' as has_tags,
  created_by is not null or exists (select from event_organisers where event_organisers.event_id = events.id) as is_owned`

/** Conferences by their ids, as they are compared with entries. */
export async function comparedEvents(db: Database, ids: string[]): Promise<Map<string, ComparedEvent>> {
  const events = await rows<ComparedEvent>(db)`
    select ${comparedColumns} from events where id = any (${sql.param(ids)}::uuid[])`
  return new Map(events.map((event) => [event.id, event]))
}

const isLeftOut = ({ state, event_id }: StoredEntry) =>
  state === 'declined' || (state === 'linked' && event_id === null)

async function planUpdates(
  db: Database,
  pairs: Map<SourceEntry, StoredEntry>,
  counts: SourceCounts,
): Promise<EntryUpdate[]> {
  const isOther = (next: SourceEntry, entry: StoredEntry) =>
    next.key !== entry.key || entry.gone_since !== null || !isSameValues(next.values, entry.values)
  const changedPairs = [...pairs].filter(([next, entry]) => isOther(next, entry))
  const byId = await comparedEvents(
    db,
    changedPairs.flatMap(([, { event_id }]) => event_id ?? []),
  )
  const updates: EntryUpdate[] = []
  for (const [next, entry] of pairs) {
    if (isLeftOut(entry)) {
      counts.skipped++
      continue
    }
    if (!isOther(next, entry)) {
      counts.same++
      continue
    }
    const event = entry.event_id ? byId.get(entry.event_id) : undefined
    const { isKept, ...merge } = event
      ? mergeEvent(event, entry.values, next.values, next.is_unsure)
      : { after: {}, suggested: {}, isKept: false }
    counts[
      isKept && Object.keys(merge.after).length === 0
        ? 'kept'
        : isSameValues(entry.values, next.values)
          ? 'same'
          : 'changed'
    ]++
    updates.push({ entry, next, event, merge })
  }
  return updates
}

/** Compares by the names of the first ones: JSON in the database does not keep their order. */
const isSameValues = (one: EntryValues, other: EntryValues) =>
  (Object.keys(one) as (keyof EntryValues)[]).every(
    (name) => JSON.stringify(one[name] ?? null) === JSON.stringify(other[name] ?? null),
  )

/** What fills in a conference that an entry was linked to: an empty field holds no edit that could win. */
export const fillEvent = (event: ComparedEvent, source: EntryValues): Merge =>
  mergeEvent(
    event,
    Object.fromEntries(mergedFields.map((field) => [field, event[field] && source[field]])),
    source,
  )

/** What a source or page says otherwise of the days and the place of a conference: a person decides. */
export async function contradictionsOf(
  event: Conference,
  other: Conference,
): Promise<Record<string, string>> {
  const { start_date, end_date, location_name, country_name } = other
  const hasOtherDays = start_date !== event.start_date || end_date !== event.end_date
  const hasOtherPlace = isElsewhere(await identify(event), await identify(other))
  return {
    ...(hasOtherDays && { start_date, end_date }),
    ...(hasOtherPlace && { location_name, country_name }),
  }
}

function mergeEvent(event: ComparedEvent, base: Fields, source: EntryValues, isUnsurePlace = false) {
  const merged: Fields = {}
  let isKept = false
  for (const group of mergedGroups) {
    const textOf = (fields: Fields) => JSON.stringify(group.map((field) => fields[field] ?? null))
    const result = mergeField({ base: textOf(base), ours: textOf(event), source: textOf(source) })
    if (result === 'conflict') isKept = true
    if (result === 'taken') for (const field of group) merged[field] = source[field] ?? null
  }
  const isDecided = ([field]: [string, unknown]) =>
    !event.is_owned && !(isUnsurePlace && (field === 'location_name' || field === 'country_name'))
  const [after, suggested] = [true, false].map((isAfter) =>
    Object.fromEntries(Object.entries(merged).filter((change) => isDecided(change) === isAfter)),
  ) as [Fields, Fields]
  return { after, suggested, isKept: isKept || Object.keys(suggested).length > 0 }
}

/** Compares new entries with the listed conferences, except those that the source has beside them. */
async function matchNew(
  db: Database,
  entries: SourceEntry[],
  pairs: Map<SourceEntry, StoredEntry>,
  counts: SourceCounts,
): Promise<NewEntry[]> {
  if (entries.length === 0) return []
  const days = entries.map(({ values }) => values.start_date).sort()
  const ofSource = new Set([...pairs.values()].map(({ event_id }) => event_id))
  const events = await rows<ComparedEvent>(db)`
      select ${comparedColumns} from events
      where start_date between ${addDays(days[0]!, -matchedDays)}::date and ${addDays(days.at(-1)!, matchedDays)}::date`
  const find = await createMatcher(events.filter(({ id }) => !ofSource.has(id)))
  const linkedIds = new Set<string>()
  const added: NewEntry[] = []
  for (const entry of entries) {
    const matches = (await find(entry.values)).filter(({ event }) => !linkedIds.has(event.id))
    const same = matches.filter(({ verdict }) => verdict === 'same')
    // Two that are the same are a question.
    const event = same.length === 1 ? same[0]!.event : undefined
    if (event) linkedIds.add(event.id)
    counts[event ? 'same' : matches.length > 0 ? 'perhaps' : 'new']++
    added.push({
      ...entry,
      event,
      candidates: event ? [] : matches.slice(0, 3).map((match) => match.event.id),
    })
  }
  return added
}

/** The conferences that proposals certainly are, by now. */
export async function findListedProposals(
  db: Database,
  proposals: { id: string; values: EntryValues }[],
): Promise<{ id: string; event_id: string }[]> {
  const entries = proposals.map(({ id, values }) => ({ key: id, values }))
  const compared = await matchNew(db, entries, new Map(), { ...noCounts })
  return compared.flatMap(({ key, event }) => (event ? { id: key, event_id: event.id } : []))
}

// What undoing a change does to a row as it is now: no database here.

type Row = Record<string, unknown>

/** A row of the log (`changed_rows`). */
export type ChangedRow = {
  id: number
  set_id: number
  table_name: string
  key: Row
  record_id: string | null
  parent_id: string | null
  action: 'added' | 'changed' | 'removed'
  before: Row | null
  after: Row | null
}

/** What stays as it is, because it was changed later. Without a name it is the row as a whole. */
export type Kept = Pick<ChangedRow, 'table_name' | 'key' | 'record_id'> & { name?: string; current: unknown }

/** One of these alone would say what nobody meant: a day without its month, a city in another country. */
const fieldsTogether = [
  ['start_date', 'end_date', 'first_start_date', 'first_end_date'],
  ['location_name', 'country_name', 'country_code'],
  ['date', 'day', 'start_time', 'end_time'],
  ['opens_on', 'closes_on', 'closes_time', 'first_closes_on', 'previous_closes_on'],
  ['source_key', 'source_values'],
  ['series_id', 'confirmation'],
]

/** Whether a field is restored only with others. */
export const hasCompany = (name: string) => fieldsTogether.some((fields) => fields.includes(name))

export const isEqual = (one: unknown, other: unknown): boolean => {
  if (one === other) return true
  if (typeof one !== 'object' || typeof other !== 'object' || !one || !other) return false
  const names = Object.keys(one)
  return (
    Array.isArray(one) === Array.isArray(other) &&
    names.length === Object.keys(other).length &&
    names.every((name) => name in other && isEqual((one as Row)[name], (other as Row)[name]))
  )
}

/**
 * The fields that get their former values, and the names of those that somebody has changed since. `laterNames` are the fields
 * that later sets changed.
 */
export function revertOf(
  { before, after }: Pick<ChangedRow, 'before' | 'after'>,
  current: Row,
  laterNames: string[] = [],
) {
  const allNames = Object.keys(before ?? {})
  const names = allNames.filter((name) => !isEqual(current[name], before![name]))
  const isChangedSince = (name: string) =>
    allNames.includes(name)
      ? names.includes(name) && !isEqual(current[name], after![name])
      : laterNames.includes(name)
  const isKept = (name: string) =>
    isChangedSince(name) ||
    fieldsTogether.some((fields) => fields.includes(name) && fields.some(isChangedSince))
  return {
    restored: Object.fromEntries(names.filter((name) => !isKept(name)).map((name) => [name, before![name]])),
    keptNames: names.filter(isKept),
  }
}

/** Rows of the later ones refer to rows of the earlier ones. */
const parentsFirst = [
  'topic_proposals',
  'topics',
  'series',
  'all_speakers',
  'all_events',
  'calls',
  'all_tracks',
  'all_talks',
]
export const rankOf = ({ table_name }: { table_name: string }) => {
  const rank = parentsFirst.indexOf(table_name)
  return rank < 0 ? parentsFirst.length : rank
}

/** One change of the same row instead of two that follow each other; undefined if they come to nothing. */
function joined(first: ChangedRow, second: ChangedRow): ChangedRow | undefined {
  if (first.action === 'added')
    return second.action === 'removed'
      ? undefined
      : { ...first, after: first.after && { ...first.after, ...second.after } }
  // Of a record that is back nothing is logged but that.
  if (first.action === 'removed' && !second.after) return undefined
  if (first.action === 'removed') return withoutEqual({ ...second, action: 'changed', before: first.before })
  const before = { ...second.before, ...first.before }
  if (second.action === 'removed') return { ...second, before }
  return withoutEqual({ ...second, before, after: { ...first.after, ...second.after } })
}

function withoutEqual({ before, after, ...change }: ChangedRow): ChangedRow | undefined {
  const names = Object.keys(before!).filter((name) => name in after! && !isEqual(before![name], after![name]))
  const valuesOf = (row: Row) => Object.fromEntries(names.map((name) => [name, row[name]]))
  return names.length > 0 ? { ...change, before: valuesOf(before!), after: valuesOf(after!) } : undefined
}

const isAddedRecord = ({ action, key, record_id }: ChangedRow) => action === 'added' && key.id === record_id

/**
 * What a set comes to, one change for each row, in an order in which it can be undone: what was removed is there again before
 * what refers to it, what was added goes after it.
 */
export function netChanges(changes: ChangedRow[]): ChangedRow[] {
  const byRow = new Map<string, ChangedRow | undefined>()
  for (const change of changes) {
    const row = `${change.table_name} ${JSON.stringify(change.key)}`
    const former = byRow.get(row)
    byRow.delete(row)
    byRow.set(row, former ? joined(former, change) : change)
  }
  const all = [...byRow.values()].filter((change) => change !== undefined)
  const addedIds = new Set(all.flatMap((change) => (isAddedRecord(change) ? [change.record_id] : [])))
  // What belongs to a record that was added with it goes or stays with the record.
  const recordOf = ({ record_id, key }: ChangedRow) => record_id ?? (key.event_id as string | null)
  const net = all.filter((change) => isAddedRecord(change) || !addedIds.has(recordOf(change)))
  const of = (action: ChangedRow['action']) => net.filter((change) => change.action === action)
  return [
    ...of('removed').sort((one, other) => rankOf(one) - rankOf(other)),
    ...of('changed')
      .filter(({ before }) => Object.keys(before!).length > 0)
      .reverse()
      .sort((one, other) => rankOf(one) - rankOf(other)),
    ...of('added').sort((one, other) => rankOf(other) - rankOf(one)),
  ]
}

/** Runs of changes that one statement undoes: of one table and kind, with the same columns. */
export function groupsOf(changes: ChangedRow[]): ChangedRow[][] {
  const kindOf = ({ table_name, action, before }: ChangedRow) =>
    `${table_name} ${action} ${action === 'removed' ? Object.keys(before!).sort().join() : ''}`
  const groups: ChangedRow[][] = []
  for (const change of changes) {
    const group = groups.at(-1)
    if (group && kindOf(group[0]!) === kindOf(change)) group.push(change)
    else groups.push([change])
  }
  return groups
}

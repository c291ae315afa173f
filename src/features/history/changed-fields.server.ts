import { kindLabels as callLabels } from '#features/calls/calls.ts'
import { type ChangedRow, netChanges } from '#features/change-log/undo.ts'
import { kindLabels as linkLabels } from '#features/programme/link-labels.ts'
import { differingParts } from './differing-parts.ts'
import type { ChangedField } from './history.schemas.ts'
import { columnsOf, labelOf, nounOf, platformLabel } from './labels.ts'

// From rows of the log to what a person reads: no database here.

type Row = Record<string, unknown>

export type LoggedRow = ChangedRow & {
  /** What the row is called now, if everybody may see it. */
  present: { title: string | null; kind?: string | null } | null
  /** The names of the records that it refers to, by id. */
  names: Record<string, string> | null
}

const peopleColumns = new Set(['created_by', 'user_id'])
const enumColumns = new Set([
  'status',
  'format',
  'captions',
  'sign_language',
  'step_free',
  'childcare',
  'quiet_room',
  'scholarships',
  'kind',
  'recording',
  'ticket',
  'hotel',
  'travel',
])

const sentenceCase = (word: string) => word.charAt(0).toUpperCase() + word.slice(1).replaceAll('_', ' ')

/** A stored value as text. */
export function valueText(column: string, value: unknown, names: Row = {}): string | null {
  if (value === null || value === undefined || value === '') return null
  const text = Array.isArray(value) ? value.join(', ') : String(value)
  if (peopleColumns.has(column)) return String(names[text] ?? 'A former member')
  if (column === 'series_id') return String(names[text] ?? 'A former series')
  if (column === 'track_id') return String(names[text] ?? 'A former track')
  if (column.endsWith('_time')) return text.slice(0, 5)
  return enumColumns.has(column) ? sentenceCase(text) : text
}

/** What a removed or present row is called. */
const titleOf = ({ present, before, action }: LoggedRow): string | undefined => {
  const title =
    present?.title ?? (action === 'removed' ? (before?.title ?? before?.name ?? before?.url) : undefined)
  return title === undefined || title === null ? undefined : String(title)
}

const line = (
  name: string,
  value: string | null | undefined,
  action: ChangedRow['action'],
): ChangedField[] =>
  value
    ? [{ name, before: action === 'removed' ? value : null, after: action === 'removed' ? null : value }]
    : []

/** The columns that changed; `of` names the part of the record whose columns they are. */
function columnFields(row: LoggedRow, of?: string): ChangedField[] {
  const { table_name: table, before, after, names } = row
  return columnsOf(table)
    .filter((column) => column in (before ?? {}))
    .map((column) => {
      const label = labelOf(table, column)!
      const texts = [before![column], after?.[column]].map((value) => valueText(column, value, names ?? {}))
      return { name: of ? `${of}: ${label}` : label, ...differingParts(texts[0]!, texts[1]!) }
    })
    .filter((field) => field.before !== field.after)
}

const isOwn = ({ key, record_id }: ChangedRow) => key.id === record_id

/** A break, a track or a call: what was added or removed by its title, what changed by its columns. */
function partFields(row: LoggedRow, name: string, title = titleOf(row)): ChangedField[] {
  if (!title) return []
  return row.action === 'changed' ? columnFields(row, title) : line(name, title, row.action)
}

/** A link appears when it is accepted. */
function linkFields(row: LoggedRow): ChangedField[] {
  const kind = String(row.present?.kind ?? row.before?.kind ?? 'other') as keyof typeof linkLabels
  const title = titleOf(row)
  if (row.action !== 'changed' || !row.before || !('status' in row.before))
    return partFields(row, linkLabels[kind], title)
  return line(linkLabels[kind], title, 'added')
}

function callFields(row: LoggedRow): ChangedField[] {
  const kind = String(row.present?.kind ?? row.before?.kind) as keyof typeof callLabels
  const title = `Call: ${callLabels[kind] ?? kind}`
  if (row.action === 'changed') return columnFields(row, title)
  return line('Call', callLabels[kind], row.action)
}

const notListed = 'A speaker who is no longer listed'

function speakerFields(row: LoggedRow): ChangedField[] {
  const { key, names, action, before, after } = row
  const name = names?.[String(key.speaker_id)] ?? notListed
  if (action !== 'changed') return line('Speaker', name, action)
  const places = [before, after].map((values) => String(Number(values?.position) + 1))
  return [{ name: `Place of ${name}`, before: places[0]!, after: places[1]! }]
}

function platformFields({ key, before, after }: LoggedRow): ChangedField[] {
  const texts = [before, after].map((values) => valueText('handle', values?.handle))
  return [{ name: platformLabel(key.platform), before: texts[0]!, after: texts[1]! }]
}

/** An edition that joined or left the series with this id. */
function editionFields(row: LoggedRow, seriesId: string): ChangedField[] {
  const hasLeft =
    row.action === 'removed' ||
    (row.action === 'changed' &&
      (row.before!.series_id === seriesId || Object.keys(row.before!).length === 0))
  return line('Edition', titleOf(row), hasLeft ? 'removed' : 'added')
}

function fieldsOfRow(row: LoggedRow, recordId: string): ChangedField[] {
  const { table_name: table, key, names, action } = row
  switch (table) {
    case 'all_events':
      if (row.parent_id === recordId) return editionFields(row, recordId)
      break
    case 'all_speakers':
      if (row.parent_id === recordId)
        return line('Merged record', titleOf(row) ?? notListed, action === 'removed' ? 'added' : 'removed')
      break
    case 'all_event_tags':
      return line('Topic', String(key.tag), action)
    case 'talk_topics':
      return line('Topic', names?.[String(key.topic_id)], action)
    case 'event_organisers':
      return line('Co-organiser', names?.[String(key.user_id)], action)
    case 'talk_speakers':
      return speakerFields(row)
    case 'social_links':
      return platformFields(row)
    case 'all_talk_links':
      return linkFields(row)
    case 'calls':
      return callFields(row)
  }
  if (!isOwn(row)) return partFields(row, nounOf(table)!)
  return action === 'changed' ? columnFields(row) : line(nounOf(table)!, titleOf(row), action)
}

/** What rows of the log come to, for the record with this id: its own fields first, then its parts. */
export function changedFields(rows: LoggedRow[], recordId: string): ChangedField[] {
  const names: Record<string, string> = Object.assign({}, ...rows.map((row) => row.names))
  // Of a conference that moved to another series, the one that it left has nothing but this.
  const moves = rows.filter(({ before }) => before && Object.keys(before).length === 0)
  const net = (netChanges(rows) as LoggedRow[]).sort(
    (one, other) => Number(isOwn(other)) - Number(isOwn(one)),
  )
  return [...net, ...moves].flatMap((row) => fieldsOfRow({ ...row, names }, recordId))
}

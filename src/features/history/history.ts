import { api } from '#lib/api.ts'
import { oneOf, oneText } from '#lib/search-params.ts'
import { limits } from '#src/limits.ts'
import type { ChangedKind, ChangeFilters, RecordChange, RecordKind, UndoScope } from './history.schemas.ts'

/** The procedures of each kind of record. */
export const historyOf = {
  events: { list: api.history.ofEvent, compare: api.history.compareEvent, returnTo: api.history.returnEvent },
  talks: { list: api.history.ofTalk, compare: api.history.compareTalk, returnTo: api.history.returnTalk },
  speakers: {
    list: api.history.ofSpeaker,
    compare: api.history.compareSpeaker,
    returnTo: api.history.returnSpeaker,
  },
  series: {
    list: api.history.ofSeries,
    compare: api.history.compareSeries,
    returnTo: api.history.returnSeries,
  },
} as const satisfies Record<RecordKind, unknown>

/** `after`: where the list goes on; `from` and `to`: the versions that are compared. */
export type HistorySearch = { after?: number; from?: number; to?: number }

function changeNumber(value: unknown): number | undefined {
  const text = oneText(value)
  return text !== undefined && /^[0-9]{1,15}$/.test(text) ? Number(text) : undefined
}

export const afterChange = ({ after }: Record<string, unknown>): { after?: number } => ({
  after: changeNumber(after),
})

export const historySearch = (raw: Record<string, unknown>): HistorySearch => ({
  after: changeNumber(raw.after),
  from: changeNumber(raw.from),
  to: changeNumber(raw.to),
})

/** Two chosen versions, the older one first. */
export function versionsOf({ from, to }: HistorySearch): { from: number; to: number } | undefined {
  if (from === undefined || to === undefined || from === to) return undefined
  return { from: Math.min(from, to), to: Math.max(from, to) }
}

export const verbs: Record<RecordChange['via'], string> = {
  form: 'edited',
  import: 'imported',
  source: 'brought in from a source',
  command: 'changed with a command',
  merge: 'merged',
  undo: 'undid a change',
  site: 'changed by the site',
}

/** How something was changed, as a filter calls it. */
export const meansLabels: Record<RecordChange['via'], string> = {
  form: 'Form or API',
  import: 'Import',
  source: 'Source',
  command: 'Command',
  merge: 'Merge',
  undo: 'Undo',
  site: 'The site itself',
}

export const kindLabels: Record<ChangedKind, [one: string, many: string]> = {
  events: ['conference', 'conferences'],
  talks: ['talk', 'talks'],
  speakers: ['speaker', 'speakers'],
  series: ['series', 'series'],
  topics: ['topic', 'topics'],
}

const keysOf = <Key extends string>(labels: Record<Key, unknown>) => Object.keys(labels) as Key[]

function day(value: unknown): string | undefined {
  const text = oneText(value)
  if (text === undefined || !/^\d{4}-\d\d-\d\d$/.test(text) || text < '0001') return undefined
  const moment = new Date(text)
  return Number.isNaN(+moment) || moment.toISOString().slice(0, 10) !== text ? undefined : text
}

export type RecentSearch = ChangeFilters & { after?: number }

export const recentSearch = (raw: Record<string, unknown>): RecentSearch => ({
  person: oneText(raw.person, limits.email),
  record: oneText(raw.record, limits.url),
  kind: oneOf(raw.kind, keysOf(kindLabels)),
  via: oneOf(raw.via, keysOf(meansLabels)),
  from: day(raw.from),
  to: day(raw.to),
  change: changeNumber(raw.change) || undefined,
  after: changeNumber(raw.after),
})

/** What an administrator is about to do with a member. */
export const memberActs = ['suspend', 'branch', 'restore', 'undo'] as const
export type MemberAct = (typeof memberActs)[number]

export const undoTimes = {
  1: 'The last day',
  7: 'The last 7 days',
  30: 'The last 30 days',
  730: 'The last two years',
}

/** `days`: how far back an undo goes; without it, to the first change of the last days. */
export type MemberSearch = { act?: MemberAct; days?: number }

export const memberSearch = (raw: Record<string, unknown>): MemberSearch => {
  const days = oneOf(oneText(raw.days), Object.keys(undoTimes))
  return { act: oneOf(raw.act, memberActs), days: days === undefined ? undefined : Number(days) }
}

export const scopeOf = (act: MemberAct): UndoScope =>
  act === 'branch' ? 'branch' : act === 'restore' ? 'suspended' : 'member'

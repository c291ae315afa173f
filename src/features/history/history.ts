import { api } from '#lib/api.ts'
import { oneText } from '#lib/search-params.ts'
import type { RecordChange, RecordKind } from './history.schemas.ts'

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

import { api } from '#lib/api.ts'
import type { ChangedKind, RecordChange, RecordKind, UndoScope } from './history.schemas.ts'
import type { HistorySearch, MemberAct } from './history-search.ts'

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

/** Two chosen versions, the older one first. */
export function versionsOf({ from, to }: HistorySearch): { from: number; to: number } | undefined {
  if (from === undefined || to === undefined || from === to) return undefined
  return { from: Math.min(from, to), to: Math.max(from, to) }
}

export const scopeOf = (act: MemberAct): UndoScope =>
  act === 'branch' ? 'branch' : act === 'restore' ? 'suspended' : 'member'

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

export const undoTimes = {
  1: 'The last day',
  7: 'The last 7 days',
  30: 'The last 30 days',
  730: 'The last two years',
}

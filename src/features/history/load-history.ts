import { api } from '#lib/api.ts'
import type { Load } from '#lib/load.ts'
import { historyOf, scopeOf, versionsOf } from './history.ts'
import type { HistoricRecord, HistorySearch, MemberSearch } from './history-search.ts'

/** What the page of a history shows: never what this tab has cached, because an undo must see all. */
export async function loadHistory(load: Load, record: HistoricRecord, search: HistorySearch) {
  const { id } = record
  const { list, compare } = historyOf[record.kind]
  const versions = versionsOf(search)
  const [history, comparison] = await Promise.all([
    load(list.queryOptions({ input: { id, after: search.after }, staleTime: 0 })),
    versions && load(compare.queryOptions({ input: { id, ...versions }, staleTime: 0 })),
  ])
  return { record, history, comparison, search }
}

/** The question about a member that the address asks, with what an undo would do. */
export async function loadPreview(load: Load, user_id: string, { act, days }: MemberSearch) {
  if (!act) return
  const since = days && new Date(Date.now() - days * 86_400_000).toISOString()
  const input = { user_id, scope: scopeOf(act), since: since || undefined }
  const plan = await load(api.history.previewUndoMember.queryOptions({ input, staleTime: 0 }))
  return { act, days, plan }
}

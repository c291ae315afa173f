import { api } from '#lib/api.ts'
import type { Load } from '#lib/load.ts'
import { cursor, oneOf, oneText } from '#lib/search-params.ts'
import { type DecisionKind, decisionKinds } from './decisions.ts'

type Search = { kind?: DecisionKind; state?: 'refused' | 'accepted'; search?: string; after?: string }

export const decisionSearch = (raw: Record<string, unknown>): Search => ({
  kind: oneOf(raw.kind, decisionKinds),
  state: oneOf(raw.state, ['refused', 'accepted']),
  search: oneText(raw.search),
  after: cursor(raw.after),
})

export async function loadDecisions(load: Load, search: Search) {
  const [page, counts] = await Promise.all([
    load(api.decisions.list.queryOptions({ input: search, staleTime: 0 })),
    load(api.decisions.counts.queryOptions({ input: {}, staleTime: 0 })),
  ])
  return { search, page, counts }
}

import type { DecisionState } from '#features/decisions/decisions.schemas.ts'
import { api } from '#lib/api.ts'
import { type Load, withFallback } from '#lib/load.ts'
import { oneOf } from '#lib/search-params.ts'

export const claimSearch = (raw: Record<string, unknown>) => ({
  processed: oneOf(raw.processed, ['shown'] as const),
})

/** The claims of one kind in the queue of decisions; those that were decided where they are shown. */
export async function loadClaims(
  load: Load,
  kind: 'event_claim' | 'speaker_claim',
  { processed }: ReturnType<typeof claimSearch>,
) {
  const list = (state: DecisionState) =>
    load(api.decisions.list.queryOptions({ input: { kind, state }, staleTime: 0 }))
  const total = async (state: DecisionState) => {
    const counts = load(api.decisions.counts.queryOptions({ input: { kind, state }, staleTime: 0 }))
    return (await withFallback(counts, []))[0]?.n ?? 0
  }
  const isShown = processed === 'shown'
  const [open, accepted, refused, ...totals] = await Promise.all([
    list('open'),
    isShown ? list('accepted') : undefined,
    isShown ? list('refused') : undefined,
    total('open'),
    total('accepted'),
    total('refused'),
  ])
  return {
    kind,
    lists: { open, accepted, refused },
    totals: { open: totals[0], accepted: totals[1], refused: totals[2] },
  }
}

import { oneOf, oneText } from '#lib/search-params.ts'
import type { ClaimStatus } from './claims.schemas.ts'

/** The search part of the two pages of claims: where each of the three lists goes on, and whether processed ones are shown. */
export type ClaimSearch = { pending?: string; processed?: 'shown'; approved?: string; rejected?: string }

export const claimSearch = (raw: Record<string, unknown>): ClaimSearch => ({
  pending: oneText(raw.pending),
  processed: oneOf(raw.processed, ['shown']),
  approved: oneText(raw.approved),
  rejected: oneText(raw.rejected),
})

/** What both pages show: the pending ones, those that were decided where they are asked for, and how many there are of each. */
export async function loadClaims<List>(
  search: ClaimSearch,
  list: (input: { status: ClaimStatus; after?: string }) => Promise<List>,
  total: (input: { status: ClaimStatus }) => Promise<number>,
) {
  const loadList = (status: ClaimStatus) => list({ status, after: search[status] })
  const isShown = search.processed === 'shown'
  const [pending, approved, rejected, ...totals] = await Promise.all([
    loadList('pending'),
    isShown ? loadList('approved') : undefined,
    isShown ? loadList('rejected') : undefined,
    total({ status: 'pending' }),
    total({ status: 'approved' }),
    total({ status: 'rejected' }),
  ])
  return {
    lists: { pending, approved, rejected },
    totals: { pending: totals[0], approved: totals[1], rejected: totals[2] },
  }
}

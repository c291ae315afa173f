import { cursor, oneOf } from '#lib/search-params.ts'
import type { ClaimStatus } from './claims.schemas.ts'

/** The search parameters of the two pages of claims: a cursor for each list, and whether processed claims are shown. */
export type ClaimSearch = { pending?: string; processed?: 'shown'; approved?: string; rejected?: string }

export const claimSearch = (raw: Record<string, unknown>): ClaimSearch => ({
  pending: cursor(raw.pending),
  processed: oneOf(raw.processed, ['shown']),
  approved: cursor(raw.approved),
  rejected: cursor(raw.rejected),
})

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

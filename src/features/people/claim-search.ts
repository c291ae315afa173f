import { oneOf, oneText } from '#lib/search-params.ts'

/** The search part of the two pages of claims: where each of the three lists goes on, and whether processed ones are shown. */
export type ClaimSearch = { pending?: string; processed?: 'shown'; approved?: string; rejected?: string }

export const claimSearch = (raw: Record<string, unknown>): ClaimSearch => ({
  pending: oneText(raw.pending),
  processed: oneOf(raw.processed, ['shown']),
  approved: oneText(raw.approved),
  rejected: oneText(raw.rejected),
})

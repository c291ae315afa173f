import { z } from 'zod'
import { optionalText } from '#lib/fields.ts'
import { limits } from '#src/limits.ts'

// What a claim of an event and a claim of a speaker profile have in common.

export const claimStatus = z.enum(['pending', 'approved', 'rejected'])
export type ClaimStatus = z.infer<typeof claimStatus>

/** Why somebody claims something, or why that was turned down. */
export const claimReason = optionalText(limits.claimReason, 'Reason')

export const reasonForm = z.object({ reason: claimReason })

export const claim = z.object({
  id: z.uuid(),
  status: claimStatus,
  created_at: z.string(),
  approved_at: z.string().nullable(),
  rejected_at: z.string().nullable(),
})

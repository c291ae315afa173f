import { z } from 'zod'
import { personCard } from '#features/people/people.schemas.ts'
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

/** Somebody who claims something, with what helps an administrator to decide. */
export const claimant = personCard.extend({
  member_since: z.string(),
  /** How many events are theirs, and the names of the latest of them. */
  event_count: z.number().int(),
  events: z.array(z.object({ id: z.uuid(), name: z.string(), slug: z.string() })),
  /** How many claims of theirs were decided so, of events and of speakers together. */
  approved: z.number().int(),
  rejected: z.number().int(),
})
export type Claimant = z.infer<typeof claimant>

/** Null while the claim is pending, and where the administrator's account is gone. */
export const decidedBy = personCard.nullable()

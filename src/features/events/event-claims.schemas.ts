import { z } from 'zod'
import { claimant } from '#features/claims/claimants.schemas.ts'
import { personCard } from '#features/people/people.schemas.ts'
import { optionalText } from '#lib/fields.ts'
import { limits } from '#src/limits.ts'
import { eventCard } from './events.schemas.ts'

export const claimStatus = z.enum(['pending', 'approved', 'rejected'])

export const claimReason = optionalText(limits.claimReason, 'Reason')

/** The dialog in which somebody says why a conference is theirs. */
export const claimForm = z.object({ reason: claimReason })

const claim = z.object({
  id: z.uuid(),
  event_id: z.uuid(),
  status: claimStatus,
  reason: z.string().nullable(),
  created_at: z.string(),
  approved_at: z.string().nullable(),
  rejected_at: z.string().nullable(),
})

/** A person's own claim of an event. */
export const myEventClaim = claim
export type MyEventClaim = z.infer<typeof myEventClaim>

/** A claim as administrators see it. `decided_by` is null while it is pending, and where the admin's account is gone. */
export const listedEventClaim = claim.extend({
  event: eventCard
    .omit({ tags: true, excerpt: true })
    .extend({ website: z.string().nullable(), owner: personCard.nullable() }),
  requester: claimant,
  decided_by: personCard.nullable(),
})
export type ListedEventClaim = z.infer<typeof listedEventClaim>

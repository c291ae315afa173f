import { z } from 'zod'
import { claimant } from '#features/claims/claimants.schemas.ts'
import { personCard } from '#features/people/people.schemas.ts'
import { optionalText } from '#lib/fields.ts'
import { limits } from '#src/limits.ts'
import { speakerDetail } from './speakers.schemas.ts'

export const speakerClaimStatus = z.enum(['pending', 'approved', 'rejected'])

export const rejectionReason = optionalText(limits.claimReason, 'Reason')

const claim = z.object({
  id: z.uuid(),
  speaker_id: z.uuid(),
  status: speakerClaimStatus,
  rejection_reason: z.string().nullable(),
  created_at: z.string(),
  approved_at: z.string().nullable(),
  rejected_at: z.string().nullable(),
})
export const speakerClaim = claim

const named = speakerDetail.pick({ id: true, name: true })

/** How a person stands to a speaker profile: their latest claim of it, and what keeps them from claiming it. */
export const mySpeakerClaim = z.object({
  claim: claim.nullable(),
  /** The speaker profile that is linked to their account. */
  linked: named.nullable(),
  /** Another one, that they have claimed and that waits for its decision. */
  claimed: named.nullable(),
})
export type MySpeakerClaim = z.infer<typeof mySpeakerClaim>

/** A claim as administrators see it. `decided_by` is null while it is pending, and where the admin's account is gone. */
export const listedSpeakerClaim = claim.extend({
  speaker: speakerDetail
    .pick({ id: true, name: true, bio: true, image_url: true, location_name: true, country_name: true })
    .extend({ talk_count: z.number().int() }),
  claimant,
  decided_by: personCard.nullable(),
})
export type ListedSpeakerClaim = z.infer<typeof listedSpeakerClaim>

/** The box in which an administrator says why a claim is turned down. */
export const rejectionForm = z.object({ reason: rejectionReason })

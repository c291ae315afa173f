import { z } from 'zod'
import { speakerDetail } from '#features/speakers/speakers.schemas.ts'
import { claim } from './claims.schemas.ts'

export const speakerClaim = claim.extend({ speaker_id: z.uuid(), rejection_reason: z.string().nullable() })

const speakerName = speakerDetail.pick({ id: true, name: true })

/** A person's relation to a speaker profile: their latest claim of it, and what prevents another one. */
export const mySpeakerClaim = z.object({
  claim: speakerClaim.nullable(),
  /** The speaker profile that is linked to their account. */
  linked: speakerName.nullable(),
  /** Another one, that they have claimed and that waits for its decision. */
  claimed: speakerName.nullable(),
})
export type MySpeakerClaim = z.infer<typeof mySpeakerClaim>

import { z } from 'zod'
import { eventCard } from '#features/events/events.schemas.ts'
import { personCard } from '#features/people/people.schemas.ts'
import { claim, claimant, decidedBy } from './claims.schemas.ts'

export const myEventClaim = claim.extend({ event_id: z.uuid(), reason: z.string().nullable() })
export type MyEventClaim = z.infer<typeof myEventClaim>

export const listedEventClaim = myEventClaim.extend({
  event: eventCard
    .omit({ status: true, first_start_date: true, first_end_date: true, tags: true, excerpt: true })
    .extend({ website: z.string().nullable(), owner: personCard.nullable() }),
  requester: claimant,
  decided_by: decidedBy,
})

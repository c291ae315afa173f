import { z } from 'zod'
import { personCard } from '#features/people/people.schemas.ts'

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

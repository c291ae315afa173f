import { z } from 'zod'
import { eventCard } from '#features/events/events.schemas.ts'
import { savedTalk } from '#features/programme/programme.schemas.ts'

/** What a person with the address of a plan sees. */
export const sharedPlan = z.object({
  /** Of the person, as on their profile. */
  name: z.string().nullable(),
  event: eventCard.omit({ excerpt: true, tags: true }).extend({ time_zone: z.string().nullable() }),
  talks: z.array(savedTalk),
})
export type SharedPlan = z.infer<typeof sharedPlan>

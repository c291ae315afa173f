import { z } from 'zod'
import { eventInQuestion } from '#features/events/events.schemas.ts'

const count = z.number().int()
const duplicate = eventInQuestion.extend({ website: z.string().nullable(), attendees: count, talks: count })

/** Two listed conferences that are the same, or perhaps, and why. */
export const duplicatePair = z.object({
  one: duplicate,
  other: duplicate,
  verdict: z.enum(['same', 'perhaps']),
  reasons: z.array(z.object({ code: z.string(), text: z.string() })),
})
export type DuplicatePair = z.infer<typeof duplicatePair>

import { z } from 'zod'

const count = z.number().int()
const duplicate = z.object({
  id: z.uuid(),
  slug: z.string(),
  name: z.string(),
  start_date: z.iso.date(),
  end_date: z.iso.date(),
  location_name: z.string(),
  country_name: z.string(),
  website: z.string().nullable(),
  attendees: count,
  talks: count,
})

/** Two listed conferences that are the same, or perhaps, and why. */
export const duplicatePair = z.object({
  one: duplicate,
  other: duplicate,
  verdict: z.enum(['same', 'perhaps']),
  reasons: z.array(z.object({ code: z.string(), text: z.string() })),
})
export type DuplicatePair = z.infer<typeof duplicatePair>

import { z } from 'zod'
import { eventFields } from '#features/events/event-editing.schemas.ts'
import { limits } from '#src/limits.ts'

export const unknownCity = z.object({
  city: z.string(),
  country: z.string(),
  event_count: z.number().int(),
  /** What it may be; null where nothing is near. */
  proposal: z.string().nullable(),
})
export type UnknownCity = z.infer<typeof unknownCity>

export const cityRenaming = z.object({
  city: z.string().min(1).max(limits.place),
  country: z.string().min(1).max(limits.place),
  new_city: eventFields.location_name.schema,
})

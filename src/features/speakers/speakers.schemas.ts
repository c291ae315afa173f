import { z } from 'zod'
import { textCursor } from '#lib/cursor.ts'
import { limits } from '#src/limits.ts'

export const speakerCard = z.object({
  id: z.uuid(),
  name: z.string(),
  location_name: z.string().nullable(),
  country_code: z.string().nullable(),
  country_name: z.string().nullable(),
  image_url: z.string().nullable(),
  events_spoken_at: z.number().int(),
  unique_conferences: z.number().int(),
  excerpt: z.string().nullable(),
  topics: z.array(z.string()),
  /** The last one, also of those to come. */
  latest_talk: z.object({ title: z.string(), event_name: z.string() }).nullable(),
})
export type SpeakerCard = z.infer<typeof speakerCard>

export const speakerDetail = speakerCard.omit({ excerpt: true, latest_talk: true }).extend({
  bio: z.string().nullable(),
  user_id: z.uuid().nullable(),
  created_by: z.uuid().nullable(),
  updated_at: z.string(),
  shows_former_names: z.boolean(),
  /** Only if the person shows them. */
  former_names: z.array(z.string()),
  links: z.array(z.object({ platform: z.enum(['twitter', 'github', 'website']), handle: z.string() })),
  /** When the website was first missing; null while it is there. */
  website_gone_since: z.string().nullable(),
})
export type SpeakerDetail = z.infer<typeof speakerDetail>

export const speakerFilter = z.object({
  search: z.string().trim().max(limits.searchTerm).optional(),
  topics: z
    .preprocess(
      (value) => (typeof value === 'string' ? [value] : value),
      z.array(z.string().max(limits.topicName)).max(50),
    )
    .optional(),
  /** The letter with which the list begins. */
  from: z
    .string()
    .regex(/^\p{L}$/u)
    .optional(),
  after: textCursor.optional(),
})
export type SpeakerFilter = z.infer<typeof speakerFilter>

/** How many speakers there are, counted up to a limit, and the letters with which their names begin. */
export const speakerOverview = z.object({
  total: z.number().int(),
  is_complete: z.boolean(),
  letters: z.array(z.string()),
})

export const speakerPage = z.object({ speakers: z.array(speakerCard), next: z.string().nullable() })

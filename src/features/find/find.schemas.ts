import { z } from 'zod'
import { popularTopic } from '#features/topics/topics.schemas.ts'

const event = z.object({
  name: z.string(),
  slug: z.string(),
  start_date: z.iso.date(),
  end_date: z.iso.date(),
  location_name: z.string(),
  country_name: z.string(),
})
const talk = z.object({
  id: z.uuid(),
  title: z.string(),
  date: z.iso.date(),
  speakers: z.array(z.string()),
  event_name: z.string(),
  event_slug: z.string(),
})
const speaker = z.object({
  id: z.uuid(),
  name: z.string(),
  location_name: z.string().nullable(),
  country_name: z.string().nullable(),
})
/** A city with its country, or a country. */
const place = z.object({ city: z.string().nullable(), country: z.string() })

export const found = z.object({
  events: z.array(event),
  talks: z.array(talk),
  speakers: z.array(speaker),
  topics: z.array(popularTopic),
  places: z.array(place),
  /** How many of them have all words as they were written; the others are one letter off. */
  exact: z.number().int(),
})
export type Found = z.infer<typeof found>

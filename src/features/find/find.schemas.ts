import { z } from 'zod'
import { eventCard } from '#features/events/events.schemas.ts'
import { listedSeries } from '#features/series/series.schemas.ts'
import { speakerCard } from '#features/speakers/speakers.schemas.ts'
import { popularTopic } from '#features/topics/topics.schemas.ts'

const event = eventCard.omit({
  id: true,
  first_start_date: true,
  first_end_date: true,
  tags: true,
  excerpt: true,
})
const talk = z.object({
  number: z.number().int(),
  title: z.string(),
  date: z.iso.date(),
  has_video: z.boolean(),
  speakers: z.array(z.string()),
  event_name: z.string(),
  event_slug: z.string(),
})
const speaker = speakerCard.pick({ id: true, name: true, location_name: true, country_name: true })
const series = listedSeries.pick({
  name: true,
  slug: true,
  edition_count: true,
  first_date: true,
  last_date: true,
})
/** A city with its country, or a country. */
export const place = z.object({ city: z.string().nullable(), country: z.string() })

export const findResults = z.object({
  events: z.array(event),
  series: z.array(series),
  talks: z.array(talk),
  speakers: z.array(speaker),
  topics: z.array(popularTopic),
  places: z.array(place),
  /** How many of them match the search as typed; the others match a corrected spelling. */
  exact: z.number().int(),
})
export type FindResults = z.infer<typeof findResults>

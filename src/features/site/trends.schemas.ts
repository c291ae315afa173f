import { z } from 'zod'
import { limits } from '#src/limits.ts'

/** All of the directory, or what has a topic or takes place in a country. */
export const trendsOf = z.object({
  topic: z.string().max(limits.topicName).optional(),
  country: z.string().max(limits.place).optional(),
})
export type TrendsOf = z.infer<typeof trendsOf>

/** A line of a chart: its name and a figure for each year. */
const series = z.object({ name: z.string(), values: z.array(z.number().int()) })
export type TrendSeries = z.infer<typeof series>

export const trends = z.object({
  years: z.array(z.number().int()),
  /** Conferences of each year: what the topics and countries are shares of. */
  conferences: z.array(z.number().int()),
  online: z.array(z.number().int()),
  topics: z.array(series),
  countries: z.array(series),
  talks: z.array(z.number().int()),
  /** Talks with a topic: shares of the talks. */
  talk_topics: z.array(series),
  recorded: z.array(z.number().int()),
  /** Speakers whose first talk here was in the year. */
  new_speakers: z.array(z.number().int()),
})
export type Trends = z.infer<typeof trends>

import { z } from 'zod'
import { listedMatch } from '#features/events/listed-match.ts'

/** What the page of a conference says, under the names of the form. Days are yyyy-MM-dd. */
const pageValues = z.object({
  name: z.string().optional(),
  description: z.string().optional(),
  location_name: z.string().optional(),
  country_name: z.string().optional(),
  start_date: z.string().optional(),
  end_date: z.string().optional(),
  format: z.string().optional(),
  website: z.string().optional(),
  code_of_conduct_url: z.string().optional(),
  logo_url: z.string().optional(),
  cfp_url: z.string().optional(),
})
export type PageValues = z.infer<typeof pageValues>
export type PageField = keyof PageValues
export const pageFields = Object.keys(pageValues.shape) as PageField[]

export const pageReading = z.object({
  values: pageValues,
  /** Names of values that no structured data of the page has: they are to be checked. */
  guesses: z.array(z.enum(pageFields)),
  /** The address of the published programme, if the page embeds one of Sessionize or pretalx. */
  programme: z.string().nullable(),
  /** The listed conference that it probably is. */
  listed: listedMatch.nullable(),
})
export type PageReading = z.infer<typeof pageReading>

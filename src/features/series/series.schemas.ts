import { z } from 'zod'
import { suggestionFields } from '#features/decisions/suggestion-fields.ts'
import { edition, eventCard } from '#features/events/events.schemas.ts'
import { line, optionalText, optionalUrl } from '#lib/fields.ts'
import { type Fields, rulesOf, storedShape } from '#lib/form-fields.ts'
import { limits } from '#src/limits.ts'

const name = line('Name is required', limits.eventName, 'Name', 2)

export const seriesFields = {
  name: { label: 'Name', schema: name },
  description: { label: 'Description', schema: optionalText(limits.seriesDescription, 'Description') },
  website: { label: 'Website', schema: optionalUrl(limits.url) },
} satisfies Fields
export const seriesForm = z.object(rulesOf(seriesFields))
/** The same form, where it suggests. */
export const seriesSuggestion = seriesForm.extend(rulesOf(suggestionFields))

/** The series that a conference joins: of this name, or a new one. */
export const joinForm = z.object({ name })

const seriesKey = z.object({ id: z.uuid(), name: z.string(), slug: z.string() })

/** A conference with what is left of it. */
export const seriesEdition = eventCard.omit({ excerpt: true }).extend({
  created_by: z.uuid().nullable(),
  talks: z.number().int(),
  videos: z.number().int(),
  slides: z.number().int(),
  /** Members who were there or go, and show it to everybody. */
  attendees: z.number().int(),
})
export type SeriesEdition = z.infer<typeof seriesEdition>

/** Somebody who spoke at several editions. */
const returningSpeaker = z.object({ id: z.uuid(), name: z.string(), event_ids: z.array(z.uuid()) })
export type ReturningSpeaker = z.infer<typeof returningSpeaker>

export const seriesDetail = seriesKey.extend({
  ...storedShape(seriesFields),
  /** The newest first; of a longer series the newest. */
  editions: z.array(seriesEdition),
  edition_count: z.number().int(),
  /** What only their listers put into it, the newest first. */
  unconfirmed: z.array(edition),
  speakers: z.array(returningSpeaker),
  speaker_count: z.number().int(),
})
export type SeriesDetail = z.infer<typeof seriesDetail>

export const listedSeries = seriesKey.extend({
  edition_count: z.number().int(),
  first_date: z.iso.date(),
  last_date: z.iso.date(),
  /** Of the edition that is to come or runs. */
  next_date: z.iso.date().nullable(),
  city_names: z.array(z.string()),
  /** Of the newest edition, whose poster stands for the series. */
  newest_slug: z.string(),
})
export type ListedSeries = z.infer<typeof listedSeries>

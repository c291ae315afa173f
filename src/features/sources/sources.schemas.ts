import { z } from 'zod'
import { eventFormats } from '#features/events/event-provisions.ts'
import { line, optionalUrl } from '#lib/fields.ts'
import { limits } from '#src/limits.ts'

export const sourceFormats = ['confs.tech', 'ical', 'hallway', 'json-ld'] as const
export type SourceFormat = (typeof sourceFormats)[number]

/** What became of the entries of a list: each counts once, and those that are gone from it beside them. */
export const sourceCounts = z.object({
  new: z.number().int(),
  same: z.number().int(),
  perhaps: z.number().int(),
  changed: z.number().int(),
  gone: z.number().int(),
  /** Changes of the source that edits here withstand, or that the owner decides on. */
  kept: z.number().int(),
  /** Past, invalid, declined or removed here, or beyond the number of proposals of a run. */
  skipped: z.number().int(),
})
export type SourceCounts = z.infer<typeof sourceCounts>

/** What a source says of a conference. Days are yyyy-MM-dd. */
export const entryValues = z.object({
  name: z.string(),
  start_date: z.iso.date(),
  end_date: z.iso.date(),
  location_name: z.string(),
  country_name: z.string(),
  website: z.string().nullable(),
  code_of_conduct_url: z.string().nullable(),
  status: z.enum(['scheduled', 'postponed', 'cancelled', 'moved_online']),
  cfp_url: z.string().nullable(),
  cfp_end_date: z.iso.date().nullable(),
  tags: z.array(z.string()),
  /** Codes, as 'en, de'. Entries that were stored before it was read have none. */
  languages: z.string().nullish(),
  format: z.enum(eventFormats).nullish(),
  accounts: z.string().nullish(),
})
export type EntryValues = z.infer<typeof entryValues>
/** `is_unsure`: the gazetteer does not have its city in an address, so a person decides. */
export type SourceEntry = { key: string; values: EntryValues; is_unsure?: true }

/** An entry of a list that is not listed: what it is called or where it stands, and why. */
export const leftOut = z.object({ name: z.string(), reason: z.string() })
export type LeftOut = z.infer<typeof leftOut>

/** A new source. `{year}` in an address stands for this year and the next. */
export const sourceForm = z.object({
  name: line('A source needs a name', 100, 'Name'),
  format: z.enum(sourceFormats),
  licence: line('A source needs a licence', 100, 'Licence'),
  addresses: z
    .array(
      optionalUrl(limits.url, (value) => /^https?:\/\/[^\s<>"]+$/i.test(value)).transform(
        (value) => value ?? '',
      ),
    )
    .max(100)
    .transform((list) => list.filter(Boolean)),
  lists_at_once: z.boolean().default(false),
  topic_names: z.record(z.string().max(100), z.string().max(100)).default({}),
})

const run = z.object({ id: z.uuid(), counts: sourceCounts, created_at: z.string() })

export const listedSource = z.object({
  id: z.uuid(),
  name: z.string(),
  format: z.enum(sourceFormats),
  licence: z.string(),
  addresses: z.array(z.string()),
  lists_at_once: z.boolean(),
  topic_names: z.record(z.string(), z.string()),
  checked_at: z.string().nullable(),
  last_error: z.string().nullable(),
  /** By the last reading, without what is past. */
  left_out: z.array(leftOut),
  linked: z.number().int(),
  proposed: z.number().int(),
  /** The newest run, which alone can be undone. */
  run: run.nullable(),
})
export type ListedSource = z.infer<typeof listedSource>

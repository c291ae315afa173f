import { z } from 'zod'
import { eventFieldNames, eventFields } from './event-editing.schemas.ts'

/** Columns that are taken whole with the first: no day without its month, no city in another country. */
const columnsTogether = {
  start_date: ['end_date', 'first_start_date', 'first_end_date'],
  location_name: ['country_name', 'time_zone'],
  status: ['status_note'],
  series_id: ['confirmation'],
} as const

const parts: string[] = Object.values(columnsTogether).flat()
type Part = (typeof columnsTogether)[keyof typeof columnsTogether][number]

/** What a merge takes from one conference or the other. */
export const mergedNames = [...eventFieldNames, 'series_id' as const].filter(
  (name): name is Exclude<typeof name, Part> => !parts.includes(name),
)
export type MergedName = (typeof mergedNames)[number]

export const mergedColumns = (name: MergedName): readonly string[] => [
  name,
  ...(columnsTogether[name as keyof typeof columnsTogether] ?? []),
]

const otherLabels: Partial<Record<MergedName, string>> = {
  start_date: 'Days',
  location_name: 'Place',
  series_id: 'Series',
}

export const mergedLabel = (name: MergedName): string =>
  otherLabels[name] ?? eventFields[name as keyof typeof eventFields].label

const side = z.enum(['kept', 'gone'])
export type MergeSide = z.infer<typeof side>

export const mergeChoices = z.partialRecord(z.enum(mergedNames), side)
export type MergeChoices = z.infer<typeof mergeChoices>

export const countLabels = {
  attendees: 'Attendees',
  followers: 'Followers',
  talks: 'Talks',
  saved_talks: 'Saved talks',
  links: 'Links of talks',
  breaks: 'Breaks',
  tracks: 'Tracks',
  calls: 'Calls',
  announcements: 'Messages to attendees',
  organisers: 'Co-organisers',
  claims: 'Claims',
}
export type CountName = keyof typeof countLabels
export const countNames = Object.keys(countLabels) as CountName[]

const counts = z.record(z.enum(countNames as [CountName, ...CountName[]]), z.number().int())

const mergeCounts = {
  /** What moves to the kept conference. */
  moved: counts,
  /** What both have, which becomes one. */
  dropped: counts,
}

const mergeSide = z.object({ id: z.uuid(), name: z.string(), slug: z.string(), owner: z.string().nullable() })

export const eventMergePreview = z.object({
  kept: mergeSide,
  gone: mergeSide,
  /** What at least one of them has, as text. */
  fields: z.array(
    z.object({
      name: z.enum(mergedNames),
      kept: z.string().nullable(),
      gone: z.string().nullable(),
      /** Which one is taken if nothing is chosen. */
      choice: side,
    }),
  ),
  ...mergeCounts,
  /** The merge that made them one already: the rest is empty then. */
  change_id: z.number().int().nullable(),
})
export type EventMergePreview = z.infer<typeof eventMergePreview>

export const eventMergeResult = z.object({
  slug: z.string(),
  ...mergeCounts,
  /** Undone by POST /changes/{id}/undo. Null in a preview. */
  change_id: z.number().int().nullable(),
})

import { z } from 'zod'
import { eventFieldNames, eventFields } from '#features/events/event-editing.schemas.ts'
import { limits } from '#src/limits.ts'

/** What conferences have for themselves; what they are licensed under, their source says. */
const ownFields = [
  'name',
  'description',
  'start_date',
  'end_date',
  'logo_url',
  'status',
  'status_note',
] as const
type SharedField = 'topic' | 'series' | Exclude<keyof typeof eventFields, (typeof ownFields)[number]>

/** The fields that many conferences can be given at once, with their labels. */
export const sharedFields = {
  ...Object.fromEntries(
    eventFieldNames
      .filter((name) => !ownFields.some((own) => own === name))
      .map((name) => [name, eventFields[name].label]),
  ),
  topic: 'Topic (is added)',
  series: 'Series',
} as Record<SharedField, string>
const names = Object.keys(sharedFields) as [SharedField, ...SharedField[]]

/** Without a value nothing changes. */
export const fieldChange = z.object({
  ids: z.array(z.uuid()).min(1).max(limits.recordsAtOnce),
  field: z.enum(names).default('location_name'),
  value: z.string().trim().max(limits.url).optional(),
})
export type FieldChange = z.input<typeof fieldChange>

/** What a conference had and has; `refusal` says why it stays as it is. */
export const changedEvent = z.object({
  id: z.uuid(),
  name: z.string(),
  slug: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
  refusal: z.string().nullable(),
})
export type ChangedEvent = z.infer<typeof changedEvent>

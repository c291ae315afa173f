import { z } from 'zod'
import { personCard } from '#features/people/people.schemas.ts'
import { dayCursor } from '#lib/cursor.ts'
import { limits } from '#src/limits.ts'
import { editedEvent } from './event-editing.schemas.ts'

/** What a list shows of an event. Days are yyyy-MM-dd. */
export const eventCard = z.object({
  id: z.uuid(),
  name: z.string(),
  slug: z.string(),
  start_date: z.iso.date(),
  end_date: z.iso.date(),
  location_name: z.string(),
  country_name: z.string(),
  tags: z.array(z.string()),
  excerpt: z.string().nullable(),
})
export type EventCard = z.infer<typeof eventCard>

export const eventDetail = z.object({
  ...editedEvent.shape,
  ...eventCard.omit({ excerpt: true }).shape,
  created_by: z.uuid().nullable(),
  owner: personCard.nullable(),
})
export type EventDetail = z.infer<typeof eventDetail>

const topicNames = z.array(z.string().max(limits.topicName)).max(50)

export const eventFilter = z.object({
  when: z.enum(['upcoming', 'running', 'past', 'any']).default('any'),
  search: z.string().trim().max(limits.searchTerm).optional(),
  year: z.coerce.number().int().min(1900).max(2200).optional(),
  topics: z.preprocess((value) => (typeof value === 'string' ? [value] : value), topicNames).optional(),
  country: z.string().max(limits.place).optional(),
  after: dayCursor.optional(),
})
export type EventFilter = z.infer<typeof eventFilter>

export const eventPage = z.object({ events: z.array(eventCard), next: z.string().nullable() })
export type EventPage = z.infer<typeof eventPage>

import { z } from 'zod'
import { eventCard } from '#features/events/events.schemas.ts'
import { personCard } from '#features/people/people.schemas.ts'
import { limits } from '#src/limits.ts'
import { pageSizes, sorts } from './admin-events.ts'

export const adminEventsQuery = z.object({
  search: z.string().trim().max(limits.searchTerm).optional(),
  sort: z.enum(sorts).default('newest'),
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  size: z.enum(pageSizes).optional(),
})

export const adminEventsPage = z.object({
  events: z.array(eventCard.omit({ tags: true, excerpt: true })),
  page: z.number().int(),
  pages: z.number().int(),
  total: z.number().int(),
})
export type AdminEvent = z.infer<typeof adminEventsPage>['events'][number]

/** A hidden conference. `owner` is null if the account was deleted. */
export const hiddenEvent = eventCard
  .pick({ id: true, name: true, start_date: true, location_name: true, country_name: true })
  .extend({ owner: personCard.nullable() })
export type HiddenEvent = z.infer<typeof hiddenEvent>

export const hiddenEventsPage = z.object({ events: z.array(hiddenEvent), next: z.string().nullable() })

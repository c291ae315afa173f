import { z } from 'zod'
import { oneOf, oneText, pageNumber } from '#lib/search-params.ts'
import { limits } from '#src/limits.ts'
import { eventCard } from './events.schemas.ts'

export const eventSorts = {
  newest: 'Newest first',
  oldest: 'Oldest first',
  name: 'Name A-Z',
  'name-desc': 'Name Z-A',
} as const
export type EventSort = keyof typeof eventSorts
const sorts = Object.keys(eventSorts) as [EventSort, ...EventSort[]]

export const managedEventsQuery = z.object({
  search: z.string().trim().max(limits.searchTerm).optional(),
  sort: z.enum(sorts).default('newest'),
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
})

/** One page of all events, `total` of which fit the search. */
export const managedEvents = z.object({
  events: z.array(eventCard.omit({ tags: true, excerpt: true })),
  page: z.number().int(),
  pages: z.number().int(),
  total: z.number().int(),
})
export type ManagedEvent = z.infer<typeof managedEvents>['events'][number]

/** What the address of the admin's list says: search, sort, page; and the dialog that is open, by the import it shows or 'file'. */
export type ManagedEventsSearch = { search?: string; sort?: EventSort; page?: number; import?: string }

export function managedEventsSearch(raw: Record<string, unknown>): ManagedEventsSearch {
  const shown = oneText(raw.import)
  return {
    search: oneText(raw.search),
    sort: oneOf(raw.sort, sorts),
    page: pageNumber(raw.page),
    import: shown && /^(file|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.test(shown) ? shown : undefined,
  }
}

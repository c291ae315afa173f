import { oneOf, oneText, pageNumber } from '#lib/search-params.ts'

export const eventSorts = {
  newest: 'Newest first',
  oldest: 'Oldest first',
  name: 'Name A-Z',
  'name-desc': 'Name Z-A',
} as const
export type EventSort = keyof typeof eventSorts
export const sorts = Object.keys(eventSorts) as [EventSort, ...EventSort[]]

/** The search parameters of the admin list. `import` is the open dialog: the id of an import, or 'file' for a new one. */
export type AdminEventsSearch = {
  search?: string
  sort?: EventSort
  page?: number
  size?: PageSize
  import?: string
}

/** How many rows a page has, as the URL says it; ten where it says nothing. */
export const pageSizes = ['25', '50'] as const
type PageSize = (typeof pageSizes)[number]

export function adminEventsSearch(raw: Record<string, unknown>): AdminEventsSearch {
  const importParameter = oneText(raw.import)
  return {
    search: oneText(raw.search),
    sort: oneOf(raw.sort, sorts),
    page: pageNumber(raw.page),
    size: oneOf(oneText(raw.size), pageSizes),
    import:
      importParameter && /^(file|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.test(importParameter)
        ? importParameter
        : undefined,
  }
}

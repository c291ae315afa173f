import { oneText, pageNumber } from '#lib/search-params.ts'
import { limits } from '#src/limits.ts'

/** Search parameters of the list of users. Page 1 and a term that is too short are left out. */
export type UserSearch = { search?: string; page?: number; suspended?: 'only' }

export function userSearch(raw: Record<string, unknown>): UserSearch {
  const search = oneText(raw.search, limits.email)
  return {
    search: search && search.length >= limits.searchTermMin ? search : undefined,
    page: pageNumber(raw.page),
    suspended: raw.suspended === 'only' ? 'only' : undefined,
  }
}

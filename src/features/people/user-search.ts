import { oneText } from '#lib/search-params.ts'
import { limits } from '#src/limits.ts'

/** The search part of the list of users. Page 1 has no number; a term that is too short is none. */
export type UserSearch = { search?: string; page?: number }

export function userSearch(raw: Record<string, unknown>): UserSearch {
  const search = oneText(raw.search, limits.fullName)
  const page = Number(oneText(raw.page))
  return {
    search: search && search.length >= limits.searchTermMin ? search : undefined,
    page: Number.isInteger(page) && page > 1 && page <= 1_000_000 ? page : undefined,
  }
}

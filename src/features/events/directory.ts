import { manyTexts, oneOf, oneText } from '#lib/search-params.ts'
import { limits } from '#src/limits.ts'

/** What the directory's address says: filters, view, and where each list goes on. */
export type DirectorySearch = {
  search?: string
  year?: number
  topics?: string[]
  view?: 'list'
  browse?: 'topics'
  /** Where the upcoming events go on. */
  later?: string
  /** Where the past events go on. */
  earlier?: string
}

export function directorySearch(raw: Record<string, unknown>): DirectorySearch {
  const year = Number(oneText(raw.year))
  return {
    search: oneText(raw.search),
    year: Number.isInteger(year) && year >= 1900 && year <= 2200 ? year : undefined,
    topics: manyTexts(raw.topics),
    view: oneOf(raw.view, ['list']),
    browse: oneOf(raw.browse, ['topics']),
    later: oneText(raw.later),
    earlier: oneText(raw.earlier),
  }
}

/** The same address without the pages of its lists: a changed filter begins at the first page. */
export const firstPageOf = ({ later: _, earlier: __, ...search }: DirectorySearch): DirectorySearch => search

/** How much a search has found, for those who don't see the lists change. A full page may not be all. */
export function resultSummary(upcoming: number, past: number): string {
  const countLabel = (n: number) =>
    n >= limits.eventsPerPage ? `${limits.eventsPerPage} or more` : String(n)
  return `${countLabel(upcoming)} upcoming and ${countLabel(past)} past events found`
}

import { manyTexts, oneOf, oneText } from '#lib/search-params.ts'
import { limits } from '#src/limits.ts'

/** The search parameters of the directory: filters, view, and the cursor of each list. */
export type DirectorySearch = {
  search?: string
  year?: number
  topics?: string[]
  view?: 'list'
  browse?: 'topics'
  /** The cursor of the upcoming events. */
  later?: string
  /** The cursor of the past events. */
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

/** The search without cursors: a changed filter starts at the first page. */
export const firstPageOf = ({ later: _, earlier: __, ...search }: DirectorySearch): DirectorySearch => search

/** The number of results for screen readers. A full page may not be all results. */
export function resultSummary(upcoming: number, past: number): string {
  const countLabel = (n: number) =>
    n >= limits.eventsPerPage ? `${limits.eventsPerPage} or more` : String(n)
  return `${countLabel(upcoming)} upcoming and ${countLabel(past)} past events found`
}

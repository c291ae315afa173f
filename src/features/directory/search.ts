import { eventFormats } from '#features/events/event-provisions.ts'
import type { EventSelection, NearFilter } from '#features/events/events.schemas.ts'
import { cursor, manyTexts, oneOf, oneText, stringifySearch } from '#lib/search-params.ts'
import { limits } from '#src/limits.ts'

/** The search parameters of the directory: filters, view, and the cursor of each list. */
export type DirectorySearch = EventSelection & {
  view?: 'list' | 'map'
  browse?: 'topics'
  /** Whether all filters are open over the page. */
  filters?: 'open'
  later?: string
  earlier?: string
}

/** In kilometres: how far around a city the directory offers to look. */
export const nearDistances = [50, 100, 250, 500]

/** How many conferences are within a distance of a city. */
export type NearCount = { distance: number; count: number }
/** The same, or how many are online or anywhere. */
export type WiderChoice = { distance: number | 'online' | 'anywhere'; count: number }

/** A distance without a city narrows nothing. */
export function nearSearch(raw: Record<string, unknown>): NearFilter {
  const near = oneText(raw.near, limits.place)
  const within = Number(oneText(raw.within))
  const isDistance = Number.isInteger(within) && within >= 1 && within <= limits.nearMaxKilometres
  return { near, within: near && isDistance ? within : undefined }
}

export function directorySearch(raw: Record<string, unknown>): DirectorySearch {
  const year = Number(oneText(raw.year))
  const months = manyTexts(raw.month, 24)?.filter((month) => /^(19|20|21)\d\d-(0[1-9]|1[0-2])$/.test(month))
  return {
    search: oneText(raw.search),
    year: Number.isInteger(year) && year >= 1900 && year <= 2200 ? year : undefined,
    topics: manyTexts(raw.topics),
    country: manyTexts(raw.country)?.map((name) => name.slice(0, 100)),
    month: months && months.length > 0 ? months : undefined,
    how: oneOf(raw.how, ['in-person', 'online']),
    format: oneOf(raw.format, eventFormats),
    language: oneText(raw.language, limits.eventLanguages),
    free: oneOf(raw.free, ['yes']),
    captions: oneOf(raw.captions, ['yes']),
    ...nearSearch(raw),
    view: oneOf(raw.view, ['list', 'map']),
    browse: oneOf(raw.browse, ['topics']),
    filters: oneOf(raw.filters, ['open']),
    later: cursor(raw.later),
    earlier: cursor(raw.earlier),
  }
}

/** The search without cursors: a changed filter starts at the first page. */
export const firstPageOf = ({ later: _, earlier: __, ...search }: DirectorySearch): DirectorySearch => search

/** What a search narrows the events to. */
export function selectionOf(search: DirectorySearch): EventSelection {
  const { view: _, browse: __, filters: ___, ...selection } = firstPageOf(search)
  return selection
}

/** The query of the feeds that hold exactly the events of a search; empty for all. */
export const feedQuery = (search: DirectorySearch): string => stringifySearch(selectionOf(search))

/** 'Conferences: python, Germany, 2027', so that tabs and bookmarks tell searches apart. */
export const titleOf = ({ search, topics = [], country = [], near, year }: DirectorySearch) =>
  ['Conferences', [search, ...topics, ...country, near, year].filter(Boolean).join(', ')]
    .filter(Boolean)
    .join(': ')

export const isNarrowed = (search: DirectorySearch) =>
  Object.values(selectionOf(search)).some((value) => value !== undefined)

import { directorySearch, nearSearch } from '#features/directory/search.ts'
import { cursor, manyTexts, oneOf, stringifySearch } from '#lib/search-params.ts'
import type { CallSelection } from './calls.schemas.ts'

/** The search parameters of the board: its tab and filters, whether these are open, and where its list goes on. */
export type BoardSearch = CallSelection & { filters?: 'open'; after?: string }

/** The distinct texts that have a form; undefined if there are none. */
function textsLike<Text extends string>(value: unknown, form: RegExp) {
  const texts = manyTexts(value)?.filter((text): text is Text => form.test(text))
  return texts?.length ? texts : undefined
}

export function boardSearch(raw: Record<string, unknown>): BoardSearch {
  // Only what the board reads: other parameters would be pages of their own in the cache.
  const filters = { topics: raw.topics, country: raw.country, month: raw.month, how: raw.how }
  const { topics, country, month, how } = directorySearch(filters)
  return {
    // Talks are the tab of the bare address.
    tab: oneOf(raw.tab, ['papers', 'other']),
    topics,
    country,
    city: textsLike(raw.city, /^.{1,100}$/),
    month,
    how,
    ...nearSearch(raw),
    paid: textsLike<'ticket' | 'hotel' | 'travel'>(raw.paid, /^(ticket|hotel|travel)$/),
    language: textsLike(raw.language, /^[a-z]{2,3}$/)?.slice(0, 10),
    filters: oneOf(raw.filters, ['open']),
    after: cursor(raw.after),
  }
}

/** The search without a cursor: a changed filter starts at the first page. */
export const firstPageOf = ({ after: _, ...search }: BoardSearch): BoardSearch => search

/** Whether calls are left out by a filter; a tab is none. */
export const isNarrowed = ({ after: _, tab: __, filters: ___, ...filters }: BoardSearch) =>
  Object.values(filters).some((value) => value !== undefined)

/** What the board shows: talks and workshops, unless another tab is chosen. */
export const selectionOf = ({
  after: _,
  filters: __,
  tab = 'talks',
  ...filters
}: BoardSearch): CallSelection => ({
  ...filters,
  tab,
})

/** The query of the feeds that hold exactly the calls of a search. */
export const feedQuery = ({ after: _, filters: __, ...search }: BoardSearch): string =>
  stringifySearch(search)

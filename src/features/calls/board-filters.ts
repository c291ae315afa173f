import type { BoardSearch } from './board.ts'

/** Whether calls are left out by a filter; a tab is none. */
export const isNarrowed = ({ after: _, tab: __, ...filters }: BoardSearch) =>
  Object.values(filters).some((value) => value !== undefined)

export type ManyValued = 'topics' | 'country' | 'city' | 'month' | 'paid' | 'language'

/** The search with a value of a filter added, or taken away where it is chosen; from the first page on. */
export function toggleValue(
  { after: _, ...search }: BoardSearch,
  name: ManyValued,
  value: string,
): BoardSearch {
  const chosen: string[] = search[name] ?? []
  const values = chosen.includes(value) ? chosen.filter((choice) => choice !== value) : [...chosen, value]
  return { ...search, [name]: values.length > 0 ? values : undefined }
}

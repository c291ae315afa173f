import { api } from '#lib/api.ts'
import { type Load, withFallback } from '#lib/load.ts'

/** A corrected search if this one has no results, or null. */
export const loadSuggestion = (
  load: Load,
  search: string | undefined,
  among: 'events' | 'speakers',
  resultCount: number,
) =>
  search && resultCount === 0
    ? withFallback(load(api.find.suggestion.queryOptions({ input: { search, among } })), null)
    : null

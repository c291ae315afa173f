import { api } from '#lib/api.ts'
import type { Load } from '#lib/load.ts'

/** A corrected search if this one has no results, or null. An error gives null too: the page works without it. */
export const loadSuggestion = (
  load: Load,
  search: string | undefined,
  among: 'events' | 'speakers',
  resultCount: number,
) =>
  search && resultCount === 0
    ? load(api.find.suggestion.queryOptions({ input: { search, among } })).catch(() => null)
    : null

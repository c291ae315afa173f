import { api } from '#lib/api.ts'
import type { Load } from '#lib/load.ts'

/** What a search that found nothing may have meant, or null. A page does without it where it can't be had. */
export const meantBy = (
  load: Load,
  search: string | undefined,
  among: 'events' | 'speakers',
  found: number,
) =>
  search && found === 0
    ? load(api.find.suggestion.queryOptions({ input: { search, among } })).catch(() => null)
    : null

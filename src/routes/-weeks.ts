import type { EventSelection } from '#features/events/events.schemas.ts'
import { api } from '#lib/api.ts'
import { type Load, withFallback } from '#lib/load.ts'

/** The coming weeks of a selection, whatever months are chosen. */
export const loadWeeks = (
  load: Load,
  { year: _, month: __, ...selection }: EventSelection & { city?: string },
) => withFallback(load(api.events.weeks.queryOptions({ input: selection })), [])

import type { EventSelection } from '#features/events/events.schemas.ts'
import { api } from '#lib/api.ts'
import { type Load, withFallback } from '#lib/load.ts'

/** The strip of the year says no more than a shorter list. */
const minOfStrip = 8

/** The coming weeks of a selection, whatever months are chosen; none where there is little in them. */
export async function loadWeeks(
  load: Load,
  { year: _, month: __, ...selection }: EventSelection & { city?: string },
) {
  const weeks = await withFallback(load(api.events.weeks.queryOptions({ input: selection })), [])
  const total = weeks.reduce((sum, week) => sum + week.in_person + week.online + week.running, 0)
  return total < minOfStrip ? [] : weeks
}

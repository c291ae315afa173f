import { drawWeeks, weeksWidth } from '#features/directory/week-marks.ts'
import type { EventWeek } from '#features/events/events.schemas.ts'

/** The strip of the coming weeks as a picture, which stretches to whatever size it gets: the home page needs no script for it. */
export function drawWeeksPicture(weeks: EventWeek[], today: string): string {
  const { height, onNow, onSite, online } =
    weeks.length > 0 ? drawWeeks(weeks, today) : { height: 28, onNow: '', onSite: '', online: '' }
  return `<svg xmlns="http://www.w3.org/2000/svg" width="100%" height="100%" viewBox="0 0 ${weeksWidth} ${height}" preserveAspectRatio="none"><style>.i{fill:#1a1814}.o{fill:none;stroke:#1a1814;vector-effect:non-scaling-stroke}.n{fill:#b3261e}@media(prefers-color-scheme:dark){.i{fill:#f3eee2}.o{stroke:#f3eee2}.n{fill:#ff8a75}}</style><path class="n" d="${onNow}"/><path class="i" d="${onSite}"/><path class="o" d="${online}"/></svg>`
}

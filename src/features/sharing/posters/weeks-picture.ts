import type { EventWeek } from '#features/events/events.schemas.ts'
import { drawWeeks, monthsFrom, weeksWidth } from '#features/events/week-marks.ts'
import { letterLine } from './lettering.ts'

/** The strip of the coming weeks as a picture with the names of the months: the home page needs no script for it. */
export function drawWeeksPicture(weeks: EventWeek[], today: string): string {
  const { height, onNow, onSite, online } =
    weeks.length > 0 ? drawWeeks(weeks, today) : { height: 28, onNow: '', onSite: '', online: '' }
  const step = weeksWidth / 12
  const months = monthsFrom(today).map((first, index) => {
    const name = first.toLocaleString('en', { month: 'short', timeZone: 'UTC' })
    return `<path d="M${Math.round(index * step)} ${height}h1v22h-1z"/>${letterLine(name, { x: index * step + 8, y: height + 19, size: 17 })}`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${weeksWidth} ${height + 24}"><style>.i{fill:#1a1814}.o{fill:none;stroke:#1a1814}.n{fill:#b3261e}@media(prefers-color-scheme:dark){.i{fill:#f3eee2}.o{stroke:#f3eee2}.n{fill:#ff8a75}}</style><path class="n" d="${onNow}"/><path class="i" d="${onSite}"/><path class="o" d="${online}"/><g class="i"><path d="M0 ${height}h${weeksWidth}v1.5H0z"/>${months.join('')}</g></svg>`
}

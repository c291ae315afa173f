import type { EventWeek } from '#features/events/events.schemas.ts'
import { drawWeeks, monthsFrom, weeksWidth } from '#features/events/week-marks.ts'
import { letterLine } from './lettering.ts'

/**
 * The strip of the coming weeks as a picture with the names of the months, on a phone their first letters: the home page
 * needs no script for it. The marks stretch to whatever size it gets; the letters do not.
 */
export function drawWeeksPicture(weeks: EventWeek[], today: string): string {
  const { height, onNow, onSite, online } =
    weeks.length > 0 ? drawWeeks(weeks, today) : { height: 28, onNow: '', onSite: '', online: '' }
  const months = monthsFrom(today).map((first, index) => {
    const name = first.toLocaleString('en', { month: 'short', timeZone: 'UTC' })
    const label = (text: string) => letterLine(text, { x: 6, y: 16, size: 15 })
    return `<svg x="${((index / 12) * 100).toFixed(2)}%" y="80%" overflow="visible"><path d="M0 0h1v18h-1z"/><g class="w">${label(name)}</g><g class="l">${label(name[0]!)}</g></svg>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" width="100%" height="100%"><style>.i{fill:#1a1814}.o{fill:none;stroke:#1a1814;vector-effect:non-scaling-stroke}.n{fill:#b3261e}.l{display:none}@media(max-width:560px){.w{display:none}.l{display:inline}}@media(prefers-color-scheme:dark){.i{fill:#f3eee2}.o{stroke:#f3eee2}.n{fill:#ff8a75}}</style><svg width="100%" height="80%" viewBox="0 0 ${weeksWidth} ${height}" preserveAspectRatio="none"><path class="n" d="${onNow}"/><path class="i" d="${onSite}"/><path class="o" d="${online}"/></svg><g class="i"><svg y="80%" overflow="visible"><path d="M0 -1h9999v1.5H0z"/></svg>${months.join('')}</g></svg>`
}

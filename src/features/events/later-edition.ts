import { daysBetween, monthName } from '#lib/dates.ts'
import { count } from '#lib/text.ts'
import type { EventDetail, NeighbourEditions } from './events.schemas.ts'
import { isOver } from './events.ts'

type Later = NonNullable<NeighbourEditions['next']>

/** Where a conference that is over goes on: the first edition that one can still go to, else the newest. */
export function laterEdition(
  event: Pick<EventDetail, 'end_date' | 'today'>,
  { next, others }: NeighbourEditions,
): Later | null {
  const later = others.filter(({ start_date }) => start_date > event.end_date)
  return later.find((edition) => !isOver(edition, event.today)) ?? later.at(-1) ?? next
}

/** Over for more than a year: its website may be that of a later edition, or of somebody else. */
export const isLongOver = (event: Pick<EventDetail, 'end_date'>, today: string) =>
  daysBetween(event.end_date, today) > 365

/** How often, where and when the editions of a series take place: '7 editions since 2017, always in Berlin, usually in December'. */
export function rhythmOf(editions: Pick<Later, 'start_date' | 'location_name'>[]): string {
  const since = Math.min(...editions.map(({ start_date }) => Number(start_date.slice(0, 4))))
  const cities = new Set(editions.map(({ location_name }) => location_name))
  const months = editions.map(({ start_date }) => monthName(start_date.slice(0, 7)).replace(/ \d+$/, ''))
  const usual = months.find((month) => months.filter((other) => other === month).length * 2 > months.length)
  return [
    `${count(editions.length, 'edition', 'editions')} listed since ${since}`,
    cities.size > 1
      ? `in ${cities.size} cities`
      : editions[0]!.location_name === 'Online'
        ? 'always online'
        : `always in ${editions[0]!.location_name}`,
    usual && `usually in ${usual}`,
  ]
    .filter(Boolean)
    .join(', ')
}

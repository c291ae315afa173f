import { daysBetween } from '#lib/dates.ts'
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

import { dateRange } from '#lib/dates.ts'
import { excerpt } from '#lib/text.ts'
import { limits } from '#src/limits.ts'
import type { EventCard, EventDetail } from './events.schemas.ts'

/** Whether an event is on: `today` and its days are yyyy-MM-dd. */
export const isRunning = (event: Pick<EventCard, 'start_date' | 'end_date'>, today: string) =>
  event.start_date <= today && today <= event.end_date

export const isOver = (event: Pick<EventCard, 'end_date'>, today: string) => event.end_date < today

/** Groups consecutive events of the same country. */
export function groupByCountry<Event extends Pick<EventCard, 'country_name'>>(
  events: Event[],
): { country: string; events: Event[] }[] {
  const groups: { country: string; events: Event[] }[] = []
  for (const event of events) {
    const last = groups.at(-1)
    if (last?.country === event.country_name) last.events.push(event)
    else groups.push({ country: event.country_name, events: [event] })
  }
  return groups
}

/** What search engines and other sites show under an event's name. */
export const describeEvent = (event: EventDetail) =>
  excerpt(
    event.description ||
      `${event.name} in ${event.location_name}, ${event.country_name}, ${dateRange(event.start_date, event.end_date)}.`,
    limits.excerpt,
  )

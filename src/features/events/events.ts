import { fold } from '#lib/text.ts'
import { type StatusOfEvent, takesPlace } from './event-status.ts'
import type { EventCard } from './events.schemas.ts'

/** Whether an event is on: `today` and its days are yyyy-MM-dd. */
export const isRunning = (event: StatusOfEvent, today: string) =>
  event.start_date <= today && today <= event.end_date && takesPlace(event)

/** What is online says so where its city or country stands. */
export const isOnlinePlace = (place: string) => fold(place) === 'online'

/** What people write where no place is chosen yet; PostgreSQL reads it, too. It is no city that one could visit. */
export const undecidedPlace = /^(tb[acd]|to be \w+ed|unknown)$/i
export const isUndecidedPlace = (place: string) => undecidedPlace.test(place.trim())

/** Whether there is a website to go to, as far as is known. */
export const hasWebsite = (event: { website: string | null; website_gone_since: string | null }) =>
  event.website !== null && event.website_gone_since === null

/** Groups consecutive events by the month in which they start, yyyy-MM. */
export function groupByMonth<Event extends Pick<EventCard, 'start_date'>>(
  events: Event[],
): { month: string; events: Event[] }[] {
  const groups: { month: string; events: Event[] }[] = []
  for (const event of events) {
    const month = event.start_date.slice(0, 7)
    const last = groups.at(-1)
    if (last?.month === month) last.events.push(event)
    else groups.push({ month, events: [event] })
  }
  return groups
}
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

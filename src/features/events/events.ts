import { addDays } from '#lib/dates.ts'
import { fold } from '#lib/text.ts'
import { type StatusOfEvent, takesPlace } from './event-status.ts'
import type { EventCard, EventInList, ListedEvent } from './events.schemas.ts'

/** Whether an event is on: `today` and its days are yyyy-MM-dd. */
export const isRunning = (event: StatusOfEvent, today: string) =>
  event.start_date <= today && today <= event.end_date && takesPlace(event)

/** Within a day of an event it may be another day there before it is by UTC. */
export const isNearItsDays = (event: { start_date: string; end_date: string }, today: string) =>
  today >= addDays(event.start_date, -1) && today <= addDays(event.end_date, 1)

/** Those of several lists that are on, each once. */
export const runningOf = (events: EventInList[], today: string) =>
  events.filter(
    (event, index) =>
      isRunning(event, event.local_today ?? today) && events.findIndex(({ id }) => id === event.id) === index,
  )

/** The city and the country of what is online. */
export const onlineName = 'Online'
export const isOnlinePlace = (place: string) => fold(place) === 'online'

/** Whether nobody has to travel to it. */
export const isOnline = (event: { status: string; location_name: string; country_name: string }) =>
  event.status === 'moved_online' || isOnlinePlace(event.location_name) || isOnlinePlace(event.country_name)

/** Sources write the first or the last day of a year where they know the year alone. */
export const isDayOpen = ({ start_date, end_date }: { start_date: string; end_date: string }) =>
  start_date === end_date && /-(01-01|12-31)$/.test(start_date)

/** Whether there is a website to go to, as far as is known. */
export const hasWebsite = (event: { website: string | null; website_gone_since: string | null }) =>
  event.website !== null && event.website_gone_since === null

/** How a city is spelled among its events, of which some may be in a venue or under another spelling. */
export const cityName = (city: string, events: { location_name: string }[]) =>
  events.find(({ location_name }) => fold(location_name) === fold(city))?.location_name ?? city

/** A city with its country, as the filter `near` takes it. */
export const nearText = (city: string, country: string) =>
  city === country ? city : `${city.replace(/\s*,.*/, '')}, ${country}`

/** Groups consecutive items that have the same key. */
function groupBy<Item, Key>(items: Item[], keyOf: (item: Item) => Key): { key: Key; items: Item[] }[] {
  const groups: { key: Key; items: Item[] }[] = []
  for (const item of items) {
    const key = keyOf(item)
    const last = groups.at(-1)
    if (last?.key === key) last.items.push(item)
    else groups.push({ key, items: [item] })
  }
  return groups
}

/** Groups events in order by the month in which they start, yyyy-MM, or, where most months would have one, by year, yyyy. */
export function groupByPeriod<Event extends Pick<EventCard, 'start_date'>>(events: Event[]) {
  const byMonth = groupBy(events, ({ start_date }) => start_date.slice(0, 7))
  const isSparse = byMonth.length > 1 && byMonth.length * 2 > events.length
  return (isSparse ? groupBy(events, ({ start_date }) => start_date.slice(0, 4)) : byMonth).map(
    ({ key, items }) => ({ period: key, events: items }),
  )
}

/** Groups the events of a search by how they match. */
export const groupByMatch = (events: ListedEvent[]) =>
  groupBy(events, ({ match = 'word' }) => match).map(({ key, items }) => ({ match: key, events: items }))

export const isOver = (event: Pick<EventCard, 'end_date'>, today: string) => event.end_date < today

/** Groups consecutive events of the same country. */
export const groupByCountry = <Event extends Pick<EventCard, 'country_name'>>(events: Event[]) =>
  groupBy(events, ({ country_name }) => country_name).map(({ key, items }) => ({
    country: key,
    events: items,
  }))

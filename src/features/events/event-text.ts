import { dateRange } from '#lib/dates.ts'
import { isUndecidedPlace } from '#lib/undecided-place.ts'
import { type EventStatus, hasNewDate, type StatusOfEvent, statusLabels } from './event-status.ts'
import { isOnlinePlace } from './events.ts'

/** The days on which a postponed event was to take place; null for any other. */
export const firstDates = ({ first_start_date, first_end_date }: StatusOfEvent) =>
  first_start_date && first_end_date ? dateRange(first_start_date, first_end_date) : null

/** One sentence, or null for an event that takes place as it was announced. */
export function statusSentence(event: StatusOfEvent): string | null {
  const dates = dateRange(event.start_date, event.end_date)
  switch (event.status) {
    case 'scheduled':
      return null
    case 'cancelled':
      return 'This conference is cancelled.'
    case 'moved_online':
      return 'This conference takes place online.'
    case 'postponed':
      return hasNewDate(event)
        ? `This conference is postponed to ${dates} (it was ${firstDates(event)}).`
        : `This conference is postponed. The new date is not known yet (it was ${dates}).`
  }
}

/** Where an event takes place: online since it moved there. */
export const placeOf = (event: { status: EventStatus; location_name: string; country_name: string }) =>
  event.status === 'moved_online' ? 'Online' : partsOf(event).join(', ')

type Place = { location_name: string; country_name: string }

/** A city that is a country, and what is online, says its name once. */
const partsOf = ({ location_name, country_name }: Place) => [...new Set([location_name, country_name])]

/** The place for people to read. */
export const placeText = (event: Place) => partsOf(event).map(cityText).join(', ')

/** 'Austin, TX' for 'Austin - TX', as many sources write it. */
export const cityText = (city: string) => city.replace(/ - ([A-Z]{2})$/, ', $1')

/** The same within a sentence. */
export const inPlace = (event: Place) =>
  isOnlinePlace(event.location_name) ? 'online' : `in ${placeText(event)}`

/** 'Austin' of 'Austin - TX', where its state is plain to see. */
export const cityWithoutState = (city: string) => city.replace(/ - [A-Z]{2}$/, '')

/** The name with its city and days, as a search engine lists its page; of one that is off or moved the name alone. */
export const titleText = (
  event: Place & { name: string; status: EventStatus; start_date: string; end_date: string },
) =>
  event.status === 'scheduled'
    ? `${event.name} · ${isUndecidedPlace(event.location_name) ? event.country_name : cityText(event.location_name)}, ${dateRange(event.start_date, event.end_date)}`
    : event.name

/** The name as feeds and calendars show it, where nothing else tells the status. */
export const nameWithStatus = ({ name, status }: { name: string; status: EventStatus }) =>
  status === 'scheduled' ? name : `${statusLabels[status]}: ${name}`

import { placeOf } from '#features/events/event-text.ts'
import type { Edition } from '#features/events/events.schemas.ts'
import { nextDay } from '#lib/dates.ts'

/** Addresses that open a new entry of whole days at Google and at Outlook, for the reader to save, and the path of a file. */
export function calendarLinks(site: { url: string }, event: Omit<Edition, 'id'>) {
  const path = `/conferences/${event.slug}`
  const place = placeOf(event)
  // Both take the day after as the end.
  const end = nextDay(event.end_date)
  const google = new URLSearchParams({
    action: 'TEMPLATE',
    text: event.name,
    dates: `${event.start_date}/${end}`.replaceAll('-', ''),
    location: place,
    details: site.url + path,
  })
  const outlook = new URLSearchParams({
    rru: 'addevent',
    allday: 'true',
    subject: event.name,
    startdt: event.start_date,
    enddt: end,
    location: place,
    body: site.url + path,
  })
  // Outlook reads '+' as itself.
  return {
    google: `https://calendar.google.com/calendar/render?${google}`,
    outlook: `https://outlook.live.com/calendar/0/deeplink/compose?${outlook}`.replaceAll('+', '%20'),
    file: `${path}/feed.ics`,
  }
}

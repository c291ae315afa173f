import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator'
import { excerpt } from '#lib/text.ts'

export type CalendarEntry = {
  /** The row's id: the same in every calendar and after every change, so that an entry is updated, not doubled. */
  uid: string
  /** Grows with each change of title, time or place; without it some calendars keep the old time. */
  sequence: number
  /** Epoch milliseconds of the last change. */
  updated_at: number
  title: string
  description: string
  location: string
  url: string
  /** Of a talk: for our own import, since description and location say more than them. */
  talk?: { room: string | null; track: string | null; speakers: string[] }
  status: 'confirmed' | 'tentative' | 'cancelled'
  when:
    | { kind: 'days'; start_date: string; end_date: string }
    /** Epoch milliseconds. Floating: local time of the place without a known time zone, given as if it were UTC. */
    | { kind: 'moments'; starts_at: number; ends_at: number | null; isFloating: boolean }
}

export type Calendar = {
  name: string
  url: string
  description?: string
  /** Of what it is about; the times in it are those of UTC. */
  time_zone?: string | null
  /** For our own import alone. */
  extras?: string
  entries: CalendarEntry[]
}

const statuses = {
  confirmed: ICalEventStatus.CONFIRMED,
  tentative: ICalEventStatus.TENTATIVE,
  cancelled: ICalEventStatus.CANCELLED,
}

/** Characters. */
export const maxDescription = 300
const missingEndMs = 30 * 60_000
const dayMs = 86_400_000
/** How often a calendar may ask, in seconds. */
const refreshSeconds = 3600

/**
 * An iCalendar file (RFC 5545). Moments are in UTC: single entries need no time zone's rules, and no reader can get them
 * wrong. The same entries give the same bytes at any time, so that a reader's copy stays valid.
 */
export function iCalendar({ name, url, description, time_zone, extras, entries }: Calendar): string {
  const calendar = ical({
    name,
    url,
    description,
    prodId: { company: 'Hallway', product: 'Hallway', language: 'EN' },
    method: ICalCalendarMethod.PUBLISH,
    ttl: refreshSeconds,
  })
  if (time_zone) calendar.x('X-WR-TIMEZONE', time_zone)
  if (extras) calendar.x('X-HALLWAY-EXTRAS', extras)
  for (const entry of entries) {
    const { when } = entry
    const calendarEvent = calendar.createEvent({
      id: entry.uid,
      sequence: entry.sequence,
      stamp: new Date(entry.updated_at),
      lastModified: new Date(entry.updated_at),
      summary: entry.title,
      description: [excerpt(entry.description, maxDescription), entry.url].filter(Boolean).join('\n\n'),
      location: entry.location,
      url: entry.url,
      status: statuses[entry.status],
      ...(entry.talk?.track && { categories: [{ name: entry.talk.track }] }),
      ...(when.kind === 'days'
        ? {
            allDay: true,
            start: new Date(when.start_date),
            // The end of an entry of whole days is the day after.
            end: new Date(Date.parse(when.end_date) + dayMs),
          }
        : {
            floating: when.isFloating,
            start: new Date(when.starts_at),
            end: new Date(when.ends_at ?? when.starts_at + missingEndMs),
          }),
    })
    if (entry.talk)
      calendarEvent.x([
        { key: 'X-HALLWAY-ROOM', value: entry.talk.room ?? '' },
        { key: 'X-HALLWAY-SPEAKERS', value: entry.talk.speakers.join('; ') },
      ])
  }
  // The library writes the calendar's own lines below the events, where RFC 5545 has no place for them, and ends the last
  // line without a break.
  const ordered = calendar
    .toString()
    .replace(/(BEGIN:VEVENT\r\n.*END:VEVENT\r\n)(.+)(?=END:VCALENDAR$)/s, '$2$1')
  return `${ordered}\r\n`
}

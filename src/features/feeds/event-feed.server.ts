import { type SQL, sql } from 'drizzle-orm'
import { type EventStatus, takesPlace } from '#features/events/event-status.ts'
import { nameWithStatus, placeOf, statusSentence } from '#features/events/event-text.ts'
import type { CalendarEntry } from '#lib/calendar.ts'
import { excerpt } from '#lib/text.ts'
import { type Database, rowsAsJson } from '#platform/database/db.ts'
import { serverLimits } from '#src/limits.ts'

type Site = { url: string }

/** An event as calendars and feeds have it. */
export type FeedEvent = {
  id: string
  name: string
  slug: string
  start_date: string
  end_date: string
  location_name: string
  country_name: string
  status: EventStatus
  status_note: string | null
  first_start_date: string | null
  first_end_date: string | null
  description: string | null
  tags: string[]
  sequence: number
  /** Epoch milliseconds. */
  created_at: number
  updated_at: number
}

/**
 * The events that meet the condition and ended at most 30 days ago, soonest first: what was on the page a month ago is still
 * in the calendars of those who subscribed. Without `today` also those that ended before.
 */
export const readFeedEvents = (db: Database, condition: SQL, today?: string): Promise<FeedEvent[]> =>
  rowsAsJson<FeedEvent>(db)`
    select id, name, slug, start_date, end_date, location_name, country_name, status, status_note, first_start_date, first_end_date,
      left(description, ${serverLimits.feedDescription + 1}) as description, tags, sequence,
      (extract(epoch from created_at) * 1000)::float8 as created_at,
      (extract(epoch from updated_at) * 1000)::float8 as updated_at
    from events where ${today ? sql`end_date >= ${today}::date - ${serverLimits.feedPastDays}::integer` : sql`true`} and ${condition}
    order by start_date, id limit ${serverLimits.feedEvents}`

/** What became of an event, in words: the sentence, and what the organisers say. Empty for one that is as announced. */
export const statusText = (event: FeedEvent) =>
  [statusSentence(event), event.status !== 'scheduled' && event.status_note].filter(Boolean).join(' ')

/** A conference as whole days. */
export const eventEntry = (event: FeedEvent, site: Site): CalendarEntry => ({
  uid: event.id,
  sequence: event.sequence,
  updated_at: event.updated_at,
  title: nameWithStatus(event),
  description: [
    statusText(event),
    event.description && excerpt(event.description, serverLimits.feedDescription),
  ]
    .filter(Boolean)
    .join('\n\n'),
  location: placeOf(event),
  url: `${site.url}/conferences/${event.slug}`,
  status: event.status === 'cancelled' ? 'cancelled' : takesPlace(event) ? 'confirmed' : 'tentative',
  when: { kind: 'days', start_date: event.start_date, end_date: event.end_date },
})

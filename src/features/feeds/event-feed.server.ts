import { type SQL, sql } from 'drizzle-orm'
import { type Database, manyRows, rows } from '#server/database/db.ts'
import { limits } from '#src/limits.ts'
import type { CalendarEntry } from './calendar.ts'

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
  description: string | null
  tags: string[]
  sequence: number
  /** Epoch milliseconds. */
  created_at: number
  updated_at: number
}

/**
 * Undefined if no event ever met the condition. The events that meet the condition and ended at most 30 days ago, soonest first: what was on the page a month ago is
 * still in the calendars of those who subscribed.
 */
export async function readFeedEvents(
  db: Database,
  condition: SQL,
  today: string,
): Promise<FeedEvent[] | undefined> {
  const events = await manyRows<FeedEvent>(
    db,
    sql`
      select id, name, slug, start_date, end_date, location_name, country_name,
        left(description, ${limits.feedDescription + 1}) as description, tags, sequence,
        (extract(epoch from created_at) * 1000)::float8 as created_at,
        (extract(epoch from updated_at) * 1000)::float8 as updated_at
      from events where end_date >= ${today}::date - ${limits.feedPastDays}::integer and ${condition}
      order by start_date, id limit ${limits.feedEvents}`,
  )
  const isKnown =
    events.length > 0 || (await rows(db, sql`select from events where ${condition} limit 1`)).length > 0
  return isKnown ? events : undefined
}

/** A conference as whole days. */
export const eventEntry = (event: FeedEvent, site: Site): CalendarEntry => ({
  uid: event.id,
  sequence: event.sequence,
  updated_at: event.updated_at,
  title: event.name,
  description: event.description ?? '',
  location: [...new Set([event.location_name, event.country_name])].join(', '),
  url: `${site.url}/conferences/${event.slug}`,
  isCancelled: false,
  when: { kind: 'days', start_date: event.start_date, end_date: event.end_date },
})

import { sql } from 'drizzle-orm'
import { findMatches, type ListedEvent } from '#features/events/event-listing.server.ts'
import { type Database, rows } from '#platform/database/db.ts'
import type { PageValues } from './page-reading.schemas.ts'

/** The listed conference that a page is probably of, by what it says, or by its address and year. */
export async function findListed(
  db: Database,
  { name, start_date, end_date = start_date, location_name = '', country_name = '', website }: PageValues,
  urls: (string | undefined)[],
): Promise<{ event: ListedEvent; verdict: string } | undefined> {
  if (name && start_date && end_date) {
    const described = { name, start_date, end_date, location_name, country_name, website: website ?? null }
    const [match] = await findMatches(db, described)
    if (match) return match
  }
  const [event] = await rows<ListedEvent>(db)`
    select id, slug, name, start_date::text as start_date, end_date::text as end_date, location_name, created_by
    from events
    where website is not null and address_key(website) in (select address_key(url) from unnest(${sql.param(urls.filter(Boolean))}::text[]) as url)
      and (${start_date ?? null}::date is null or extract(year from start_date) = extract(year from ${start_date ?? null}::date))
    order by start_date desc limit 1`
  return event && { event, verdict: 'perhaps' }
}

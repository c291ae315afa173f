import { sql } from 'drizzle-orm'
import type { Conference } from '#features/identity/compare.ts'
import { findPairs } from '#features/identity/identify.server.ts'
import { type Database, rows } from '#platform/database/db.ts'

type ComparedEvent = Conference & { id: string; slug: string }

/** The pairs of listed conferences that are the same, or perhaps, without those that somebody has decided on. */
export async function findDuplicates(db: Database) {
  const events = await rows<ComparedEvent>(
    db,
    sql`
      select id, slug, name, start_date::text as start_date, end_date::text as end_date, location_name, country_name, website
      from events`,
  )
  return findPairs(events)
}

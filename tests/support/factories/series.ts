import { inArray, sql } from 'drizzle-orm'
import { events } from '#features/events/events.tables.ts'
import { series } from '#features/series/series.tables.ts'
import type { Database } from '#platform/database/db.ts'
import { unique } from './unique.ts'

/** Inserts a series with these events, confirmed. */
export async function makeSeries(
  db: Database,
  editions: { id: string }[] = [],
  fields: Partial<typeof series.$inferInsert> = {},
) {
  const mark = unique()
  const [row] = await db
    .insert(series)
    .values({ name: `Series ${mark}`, slug: `series-${mark}`, ...fields })
    .returning()
  const { name_key: _, ...inserted } = row!
  if (editions.length > 0)
    await db
      .update(events)
      .set({ series_id: inserted.id, confirmation: sql`coalesce(confirmation, 'series')` })
      .where(
        inArray(
          events.id,
          editions.map(({ id }) => id),
        ),
      )
  return inserted
}

import { sql } from 'drizzle-orm'
import { boolean, pgTable, real, text, uuid } from 'drizzle-orm/pg-core'
import { at } from '#platform/database/columns.ts'

/** The editions of a conference through the years: `events.series_id`. */
export const series = pgTable('series', {
  id: uuid().primaryKey().defaultRandom(),
  name: text().notNull(),
  slug: text().notNull().unique('series_slug_is_unique'),
  description: text(),
  website: text(),
  created_at: at().notNull().defaultNow(),
  name_key: text().generatedAlwaysAs(sql`fold(name)`),
})

/** Conferences that look like the editions of one. */
export const series_proposals = pgTable('series_proposals', {
  id: uuid().primaryKey().defaultRandom(),
  name: text().notNull(),
  /** The series of some of them; without one a new series begins. */
  series_id: uuid().references(() => series.id, { onDelete: 'cascade' }),
  /** In order of their ids. */
  event_ids: uuid().array().notNull().unique('series_proposals_same_editions_once'),
  score: real().notNull(),
  is_dismissed: boolean().notNull().default(false),
  created_at: at().notNull().defaultNow(),
})

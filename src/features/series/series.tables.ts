import { sql } from 'drizzle-orm'
import { boolean, jsonb, pgTable, real, text, uuid } from 'drizzle-orm/pg-core'
import { profiles } from '#features/people/people.tables.ts'
import { at } from '#platform/database/columns.ts'
import { seriesActions } from './series-actions.ts'

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

type StoredSeries = {
  id: string
  name: string
  slug: string
  description: string | null
  website: string | null
  created_at: string
}

/** The rows that a change of series touches. */
export type SeriesState = {
  series: StoredSeries[]
  editions: { id: string; series_id: string | null; confirmation: string | null }[]
  follows: { user_id: string; series_id: string; created_at: string }[]
  addresses: { key: string; new_key: string | null; created_at: string }[]
}

/** Changes that can be undone. */
export const series_changes = pgTable('series_changes', {
  id: uuid().primaryKey().defaultRandom(),
  series_ids: uuid().array().notNull(),
  action: text({ enum: seriesActions }).notNull(),
  /** The conferences that joined or left, or the series that was merged or edited. */
  subject: text().notNull(),
  before: jsonb().$type<SeriesState>().notNull(),
  after: jsonb().$type<SeriesState>().notNull(),
  changed_by: uuid().references(() => profiles.id, { onDelete: 'set null' }),
  created_at: at().notNull().defaultNow(),
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

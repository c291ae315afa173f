import { sql } from 'drizzle-orm'
import { boolean, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { profiles } from '#features/people/people.tables.ts'
import { topics } from '#features/topics/topics.tables.ts'
import { at, parentId } from '#platform/database/columns.ts'

const person = () => uuid().references(() => profiles.id, { onDelete: 'set null' })

export const speakers = pgTable('speakers', {
  id: uuid().primaryKey().defaultRandom(),
  name: text().notNull(),
  bio: text(),
  location_name: text(),
  country_code: text(),
  country_name: text(),
  image_url: text(),
  events_spoken_at: integer().notNull().default(0),
  unique_conferences: integer().notNull().default(0),
  user_id: person(),
  created_by: person(),
  created_at: at().notNull().defaultNow(),
  updated_at: at().notNull().defaultNow(),
  shows_former_names: boolean().notNull().default(false),
  name_key: text().generatedAlwaysAs(sql`fold(name)`),
  doc: text().generatedAlwaysAs(sql`fold(name || location_name || country_name)`),
})

export const social_links = pgTable(
  'social_links',
  {
    speaker_id: parentId(() => speakers.id),
    platform: text({ enum: ['twitter', 'github', 'website'] }).notNull(),
    handle: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.speaker_id, table.platform] })],
)

/** Former names, kept by a trigger. */
export const speaker_names = pgTable(
  'speaker_names',
  {
    speaker_id: parentId(() => speakers.id),
    name: text().notNull(),
    name_key: text().generatedAlwaysAs(sql`fold(name)`),
    created_at: at().notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.speaker_id, table.name] })],
)

export const speaker_claims = pgTable('speaker_claims', {
  id: uuid().primaryKey().defaultRandom(),
  speaker_id: parentId(() => speakers.id),
  user_id: parentId(() => profiles.id),
  status: text({ enum: ['pending', 'approved', 'rejected'] })
    .notNull()
    .default('pending'),
  rejection_reason: text(),
  created_at: at().notNull().defaultNow(),
  approved_by: person(),
  approved_at: at(),
  rejected_by: person(),
  rejected_at: at(),
})

/** Derived from talk_topics by triggers. */
export const speaker_topics = pgTable(
  'speaker_topics',
  {
    speaker_id: parentId(() => speakers.id),
    topic_id: parentId(() => topics.id),
    talk_count: integer().notNull(),
    name_key: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.speaker_id, table.topic_id] })],
)

import { integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { profiles } from '#features/people/people.tables.ts'

export const topics = pgTable('topics', {
  id: uuid().primaryKey().defaultRandom(),
  name: text().notNull().unique('topics_name_is_unique'),
  /** Maintained by a trigger on event_tags. */
  event_count: integer().notNull().default(0),
  created_by: uuid().references(() => profiles.id, { onDelete: 'set null' }),
  created_at: timestamp({ withTimezone: true, mode: 'string' }).notNull().defaultNow(),
})

export const topic_proposals = pgTable('topic_proposals', {
  id: uuid().primaryKey().defaultRandom(),
  name: text().notNull(),
  /** Null: an import or the names of conferences propose it. */
  proposed_by: uuid().references(() => profiles.id, { onDelete: 'cascade' }),
  created_at: timestamp({ withTimezone: true, mode: 'string' }).notNull().defaultNow(),
})

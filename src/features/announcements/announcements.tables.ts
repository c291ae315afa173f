import { pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { events } from '#features/events/events.tables.ts'
import { profiles } from '#features/people/people.tables.ts'
import { audiences } from './announcements.ts'

export const announcements = pgTable('announcements', {
  id: uuid().primaryKey().defaultRandom(),
  event_id: uuid()
    .notNull()
    .references(() => events.id, { onDelete: 'cascade' }),
  created_by: uuid().references(() => profiles.id, { onDelete: 'set null' }),
  /** Who was notified. The page shows it to everybody. */
  audience: text({ enum: audiences }).notNull(),
  message: text().notNull(),
  created_at: timestamp({ withTimezone: true, mode: 'string' }).notNull().defaultNow(),
})

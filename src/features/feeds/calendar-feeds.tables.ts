import { pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { profiles } from '#features/people/people.tables.ts'
import { at, parentId } from '#platform/database/columns.ts'

export const calendar_feeds = pgTable('calendar_feeds', {
  id: uuid().primaryKey().defaultRandom(),
  user_id: parentId(() => profiles.id),
  kind: text({ enum: ['schedule', 'attending'] }).notNull(),
  /** What the person calls it: where it is read. */
  name: text().notNull(),
  created_at: at().notNull().defaultNow(),
  /** To the hour. */
  last_read_at: at(),
})

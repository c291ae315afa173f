import { pgTable, timestamp, uuid } from 'drizzle-orm/pg-core'
import { profiles } from '#features/people/people.tables.ts'

export const suspensions = pgTable('suspensions', {
  user_id: uuid()
    .primaryKey()
    .references(() => profiles.id, { onDelete: 'cascade' }),
  /** With whom the person was suspended: all of them are restored together. */
  root_id: uuid().notNull(),
  suspended_by: uuid(),
  created_at: timestamp({ withTimezone: true, mode: 'string' }).notNull().defaultNow(),
})

import { pgTable, uuid } from 'drizzle-orm/pg-core'
import { profiles } from '#features/people/people.tables.ts'
import { at } from '#platform/database/columns.ts'

export const suspensions = pgTable('suspensions', {
  user_id: uuid()
    .primaryKey()
    .references(() => profiles.id, { onDelete: 'cascade' }),
  /** With whom the person was suspended: all of them are restored together. */
  root_id: uuid().notNull(),
  suspended_by: uuid(),
  created_at: at().notNull().defaultNow(),
})

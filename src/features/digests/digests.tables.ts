import { pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { profiles } from '#features/people/people.tables.ts'
import { at } from '#platform/database/columns.ts'

/** When a person gets the digest. Whether they do, muted_notifications says. */
export const digests = pgTable('digests', {
  user_id: uuid()
    .primaryKey()
    .references(() => profiles.id, { onDelete: 'cascade' }),
  /** Monday is 1, Sunday 7. */
  weekday: smallint().notNull(),
  hour: smallint().notNull(),
  time_zone: text().notNull(),
  /** What happened until then was in an earlier digest, or there was no news. */
  covered_until: at().notNull(),
  next_due_at: at().notNull(),
})

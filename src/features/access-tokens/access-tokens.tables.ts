import { date, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { events } from '#features/events/events.tables.ts'
import { profiles } from '#features/people/people.tables.ts'
import { at, bytea, parentId } from '#platform/database/columns.ts'

export const access_tokens = pgTable('access_tokens', {
  id: uuid().primaryKey().defaultRandom(),
  user_id: parentId(() => profiles.id),
  name: text().notNull(),
  /** SHA-256 of the token. */
  hash: bytea().notNull().unique('access_tokens_hash_is_unique'),
  scope: text({ enum: ['read', 'programme'] }).notNull(),
  /** Whose programme it changes. */
  event_id: uuid().references(() => events.id, { onDelete: 'cascade' }),
  expires_at: at().notNull(),
  last_used_at: date(),
  created_at: at().notNull().defaultNow(),
})

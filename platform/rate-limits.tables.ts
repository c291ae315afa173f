import { integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

export const rate_limits = pgTable('rate_limits', {
  key: text().primaryKey(),
  points: integer().notNull(),
  expires_at: timestamp({ withTimezone: true, mode: 'string' }).notNull(),
})

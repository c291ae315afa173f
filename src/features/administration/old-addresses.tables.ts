import { pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'

export const old_addresses = pgTable(
  'old_addresses',
  {
    kind: text({ enum: ['event', 'talk', 'speaker', 'topic', 'city', 'country'] }).notNull(),
    key: text().notNull(),
    /** Null if the record was deleted. */
    new_key: text(),
    created_at: timestamp({ withTimezone: true, mode: 'string' }).notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.key] })],
)

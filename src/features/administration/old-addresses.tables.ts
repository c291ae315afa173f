import { pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { at } from '#platform/database/columns.ts'

export const old_addresses = pgTable(
  'old_addresses',
  {
    kind: text({ enum: ['event', 'talk', 'speaker', 'topic', 'city', 'country', 'series'] }).notNull(),
    key: text().notNull(),
    /** Null if the record was deleted. */
    new_key: text(),
    created_at: at().notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.key] })],
)

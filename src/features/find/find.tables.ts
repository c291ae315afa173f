import { integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'

/** The spelling dictionary, maintained by triggers (migrations/0014). */
export const words = pgTable(
  'words',
  {
    kind: text().notNull(),
    word: text().notNull(),
    uses: integer().notNull().default(1),
  },
  (table) => [primaryKey({ columns: [table.kind, table.word] })],
)

/** The distinct cities of the events, maintained by triggers. */
export const places = pgTable(
  'places',
  {
    city_key: text().notNull(),
    country_key: text().notNull(),
    location_name: text().notNull(),
    country_name: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.city_key, table.country_key] })],
)

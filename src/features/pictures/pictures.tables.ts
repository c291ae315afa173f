import { customType, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

const bytea = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' })

export const pictures = pgTable('pictures', {
  /** In /pictures/<name>.webp. */
  name: text().primaryKey(),
  large: bytea().notNull(),
  small: bytea().notNull(),
  /** Refers to profiles, which may not be imported here (import rules). */
  uploaded_by: uuid(),
  created_at: timestamp({ withTimezone: true, mode: 'string' }).notNull().defaultNow(),
})

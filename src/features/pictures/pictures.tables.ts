import { pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { at, bytea } from '#platform/database/columns.ts'

export const pictures = pgTable('pictures', {
  /** In /pictures/<name>.webp. */
  name: text().primaryKey(),
  large: bytea().notNull(),
  small: bytea().notNull(),
  /** Refers to profiles, which may not be imported here (import rules). */
  uploaded_by: uuid(),
  created_at: at().notNull().defaultNow(),
})

import { pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { profiles } from '#features/people/people.tables.ts'
import { at } from '#platform/database/columns.ts'
import { reportedKinds, reportReasons } from './reports.ts'

const person = () => uuid().references(() => profiles.id, { onDelete: 'set null' })

export const reports = pgTable('reports', {
  id: uuid().primaryKey().defaultRandom(),
  reporter_id: person(),
  kind: text({ enum: reportedKinds }).notNull(),
  record_id: uuid().notNull(),
  reason: text({ enum: reportReasons }).notNull(),
  words: text(),
  created_at: at().notNull().defaultNow(),
  settled_at: at(),
  settled_by: person(),
  /** For administrators alone. */
  note: text(),
})

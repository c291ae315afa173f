import { jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { profiles } from '#features/people/people.tables.ts'
import { at } from '#platform/database/columns.ts'
import { suggestedKinds } from './suggestions.ts'

/** Fields of a record, as its update takes them. */
export type Values = Record<string, unknown>

/** Changes of a record that a member suggests; `former` is what they replace. */
export const suggestions = pgTable('suggestions', {
  id: uuid().primaryKey().defaultRandom(),
  kind: text({ enum: suggestedKinds }).notNull(),
  record_id: uuid().notNull(),
  suggested_by: uuid()
    .notNull()
    .references(() => profiles.id, { onDelete: 'cascade' }),
  changes: jsonb().$type<Values>().notNull(),
  former: jsonb().$type<Values>().notNull(),
  reason: text(),
  status: text({ enum: ['open', 'accepted', 'rejected'] })
    .notNull()
    .default('open'),
  created_at: at().notNull().defaultNow(),
  decided_by: uuid().references(() => profiles.id, { onDelete: 'set null' }),
  decided_at: at(),
})

import { pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { events } from '#features/events/events.tables.ts'
import { profiles } from '#features/people/people.tables.ts'
import { at } from '#platform/database/columns.ts'

const eventId = () =>
  uuid()
    .notNull()
    .references(() => events.id, { onDelete: 'cascade' })

/** Conferences that are the same, or perhaps: derived. `one_id` < `other_id`. */
export const duplicate_pairs = pgTable(
  'duplicate_pairs',
  { one_id: eventId(), other_id: eventId(), verdict: text().notNull() },
  (table) => [primaryKey({ columns: [table.one_id, table.other_id] })],
)

/** Pairs of which an administrator has decided that they are two. */
export const not_duplicates = pgTable(
  'not_duplicates',
  {
    one_id: eventId(),
    other_id: eventId(),
    decided_by: uuid().references(() => profiles.id, { onDelete: 'set null' }),
    decided_at: at().notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.one_id, table.other_id] })],
)

import { pgTable, timestamp, unique, uuid } from 'drizzle-orm/pg-core'
import { events } from '#features/events/events.tables.ts'
import { profiles } from '#features/people/people.tables.ts'

export const shared_plans = pgTable(
  'shared_plans',
  {
    id: uuid().primaryKey().defaultRandom(),
    user_id: uuid()
      .notNull()
      .references(() => profiles.id, { onDelete: 'cascade' }),
    event_id: uuid()
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    created_at: timestamp({ withTimezone: true, mode: 'string' }).notNull().defaultNow(),
  },
  (table) => [unique('shared_plans_one_per_event').on(table.user_id, table.event_id)],
)

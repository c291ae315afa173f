import { customType, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'

const xid8 = customType<{ data: string }>({ dataType: () => 'xid8' })

/** The tags that each transaction announced, written by triggers (migrations/0019). */
export const changes = pgTable(
  'changes',
  { transaction: xid8().notNull(), tag: text().notNull() },
  (table) => [primaryKey({ columns: [table.transaction, table.tag] })],
)

import { integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

const at = () => timestamp({ withTimezone: true, mode: 'string' })

export const mail_outbox = pgTable('mail_outbox', {
  id: uuid().primaryKey().defaultRandom(),
  to_address: text().notNull(),
  subject: text().notNull(),
  text: text().notNull(),
  html: text().notNull(),
  created_at: at().notNull().defaultNow(),
  next_try_at: at().notNull().defaultNow(),
  tries: integer().notNull().default(0),
  last_error: text(),
  sent_at: at(),
})

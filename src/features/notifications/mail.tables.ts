import { integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { user } from '#features/people/people.tables.ts'
import { at } from '#platform/database/columns.ts'

export const mail_outbox = pgTable('mail_outbox', {
  id: uuid().primaryKey().defaultRandom(),
  to_address: text().notNull(),
  /** Whom it is for, and whom its text names: it goes with their accounts. */
  user_id: uuid().references(() => user.id, { onDelete: 'cascade' }),
  named_user_id: uuid().references(() => user.id, { onDelete: 'cascade' }),
  /** The kind of notification, from which one can unsubscribe; null for mail of an account. */
  kind: text(),
  /** A later mail with the same key takes the place of this one while it was not tried. */
  replace_key: text(),
  /** Who caused it; null for the site itself and for mail of an account. */
  sender_id: uuid().references(() => user.id, { onDelete: 'set null' }),
  subject: text().notNull(),
  text: text().notNull(),
  html: text().notNull(),
  created_at: at().notNull().defaultNow(),
  next_try_at: at().notNull().defaultNow(),
  tries: integer().notNull().default(0),
  last_error: text(),
  sent_at: at(),
  /** Since when the server has refused it for good, each time it was tried. */
  refused_since: at(),
  /** When it was given up. */
  failed_at: at(),
  /** When the link in it stops working. */
  expires_at: at(),
})

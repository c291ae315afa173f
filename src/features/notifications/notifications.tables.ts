import { pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { profiles } from '#features/people/people.tables.ts'
import { at, parentId } from '#platform/database/columns.ts'
import { mailKinds, notificationChannels, notificationKinds } from './notifications.ts'

const person = () => parentId(() => profiles.id)

export const notifications = pgTable('notifications', {
  id: uuid().primaryKey().defaultRandom(),
  user_id: person(),
  kind: text({ enum: notificationKinds }).notNull(),
  message: text().notNull(),
  /** Path on this site that it links to. */
  path: text().notNull(),
  created_at: at().notNull().defaultNow(),
  read_at: at(),
  /** Whom the message names: it goes with their account. */
  named_user_id: uuid().references(() => profiles.id, { onDelete: 'cascade' }),
  /** A later message with the same key takes the place of this one while it is unread. */
  replace_key: text(),
  /** Who caused it; null for the site itself. */
  sender_id: uuid().references(() => profiles.id, { onDelete: 'set null' }),
})

export const muted_notifications = pgTable(
  'muted_notifications',
  {
    user_id: person(),
    kind: text({ enum: mailKinds }).notNull(),
    channel: text({ enum: notificationChannels }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.user_id, table.kind, table.channel] })],
)

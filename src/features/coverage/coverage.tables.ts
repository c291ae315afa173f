import { sql } from 'drizzle-orm'
import { integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { profiles } from '#features/people/people.tables.ts'
import { linkKinds } from '#features/programme/link-kinds.ts'
import { at } from '#platform/database/columns.ts'

const person = () => uuid().references(() => profiles.id, { onDelete: 'set null' })

export const talk_links = pgTable('talk_links', {
  id: uuid().primaryKey().defaultRandom(),
  talk_id: uuid().notNull(),
  event_id: uuid().notNull(),
  kind: text({ enum: linkKinds }).notNull(),
  /** As it was given. */
  url: text().notNull(),
  /** Where it leads, without what only follows people. */
  canonical: text().notNull().generatedAlwaysAs(sql`canonical_url(url)`),
  address_key: text().notNull().generatedAlwaysAs(sql`address_key(url)`),
  title: text(),
  /** A BCP 47 tag. */
  language: text(),
  status: text({ enum: ['live', 'suggested', 'rejected'] })
    .notNull()
    .default('live'),
  position: integer().notNull().default(0),
  added_by: person(),
  decided_by: person(),
  created_at: at().notNull().defaultNow(),
  /** Since when it is shown. */
  listed_at: at().notNull().defaultNow(),
})

/** What became of each linked address; one row for all that link to it. */
export const link_checks = pgTable('link_checks', {
  address_key: text().primaryKey(),
  url: text().notNull(),
  host: text().notNull(),
  checked_at: at(),
  next_check_at: at().notNull().defaultNow(),
  /** How often in a row it was missing, and since when. */
  failures: integer().notNull().default(0),
  failing_since: at(),
  /** How often in a row the answer said nothing. */
  unanswered: integer().notNull().default(0),
  gone_since: at(),
  notified_at: at(),
  /** Of a video: the path of a stored picture, and when it was fetched. */
  picture: text(),
  picture_tried_at: at(),
})

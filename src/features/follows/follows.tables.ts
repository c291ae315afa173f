import { pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { events } from '#features/events/events.tables.ts'
import { profiles } from '#features/people/people.tables.ts'
import { series } from '#features/series/series.tables.ts'
import { speakers } from '#features/speakers/speakers.tables.ts'
import { topics } from '#features/topics/topics.tables.ts'

/** Exactly one of the columns from `topic_id` to `series_id` is set. */
export const follows = pgTable('follows', {
  user_id: uuid()
    .notNull()
    .references(() => profiles.id, { onDelete: 'cascade' }),
  topic_id: uuid().references(() => topics.id, { onDelete: 'cascade' }),
  speaker_id: uuid().references(() => speakers.id, { onDelete: 'cascade' }),
  person_id: uuid().references(() => profiles.id, { onDelete: 'cascade' }),
  city_key: text(),
  country_key: text(),
  event_id: uuid().references(() => events.id, { onDelete: 'cascade' }),
  series_id: uuid().references(() => series.id, { onDelete: 'cascade' }),
  /** The next edition that the follower was notified of. */
  noticed_edition_id: uuid().references(() => events.id, { onDelete: 'set null' }),
  programme_notice_at: timestamp({ withTimezone: true, mode: 'string' }),
  created_at: timestamp({ withTimezone: true, mode: 'string' }).notNull().defaultNow(),
})

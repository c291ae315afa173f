import { sql } from 'drizzle-orm'
import { integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { profiles } from '#features/people/people.tables.ts'
import { topics } from '#features/topics/topics.tables.ts'
import { at, parentId } from '#platform/database/columns.ts'

const person = () => uuid().references(() => profiles.id, { onDelete: 'set null' })

export const speakers = pgTable('speakers', {
  id: uuid().primaryKey().defaultRandom(),
  name: text().notNull(),
  bio: text(),
  location_name: text(),
  country_code: text(),
  country_name: text(),
  image_url: text(),
  events_spoken_at: integer().notNull().default(0),
  unique_conferences: integer().notNull().default(0),
  user_id: person(),
  created_by: person(),
  created_at: at().notNull().defaultNow(),
  updated_at: at().notNull().defaultNow(),
  name_key: text().generatedAlwaysAs(sql`fold(name)`),
  doc: text().generatedAlwaysAs(sql`fold(name || location_name || country_name)`),
})

export const social_links = pgTable(
  'social_links',
  {
    speaker_id: parentId(() => speakers.id),
    platform: text({ enum: ['twitter', 'github', 'website'] }).notNull(),
    handle: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.speaker_id, table.platform] })],
)

export const speaker_claims = pgTable('speaker_claims', {
  id: uuid().primaryKey().defaultRandom(),
  speaker_id: parentId(() => speakers.id),
  user_id: parentId(() => profiles.id),
  status: text({ enum: ['pending', 'approved', 'rejected'] })
    .notNull()
    .default('pending'),
  rejection_reason: text(),
  created_at: at().notNull().defaultNow(),
  approved_by: person(),
  approved_at: at(),
  rejected_by: person(),
  rejected_at: at(),
})

/** Derived from talk_topics by triggers. */
export const speaker_topics = pgTable(
  'speaker_topics',
  {
    speaker_id: parentId(() => speakers.id),
    topic_id: parentId(() => topics.id),
    talk_count: integer().notNull(),
    name_key: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.speaker_id, table.topic_id] })],
)

/** What a merge removed, and what the kept record got from it. */
export type MergedSpeaker = {
  speaker: typeof speakers.$inferInsert
  links: (typeof social_links.$inferInsert)[]
  claims: string[]
  /** The keys under which programmes know the person. */
  source_people: { namespace: string; person_key: string }[]
  merges: (typeof speaker_merges.$inferInsert)[]
  /** Missing in merges of before version 1.3. */
  follows?: { user_id: string; created_at: string; is_both: boolean }[]
  talks: { id: string; position: number; kept_position: number | null }[]
  filled: Partial<
    Record<
      | 'bio'
      | 'image_url'
      | 'user_id'
      | 'location_name'
      | 'country_name'
      | 'country_code'
      | 'twitter'
      | 'github'
      | 'website',
      string | null
    >
  >
}

/** Merges that can be undone. */
export const speaker_merges = pgTable('speaker_merges', {
  id: uuid().primaryKey().defaultRandom(),
  kept_id: parentId(() => speakers.id),
  removed_id: uuid().notNull(),
  removed_name: text().notNull(),
  /** The removed record's picture, which stays as long as the merge can be undone. */
  image_url: text(),
  before: jsonb().$type<MergedSpeaker>().notNull(),
  merged_by: person(),
  created_at: at().notNull().defaultNow(),
})

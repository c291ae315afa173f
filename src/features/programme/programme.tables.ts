import { sql } from 'drizzle-orm'
import {
  bigint,
  date,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  time,
  uuid,
} from 'drizzle-orm/pg-core'
import { events } from '#features/events/events.tables.ts'
import { profiles } from '#features/people/people.tables.ts'
import { speakers } from '#features/speakers/speakers.tables.ts'
import { topics } from '#features/topics/topics.tables.ts'
import { at, parentId } from '#platform/database/columns.ts'

const personReference = () => uuid().references(() => profiles.id, { onDelete: 'set null' })
const eventReference = () => parentId(() => events.id)
const talkReference = () => parentId(() => talks.id)

export const tracks = pgTable('tracks', {
  id: uuid().primaryKey().defaultRandom(),
  event_id: eventReference(),
  name: text().notNull(),
  description: text(),
  /** The organisers' order; tracks in the same place stand in the order of their first talks. */
  position: integer().notNull().default(0),
  /** Its name in the source of the programme; null for a track that was made here. */
  source_key: text(),
  created_by: personReference(),
})

export const breaks = pgTable('breaks', {
  id: uuid().primaryKey().defaultRandom(),
  event_id: eventReference(),
  title: text().notNull(),
  description: text(),
  date: date({ mode: 'string' }).notNull(),
  start_time: time().notNull(),
  end_time: time(),
  /** Null means all tracks. */
  track_id: uuid(),
  source_key: text(),
  source_values: jsonb(),
  created_by: personReference(),
  updated_at: at().notNull().defaultNow(),
})

export const talks = pgTable('talks', {
  id: uuid().primaryKey().defaultRandom(),
  /** The talk's part of its page's path. */
  number: bigint({ mode: 'number' })
    .notNull()
    .unique('talks_number_is_unique')
    .generatedByDefaultAsIdentity(),
  event_id: eventReference(),
  title: text().notNull(),
  subtitle: text(),
  description: text(),
  date: date({ mode: 'string' }).notNull(),
  start_time: time(),
  /** Before the start time means after midnight. */
  end_time: time(),
  /** The day of the programme: a talk after midnight belongs to the day before. Derived by a trigger where not given. */
  day: date({ mode: 'string' }).notNull().default(sql`null`),
  location: text(),
  /** A BCP 47 tag. */
  language: text(),
  type: text(),
  url: text(),
  feedback_url: text(),
  slides_url: text(),
  video_url: text(),
  recording: text({ enum: ['unknown', 'none'] })
    .notNull()
    .default('unknown'),
  status: text({ enum: ['scheduled', 'cancelled'] })
    .notNull()
    .default('scheduled'),
  track_id: uuid(),
  created_by: personReference(),
  created_at: at().notNull().defaultNow(),
  updated_at: at().notNull().defaultNow(),
  /** How often what a calendar shows of it changed, counted by a trigger. */
  sequence: integer().notNull().default(0),
  /** Folded title, room, track and speakers, derived by triggers. */
  doc: text().notNull().default(''),
  /** What the source of the programme calls it, and what it said last; null for a talk that was made here. */
  source_key: text(),
  source_values: jsonb(),
})

export const talk_speakers = pgTable(
  'talk_speakers',
  {
    talk_id: talkReference(),
    speaker_id: parentId(() => speakers.id),
    position: smallint().notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.talk_id, table.speaker_id] })],
)

export const talk_topics = pgTable(
  'talk_topics',
  {
    talk_id: talkReference(),
    topic_id: parentId(() => topics.id),
  },
  (table) => [primaryKey({ columns: [table.talk_id, table.topic_id] })],
)

export const user_saved_talks = pgTable(
  'user_saved_talks',
  {
    user_id: parentId(() => profiles.id),
    talk_id: uuid().notNull(),
    event_id: uuid().notNull(),
    created_at: at().notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.user_id, table.talk_id] })],
)

/** What talks were before their last series of changes by hand, for one message about all. */
export const talk_moves = pgTable('talk_moves', {
  talk_id: uuid().primaryKey(),
  event_id: parentId(() => events.id),
  title: text().notNull(),
  day: date({ mode: 'string' }).notNull(),
  start_time: time(),
  location: text(),
  status: text({ enum: ['scheduled', 'cancelled'] }).notNull(),
  user_ids: uuid().array().notNull(),
  began_at: at().notNull().defaultNow(),
  due_at: at().notNull(),
})

import { sql } from 'drizzle-orm'
import { boolean, date, integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { attendanceVisibilities } from '#features/people/attendance-visibility.ts'
import { profiles } from '#features/people/people.tables.ts'
import { topic_proposals, topics } from '#features/topics/topics.tables.ts'
import { eventStatuses } from './event-status.ts'

const at = () => timestamp({ withTimezone: true, mode: 'string' })
const personReference = () => uuid().references(() => profiles.id, { onDelete: 'set null' })
const eventReference = () =>
  uuid()
    .notNull()
    .references(() => events.id, { onDelete: 'cascade' })
const memberReference = () =>
  uuid()
    .notNull()
    .references(() => profiles.id, { onDelete: 'cascade' })

export const event_imports = pgTable('event_imports', {
  id: uuid().primaryKey().defaultRandom(),
  file_name: text().notNull(),
  created_by: personReference(),
  created_at: at().notNull().defaultNow(),
  status: text({ enum: ['running', 'done', 'failed', 'undoing', 'undone'] })
    .notNull()
    .default('running'),
  total: integer().notNull().default(0),
  done: integer().notNull().default(0),
  imported: integer().notNull().default(0),
  skipped: integer().notNull().default(0),
  progressed_at: at().notNull().defaultNow(),
  unknown_columns: text().array().notNull().default([]),
  tagged: integer().notNull().default(0),
  proposed_topics: text().array().notNull().default([]),
})

export const event_import_skips = pgTable(
  'event_import_skips',
  {
    import_id: uuid()
      .notNull()
      .references(() => event_imports.id, { onDelete: 'cascade' }),
    line: integer().notNull(),
    reason: text().notNull(),
    is_imported: boolean().notNull().default(false),
  },
  (table) => [primaryKey({ columns: [table.import_id, table.line] })],
)

export const events = pgTable('events', {
  id: uuid().primaryKey().defaultRandom(),
  name: text().notNull(),
  slug: text().notNull().unique('events_slug_is_unique'),
  description: text(),
  start_date: date({ mode: 'string' }).notNull(),
  end_date: date({ mode: 'string' }).notNull(),
  location_name: text().notNull(),
  country_name: text().notNull(),
  website: text(),
  time_zone: text(),
  status: text({ enum: eventStatuses }).notNull().default('scheduled'),
  status_note: text(),
  /** When a postponed event was to take place, kept by a trigger: never write them. */
  first_start_date: date({ mode: 'string' }),
  first_end_date: date({ mode: 'string' }),
  code_of_conduct_url: text(),
  format: text(),
  languages: text(),
  price: text(),
  captions: text(),
  sign_language: text(),
  step_free: text(),
  childcare: text(),
  quiet_room: text(),
  scholarships: text(),
  accounts: text(),
  hashtag: text(),
  logo_url: text(),
  created_by: personReference(),
  import_id: uuid().references(() => event_imports.id, { onDelete: 'set null' }),
  series_id: uuid(),
  /** Who says that it is the edition that its name or series says: confirmed-editions.server.ts. */
  confirmation: text({ enum: ['listing', 'series', 'refused'] }),
  created_at: at().notNull().defaultNow(),
  updated_at: at().notNull().defaultNow(),
  name_key: text().generatedAlwaysAs(sql`fold(name)`),
  city_key: text().generatedAlwaysAs(sql`fold(location_name)`),
  country_key: text().generatedAlwaysAs(sql`fold(country_name)`),
  conference_key: text().generatedAlwaysAs(sql`fold(name) without its year`),
  /** Derived from event_tags by a trigger. */
  tags: text().array().notNull().default([]),
  /** How often what a calendar shows of it changed, counted by a trigger. */
  sequence: integer().notNull().default(0),
  /** Folded name, city, country and tags, derived by a trigger. */
  doc: text().notNull().default(''),
})

/** The date, place and status that an event had when its last series of changes began. */
export const event_moves = pgTable('event_moves', {
  event_id: eventReference().primaryKey(),
  start_date: date({ mode: 'string' }).notNull(),
  end_date: date({ mode: 'string' }).notNull(),
  location_name: text().notNull(),
  country_name: text().notNull(),
  status: text({ enum: eventStatuses }).notNull().default('scheduled'),
  began_at: at().notNull().defaultNow(),
  due_at: at().notNull().defaultNow(),
  name: text(),
})

/** What dates, place and status of an event were until they changed, written by a trigger. */
export const event_states = pgTable(
  'event_states',
  {
    event_id: eventReference(),
    until: at().notNull().defaultNow(),
    start_date: date({ mode: 'string' }).notNull(),
    end_date: date({ mode: 'string' }).notNull(),
    location_name: text().notNull(),
    country_name: text().notNull(),
    status: text({ enum: eventStatuses }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.event_id, table.until] })],
)

export const event_tags = pgTable(
  'event_tags',
  {
    event_id: eventReference(),
    tag: text()
      .notNull()
      .references(() => topics.name, { onUpdate: 'cascade', onDelete: 'cascade' }),
    /** The event's start date, derived by a trigger: never write it. */
    start_date: date({ mode: 'string' }).notNull().default(sql`'1900-01-01'`),
    created_at: at().notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.event_id, table.tag] })],
)

/** The conferences that get a proposed topic when it is accepted. */
export const proposed_event_tags = pgTable(
  'proposed_event_tags',
  {
    proposal_id: uuid()
      .notNull()
      .references(() => topic_proposals.id, { onDelete: 'cascade' }),
    event_id: eventReference(),
  },
  (table) => [primaryKey({ columns: [table.proposal_id, table.event_id] })],
)

export const user_events = pgTable(
  'user_events',
  {
    user_id: memberReference(),
    event_id: eventReference(),
    is_attending: boolean().notNull().default(true),
    created_at: at().notNull().defaultNow(),
    /** Null: as the person's default has it. */
    visibility: text({ enum: attendanceVisibilities }),
  },
  (table) => [primaryKey({ columns: [table.user_id, table.event_id] })],
)

export const event_claims = pgTable('event_claims', {
  id: uuid().primaryKey().defaultRandom(),
  event_id: eventReference(),
  user_id: memberReference(),
  reason: text(),
  status: text({ enum: ['pending', 'approved', 'rejected'] })
    .notNull()
    .default('pending'),
  created_at: at().notNull().defaultNow(),
  updated_at: at().notNull().defaultNow(),
  approved_by: personReference(),
  approved_at: at(),
  rejected_by: personReference(),
  rejected_at: at(),
})

export const event_invitations = pgTable(
  'event_invitations',
  {
    event_id: eventReference(),
    user_id: memberReference(),
    invited_by: personReference(),
    status: text({ enum: ['pending', 'accepted', 'declined'] })
      .notNull()
      .default('pending'),
    created_at: at().notNull().defaultNow(),
    answered_at: at(),
  },
  (table) => [primaryKey({ columns: [table.event_id, table.user_id] })],
)

/** Members who were asked whether an event is still listed right, and those who said so. */
export const event_checks = pgTable(
  'event_checks',
  { event_id: eventReference(), user_id: memberReference(), asked_at: at(), checked_at: at() },
  (table) => [primaryKey({ columns: [table.event_id, table.user_id] })],
)

/** What a person says to being listed as a speaker of an event. No row: they have not answered. */
export const speaking_confirmations = pgTable(
  'speaking_confirmations',
  {
    user_id: memberReference(),
    event_id: eventReference(),
    is_confirmed: boolean().notNull(),
    created_at: at().notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.user_id, table.event_id] })],
)

/** Co-organisers: members who maintain an event together with its owner. */
export const event_organisers = pgTable(
  'event_organisers',
  {
    event_id: eventReference(),
    user_id: memberReference(),
    added_by: personReference(),
    created_at: at().notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.event_id, table.user_id] })],
)

/** The owner of an event offers it to another member. */
export const event_handovers = pgTable('event_handovers', {
  event_id: eventReference().primaryKey(),
  from_id: memberReference(),
  to_id: memberReference(),
  created_at: at().notNull().defaultNow(),
  /** The owner's other editions of its series that are offered with it. */
  edition_ids: uuid().array().notNull().default([]),
})

/** Editions to come whose series' followers were notified. */
export const announced_editions = pgTable('announced_editions', {
  event_id: eventReference().primaryKey(),
  created_at: at().notNull().defaultNow(),
})

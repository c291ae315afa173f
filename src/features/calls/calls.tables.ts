import { sql } from 'drizzle-orm'
import { date, integer, pgTable, primaryKey, text, time, timestamp, uuid } from 'drizzle-orm/pg-core'
import { callKinds, coverages } from '#features/events/event-calls.schemas.ts'
import { events } from '#features/events/events.tables.ts'
import { profiles } from '#features/people/people.tables.ts'
import { markStates } from './calls.ts'

const at = () => timestamp({ withTimezone: true, mode: 'string' })
const day = () => date({ mode: 'string' })

/** What a conference asks for: talks, papers, help. */
export const calls = pgTable('calls', {
  id: uuid().primaryKey().defaultRandom(),
  event_id: uuid()
    .notNull()
    .references(() => events.id, { onDelete: 'cascade' }),
  kind: text({ enum: callKinds }).notNull().default('talks'),
  /** Suggested by a member; planned for the next edition, whose days are not known. */
  status: text({ enum: ['live', 'suggested', 'planned'] })
    .notNull()
    .default('live'),
  url: text(),
  opens_on: day(),
  closes_on: day(),
  closes_time: time(),
  time_zone: text(),
  travel: text({ enum: coverages }),
  hotel: text({ enum: coverages }),
  ticket: text({ enum: coverages }),
  formats: text(),
  languages: text().array().notNull().default([]),
  note: text(),
  /** The day before it was extended, kept by a trigger: never write it. */
  first_closes_on: day(),
  /** When the call of the edition before closed. */
  previous_closes_on: day(),
  /** How often the day of closing changed, counted by a trigger. */
  sequence: integer().notNull().default(0),
  added_by: uuid().references(() => profiles.id, { onDelete: 'set null' }),
  created_at: at().notNull().defaultNow(),
  updated_at: at().notNull().defaultNow(),
  /** Since when it is listed. */
  listed_at: at().notNull().defaultNow(),
  opens_at: at().notNull().generatedAlwaysAs(sql`the start of opens_on`),
  /** When it is over everywhere. */
  closes_at: at().notNull().generatedAlwaysAs(sql`the end of closes_on`),
  /** When it may be over: without a time zone, where a day ends first. */
  earliest_closes_at: at().notNull().generatedAlwaysAs(sql`the end of closes_on`),
})

/** What a person notes about a call: for nobody else. */
export const call_marks = pgTable(
  'call_marks',
  {
    user_id: uuid()
      .notNull()
      .references(() => profiles.id, { onDelete: 'cascade' }),
    call_id: uuid()
      .notNull()
      .references(() => calls.id, { onDelete: 'cascade' }),
    state: text({ enum: markStates }).notNull().default('interested'),
    note: text(),
    created_at: at().notNull().defaultNow(),
    changed_at: at().notNull().defaultNow(),
    /** The days of closing that the person was reminded of. */
    week_reminder_for: day(),
    day_reminder_for: day(),
  },
  (table) => [primaryKey({ columns: [table.user_id, table.call_id] })],
)

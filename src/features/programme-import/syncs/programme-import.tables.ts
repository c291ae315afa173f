import {
  bigint,
  boolean,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core'
import { events } from '#features/events/events.tables.ts'
import { profiles } from '#features/people/people.tables.ts'
import { speakers } from '#features/speakers/speakers.tables.ts'
import type { SyncChoices } from '../merging/sync-choices.ts'
import { type ProgrammeWarning, programmeFormats } from '../reading/document.ts'
import type { NewEvent } from './new-event-fields.server.ts'
import type { SyncReport } from './programme-syncs.schemas.ts'

const at = () => timestamp({ withTimezone: true, mode: 'string' })
const eventReference = () => uuid().references(() => events.id, { onDelete: 'cascade' })

/** Where the programme of an event comes from. */
export const programme_sources = pgTable('programme_sources', {
  event_id: eventReference().primaryKey(),
  format: text({ enum: programmeFormats }).notNull(),
  url: text(),
  is_automatic: boolean().notNull().default(false),
  etag: text(),
  last_modified: text(),
  digest: text(),
  /** Talks and breaks that the source has and that were deleted here by hand. */
  deleted_keys: text().array().notNull().default([]),
  checked_at: at(),
  next_check_at: at(),
  failures: integer().notNull().default(0),
  failing_since: at(),
  last_error: text(),
})

export const programme_syncs = pgTable('programme_syncs', {
  id: uuid().primaryKey().defaultRandom(),
  /** Null until the conference is listed. */
  event_id: eventReference(),
  /** The conference that an import of this preview lists. */
  new_event: jsonb().$type<NewEvent>(),
  status: text({
    enum: ['preview', 'waiting', 'applying', 'done', 'unchanged', 'undoing', 'undone'],
  }).notNull(),
  format: text({ enum: programmeFormats }).notNull(),
  url: text(),
  file_name: text(),
  /** What was read, compressed; kept for thirty days. */
  document: text(),
  digest: text().notNull(),
  choices: jsonb().$type<SyncChoices>().notNull().default({}),
  is_quiet: boolean().notNull().default(false),
  /** Whether the words of what it brought are in the dictionary. */
  has_words: boolean().notNull().default(false),
  report: jsonb().$type<SyncReport>(),
  warnings: jsonb().$type<ProgrammeWarning[]>().notNull().default([]),
  begun_by: uuid().references(() => profiles.id, { onDelete: 'set null' }),
  created_at: at().notNull().defaultNow(),
  progressed_at: at().notNull().defaultNow(),
  finished_at: at(),
  runner: uuid(),
  /** What it changed, in the log of changes. */
  set_id: bigint({ mode: 'number' }),
})

export const source_people = pgTable(
  'source_people',
  {
    /** The host of the address, or event:<id> for files. */
    namespace: text().notNull(),
    person_key: text().notNull(),
    event_id: eventReference(),
    name: text().notNull(),
    source_fields: text().array().notNull().default([]),
    speaker_id: uuid()
      .notNull()
      .references(() => speakers.id, { onDelete: 'cascade' }),
  },
  (table) => [primaryKey({ columns: [table.namespace, table.person_key] })],
)

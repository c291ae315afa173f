import { sql } from 'drizzle-orm'
import { bigint, boolean, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { change_sets } from '#features/change-log/change-log.tables.ts'
import { event_imports, events } from '#features/events/events.tables.ts'
import { at, parentId } from '#platform/database/columns.ts'
import { type EntryValues, type LeftOut, type SourceCounts, sourceFormats } from './sources.schemas.ts'

export const directory_sources = pgTable('directory_sources', {
  id: uuid().primaryKey().defaultRandom(),
  name: text().notNull(),
  format: text({ enum: sourceFormats }).notNull(),
  addresses: text().array().notNull().default([]),
  licence: text().notNull(),
  lists_at_once: boolean().notNull().default(false),
  topic_names: jsonb().$type<Record<string, string>>().notNull().default({}),
  etags: jsonb().$type<Record<string, string>>().notNull().default({}),
  next_check_at: at().notNull().defaultNow(),
  checked_at: at(),
  failures: integer().notNull().default(0),
  last_error: text(),
  left_out: jsonb().$type<LeftOut[]>().notNull().default([]),
  created_at: at().notNull().defaultNow(),
})

export const source_runs = pgTable('source_runs', {
  id: uuid().primaryKey().defaultRandom(),
  source_id: parentId(() => directory_sources.id),
  import_id: uuid().references(() => event_imports.id, { onDelete: 'set null' }),
  set_id: bigint({ mode: 'number' })
    .notNull()
    .references(() => change_sets.id, { onDelete: 'cascade' }),
  counts: jsonb().$type<SourceCounts>().notNull(),
  created_at: at().notNull().defaultNow(),
})

export const source_entries = pgTable('source_entries', {
  id: uuid().primaryKey().defaultRandom(),
  source_id: parentId(() => directory_sources.id),
  key: text().notNull(),
  values: jsonb().$type<EntryValues>().notNull(),
  state: text({ enum: ['proposed', 'linked', 'declined'] })
    .notNull()
    .default('proposed'),
  event_id: uuid().references(() => events.id, { onDelete: 'set null' }),
  candidates: uuid().array().notNull().default([]),
  first_seen: at().notNull().defaultNow(),
  gone_since: at(),
})

export const source_questions = pgTable('source_questions', {
  id: uuid().primaryKey().defaultRandom(),
  event_id: parentId(() => events.id),
  source_id: uuid().references(() => directory_sources.id, { onDelete: 'cascade' }),
  kind: text({ enum: ['changed', 'gone', 'page'] }).notNull(),
  changes: jsonb().$type<Record<string, string | null>>().notNull().default({}),
  created_at: at().notNull().defaultNow(),
})

export const event_origins = pgTable('event_origins', {
  event_id: uuid()
    .primaryKey()
    .references(() => events.id, { onDelete: 'cascade' }),
  source_name: text().notNull(),
  licence: text().notNull(),
  is_restricted: boolean().notNull().generatedAlwaysAs(sql`whether the licence forbids to pass it on`),
})

export const page_checks = pgTable('page_checks', {
  event_id: uuid()
    .primaryKey()
    .references(() => events.id, { onDelete: 'cascade' }),
  checked_at: at().notNull().defaultNow(),
  asked: jsonb().$type<Record<string, string>>(),
  /** When the page last had the same days. */
  agreed_at: at(),
})

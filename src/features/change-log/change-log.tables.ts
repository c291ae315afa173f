import { bigint, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { profiles } from '#features/people/people.tables.ts'
import { changeMeans } from '#platform/database/changed-by.ts'
import { at } from '#platform/database/columns.ts'

const id = () => bigint({ mode: 'number' })
type Row = Record<string, unknown>

/** What one transaction, one import or one run of a source changed. */
export const change_sets = pgTable('change_sets', {
  id: id().primaryKey().generatedByDefaultAsIdentity(),
  at: at().notNull().defaultNow(),
  changed_by: uuid().references(() => profiles.id, { onDelete: 'set null' }),
  via: text({ enum: changeMeans }).notNull(),
  reason: text(),
  /** The set that this one undoes, and the one that undoes this. */
  undoes: id(),
  undone_by: id(),
})

/** Written by triggers alone (migration 0126). */
export const changed_rows = pgTable('changed_rows', {
  id: id().primaryKey().generatedByDefaultAsIdentity(),
  /** A row goes with its set, by a trigger. */
  set_id: id().notNull(),
  table_name: text().notNull(),
  key: jsonb().$type<Row>().notNull(),
  /** The conference, talk, speaker, series or topic whose history shows it. */
  record_id: uuid(),
  /** The conference of a talk, the series of a conference. */
  parent_id: uuid(),
  action: text({ enum: ['added', 'changed', 'removed'] }).notNull(),
  /** All columns of a removed row; of a changed one those that differ. */
  before: jsonb().$type<Row>(),
  after: jsonb().$type<Row>(),
})

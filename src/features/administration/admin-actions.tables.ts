import { bigint, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { at } from '#platform/database/columns.ts'
import type { AdminAction } from './admin-actions.schemas.ts'

export const admin_actions = pgTable('admin_actions', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  admin_id: uuid().notNull(),
  action: text().$type<AdminAction>().notNull(),
  subject: text().notNull(),
  path: text(),
  before: jsonb().$type<Record<string, unknown>>(),
  after: jsonb().$type<Record<string, unknown>>(),
  created_at: at().notNull().defaultNow(),
  set_id: bigint({ mode: 'number' }),
  changed_row: bigint({ mode: 'number' }),
  logged_fields: text().array(),
})

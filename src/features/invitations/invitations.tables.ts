import { bigint, boolean, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { profiles } from '#features/people/people.tables.ts'

const at = () => timestamp({ withTimezone: true, mode: 'string' })

export const invitation_codes = pgTable('invitation_codes', {
  id: uuid().primaryKey().defaultRandom(),
  code: text().notNull().unique('invitation_codes_code_is_unique'),
  created_by: uuid().references(() => profiles.id, { onDelete: 'set null' }),
  created_at: at().notNull().defaultNow(),
  expires_at: at(),
  used_by: uuid().references(() => profiles.id, { onDelete: 'set null' }),
  used_at: at(),
  tried_at: at(),
  is_active: boolean().notNull().default(true),
  makes_admin: boolean().notNull().default(false),
  is_expiry_logged: boolean().notNull().default(false),
})

export const invitation_requests = pgTable('invitation_requests', {
  id: uuid().primaryKey().defaultRandom(),
  email: text().notNull().unique('invitation_requests_email_is_unique'),
  reason: text().notNull(),
  created_at: at().notNull().defaultNow(),
  answered_at: at(),
  code: text(),
})

export const invitation_code_audit = pgTable('invitation_code_audit', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  action: text().notNull(),
  user_id: uuid(),
  metadata: jsonb().$type<{ code: string }>().notNull(),
  created_at: at().notNull().defaultNow(),
})

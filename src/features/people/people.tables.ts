import { sql } from 'drizzle-orm'
import { boolean, integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { attendanceVisibilities } from './attendance-visibility.ts'

const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'string' })
const date = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })

/** Better Auth's five tables keep its names for their columns and its Date values. */
export const user = pgTable('user', {
  id: uuid().primaryKey().defaultRandom(),
  name: text().notNull(),
  email: text().notNull().unique('user_email_is_unique'),
  emailVerified: boolean('email_verified').notNull().default(false),
  image: text(),
  invitationCode: text('invitation_code').notNull(),
  twoFactorEnabled: boolean('two_factor_enabled').notNull().default(false),
  /** Null for an address that the account has had from the beginning, or since before this was kept. */
  emailChangedAt: date('email_changed_at'),
  createdAt: date('created_at').notNull().defaultNow(),
  updatedAt: date('updated_at').notNull().defaultNow(),
})

export const session = pgTable('session', {
  id: uuid().primaryKey().defaultRandom(),
  userId: uuid('user_id')
    .notNull()
    .references(() => user.id, { onDelete: 'cascade' }),
  token: text().notNull().unique('session_token_is_unique'),
  expiresAt: date('expires_at').notNull(),
  ipAddress: text('ip_address'),
  userAgent: text('user_agent'),
  createdAt: date('created_at').notNull().defaultNow(),
  updatedAt: date('updated_at').notNull().defaultNow(),
})

export const account = pgTable('account', {
  id: uuid().primaryKey().defaultRandom(),
  userId: uuid('user_id')
    .notNull()
    .references(() => user.id, { onDelete: 'cascade' }),
  accountId: text('account_id').notNull(),
  providerId: text('provider_id').notNull(),
  password: text(),
  accessToken: text('access_token'),
  refreshToken: text('refresh_token'),
  idToken: text('id_token'),
  accessTokenExpiresAt: date('access_token_expires_at'),
  refreshTokenExpiresAt: date('refresh_token_expires_at'),
  scope: text(),
  createdAt: date('created_at').notNull().defaultNow(),
  updatedAt: date('updated_at').notNull().defaultNow(),
})

export const verification = pgTable('verification', {
  id: uuid().primaryKey().defaultRandom(),
  identifier: text().notNull(),
  value: text().notNull(),
  expiresAt: date('expires_at').notNull(),
  createdAt: date('created_at').notNull().defaultNow(),
  updatedAt: date('updated_at').notNull().defaultNow(),
})

export const two_factors = pgTable('two_factors', {
  id: uuid().primaryKey().defaultRandom(),
  userId: uuid('user_id')
    .notNull()
    .unique('two_factors_one_per_user')
    .references(() => user.id, { onDelete: 'cascade' }),
  /** Encrypted, as the recovery codes are. */
  secret: text().notNull(),
  backupCodes: text('backup_codes').notNull(),
  verified: boolean().notNull().default(false),
  failedVerificationCount: integer('failed_verification_count').notNull().default(0),
  lockedUntil: date('locked_until'),
})

export const profiles = pgTable('profiles', {
  id: uuid()
    .primaryKey()
    .references(() => user.id, { onDelete: 'cascade' }),
  full_name: text(),
  avatar_url: text(),
  bio: text(),
  website: text(),
  bluesky_handle: text(),
  github_handle: text(),
  mastodon_handle: text(),
  linkedin_handle: text(),
  twitch_handle: text(),
  /** How many more invitation codes than others the member may have. */
  extra_invitations: integer().notNull().default(0),
  created_at: at('created_at').notNull().defaultNow(),
  updated_at: at('updated_at').notNull().defaultNow(),
  name_key: text().generatedAlwaysAs(sql`fold(full_name)`),
  /** Of attendances without a choice of their own; for the person alone. */
  attendance_visibility: text({ enum: attendanceVisibilities }).notNull().default('public'),
  organisation: text(),
  city: text(),
  headline: text(),
  /** Derived from user_roles. */
  is_administrator: boolean().notNull().default(false),
})

export const user_roles = pgTable(
  'user_roles',
  {
    user_id: uuid()
      .notNull()
      .references(() => profiles.id, { onDelete: 'cascade' }),
    role: text().notNull(),
    created_at: at('created_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.user_id, table.role] })],
)

/** A new mail address that the old and the new mailbox have to confirm. */
export const address_changes = pgTable('address_changes', {
  user_id: uuid()
    .primaryKey()
    .references(() => user.id, { onDelete: 'cascade' }),
  old_email: text().notNull(),
  new_email: text().notNull(),
  /** SHA-256 of what the mails hold, in hex. */
  old_token_hash: text().notNull().unique('address_changes_old_token_hash_is_unique'),
  new_token_hash: text().notNull().unique('address_changes_new_token_hash_is_unique'),
  old_confirmed_at: at('old_confirmed_at'),
  new_confirmed_at: at('new_confirmed_at'),
  created_at: at('created_at').notNull().defaultNow(),
  expires_at: at('expires_at').notNull(),
})

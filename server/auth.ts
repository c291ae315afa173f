import { betterAuth } from 'better-auth'
import { drizzleAdapter } from 'better-auth/adapters/drizzle'
import * as people from '#features/people/people.tables.ts'
import { limits } from '#src/limits.ts'
import type { Database } from './db.ts'

export type Auth = ReturnType<typeof createAuth>

/** Better Auth on our own tables: e-mail and password, sessions in the database, ids as uuid. */
export function createAuth(db: Database, settings: { secret: string; siteUrl: string; siteName: string }) {
  return betterAuth({
    appName: settings.siteName,
    baseURL: settings.siteUrl,
    basePath: '/api/auth',
    secret: settings.secret,
    telemetry: { enabled: false },
    database: drizzleAdapter(db, {
      provider: 'pg',
      schema: {
        user: people.user,
        session: people.session,
        account: people.account,
        verification: people.verification,
      },
    }),
    advanced: { database: { generateId: 'uuid' }, cookiePrefix: 'hallway' },
    user: {
      additionalFields: { invitationCode: { type: 'string', required: true, input: true, returned: false } },
    },
    emailAndPassword: {
      enabled: true,
      // Registering, confirming and recovering come with the forms for them.
      disableSignUp: true,
      requireEmailVerification: true,
      minPasswordLength: limits.passwordMin,
      maxPasswordLength: limits.passwordMax,
    },
  })
}

/** Whether a request may bring a session: everybody else gets the kept page. */
export const hasSessionCookie = (cookie: string | undefined | null) =>
  /hallway\.session_token=/.test(cookie ?? '')

import { createHmac, timingSafeEqual } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { drizzleAdapter } from 'better-auth/adapters/drizzle'
import { type BetterAuthOptions, betterAuth } from 'better-auth/minimal'
import { twoFactor } from 'better-auth/plugins/two-factor'
import type { Logger } from 'pino'
import * as people from '#features/people/people.tables.ts'
import { decodePathPart } from '#lib/text.ts'
import { addressHeader } from '#platform/client-address.ts'
import type { Database } from '#platform/database/db.ts'
import { accountLimit, reset } from '#platform/rate-limits.ts'
import { limits } from '#src/limits.ts'
import { accountGuard, refuseSuspended } from './account-guard.ts'
import { accountMail, linkLifetimeSeconds } from './account-mail.ts'
import { addressChange } from './address-change.ts'
import { isConfirmed } from './confirmation.ts'
import { checkIdentity, type Proof } from './identity.ts'
import { passwords } from './passwords.ts'
import { isOfAnotherSecret } from './second-factor.ts'

export type Auth = ReturnType<typeof createAuth>

type Settings = {
  secret: string
  siteUrl: string
  siteName: string
  /** Whom somebody may ask who can't sign in: an email address or a URL. */
  contact?: string
  /** Whether the site is for this machine alone (env.ts). */
  isPrivate?: boolean
  /** Whether administrators need a second factor to act as such. */
  requireAdminSecondFactor?: boolean
}

const basePath = '/api/auth'

/** How long a session lasts, and how old it is when it is extended. */
export const sessionSeconds = { expiresIn: 60 * 60 * 24 * 30, updateAge: 60 * 60 * 24 }

/** Answers that come after different work where there is such an account and where there is none: when they leave at the earliest. */
const evenAnswers = new Map([
  ['/api/auth/sign-in/email', { status: 401, milliseconds: 300 }],
  ['/api/auth/sign-up/email', { status: 200, milliseconds: 550 }],
  ['/api/auth/request-password-reset', { status: 200, milliseconds: 550 }],
  ['/api/auth/send-verification-email', { status: 200, milliseconds: 550 }],
])

/** The endpoints of Better Auth that are open. Whatever else it has, or gets with a new version, is not there. */
export const openEndpoints = new Set([
  '/sign-up/email',
  '/sign-in/email',
  '/sign-out',
  '/send-verification-email',
  '/request-password-reset',
  '/reset-password',
  '/change-password',
  '/change-address',
  '/get-session',
  '/list-sessions',
  '/revoke-session',
  '/revoke-sessions',
  '/revoke-other-sessions',
  '/two-factor/enable',
  '/two-factor/disable',
  '/two-factor/generate-backup-codes',
  '/two-factor/verify-totp',
  '/two-factor/verify-backup-code',
])

/** Sign-in by password: an address is confirmed and a password recovered by mail. */
const passwordOptions = (db: Database, mail: AccountMail) =>
  ({
    emailAndPassword: {
      enabled: true,
      autoSignIn: false,
      requireEmailVerification: true,
      password: passwords,
      minPasswordLength: limits.passwordMin,
      maxPasswordLength: limits.passwordMax,
      revokeSessionsOnPasswordReset: true,
      // A person who reads the mail of the account is no guesser, and should get in at once.
      onPasswordReset: ({ user }) => reset(db, accountLimit(user.email)),
      resetPasswordTokenExpiresIn: linkLifetimeSeconds,
      sendResetPassword: mail.recovery,
      onExistingUserSignUp: mail.alreadyThere,
    },
    emailVerification: {
      sendOnSignUp: true,
      expiresIn: linkLifetimeSeconds,
      autoSignInAfterVerification: false,
      sendVerificationEmail: mail.confirmation,
    },
  }) satisfies BetterAuthOptions

const authOptions = (
  db: Database,
  log: Logger,
  mail: AccountMail,
  { secret, siteUrl, siteName, contact, isPrivate = false }: Settings,
) =>
  ({
    appName: siteName,
    baseURL: siteUrl,
    basePath,
    secret,
    telemetry: { enabled: false },
    logger: {
      level: 'error',
      log: (level, message) => log[level === 'error' ? 'warn' : 'debug']({ auth: message }),
    },
    database: drizzleAdapter(db, {
      provider: 'pg',
      transaction: true,
      schema: {
        user: people.user,
        session: people.session,
        account: people.account,
        verification: people.verification,
        twoFactor: people.two_factors,
      },
    }),
    advanced: {
      database: { generateId: 'uuid' },
      cookiePrefix: 'hallway',
      useSecureCookies: siteUrl.startsWith('https:'),
      defaultCookieAttributes: { sameSite: 'lax', httpOnly: true },
      ipAddress: { ipAddressHeaders: [addressHeader] },
      // Said here because Better Auth leaves it out where NODE_ENV is test.
      disableOriginCheck: false,
      // The embedded engine has one connection: mail written inside the sign-up's transaction would wait for it for ever.
      backgroundTasks: { handler: () => {} },
    },
    // To the host, which logs what is unexpected without its values; Better Auth's router would print them all.
    onAPIError: { throw: true },
    rateLimit: { enabled: false },
    user: {
      additionalFields: { invitationCode: { type: 'string', required: true, input: true, returned: false } },
    },
    session: sessionSeconds,
    ...passwordOptions(db, mail),
    plugins: [twoFactor({ issuer: siteName }), addressChange(db, mail, secret)],
    hooks: accountGuard(db, isPrivate, mail),
    databaseHooks: {
      session: {
        create: {
          // The person who changes the password is signed in. Better Auth makes the new session in a transaction then, for which
          // a statement of ours would wait for ever on the embedded engine's one connection.
          before: async (session, request) =>
            request?.path === '/change-password'
              ? undefined
              : refuseSuspended(db, contactOf({ contact, siteName }), session.userId),
        },
      },
    },
  }) satisfies BetterAuthOptions

const contactOf = ({ contact, siteName }: Pick<Settings, 'contact' | 'siteName'>) =>
  contact ?? `the people who run ${siteName}`

/** Better Auth on our own tables: e-mail and password, confirmation and recovery by mail, sessions in the database. */
export function createAuth(db: Database, log: Logger, settings: Settings) {
  const { secret, siteUrl, siteName, requireAdminSecondFactor = false } = settings
  const mail = accountMail(db, log, { siteUrl, siteName })
  const auth = betterAuth(authOptions(db, log, mail, settings))

  const handler = evenly(auth.handler, (error) => {
    if (!isOfAnotherSecret(error)) throw error
    log.warn('a second factor was made with another AUTH_SECRET: bring that back, or run user reset-2fa')
    const message = `This site has a new key, with which your codes no longer work. Please write to ${contactOf(settings)}.`
    return Response.json({ code: 'SECOND_FACTOR_OF_ANOTHER_SECRET', message }, { status: 403 })
  })
  const confirmIdentity = (userId: string, proof: Proof) => checkIdentity(db, secret, userId, proof)

  return {
    ...auth,
    handler,
    confirmIdentity,
    isConfirmed: (token: string) => isConfirmed(db, token, secret),
    /** Better Auth's endpoint that confirms an address, which no request reaches. */
    confirm: auth.handler,
    sessionToken: sessionTokens(secret, siteUrl.startsWith('https:')),
    requireAdminSecondFactor,
    mail,
  }
}

type AccountMail = ReturnType<typeof accountMail>
type Handler = (request: Request) => Promise<Response>

/** Answers the open endpoints. How long it takes must not tell either whether there is such an account. */
const evenly =
  (handle: Handler, onError: (error: unknown) => Response): Handler =>
  async (request) => {
    const { pathname } = new URL(request.url)
    if (!openEndpoints.has(pathname.slice(basePath.length)))
      return Response.json({ code: 'NOT_FOUND', message: 'Unknown endpoint' }, { status: 404 })
    const even = evenAnswers.get(pathname)
    const enough = even && setTimeout(even.milliseconds)
    const answer = await handle(request).catch(onError)
    if (answer.status === even?.status) await enough
    return answer
  }

/**
 * Reads the token in a Cookie header that was signed with this site's secret: everybody else gets the cached page, and a made
 * up cookie costs no rendering. Whether the session still lives only the database knows.
 */
function sessionTokens(secret: string, isHttps: boolean) {
  const cookie = new RegExp(
    `(?:^|[;\\s])${isHttps ? '__Secure-' : ''}hallway\\.session_token="?([^;"\\s]*)`,
    'g',
  )
  /** A request is asked three times in a row. */
  let last: { header: string | undefined | null; token: string | undefined } = {
    header: undefined,
    token: undefined,
  }
  return (header: string | undefined | null) => {
    if (header !== last.header) {
      const values = [...(header ?? '').matchAll(cookie)].map(([, value = '']) => signedToken(value, secret))
      last = { header, token: values.find((token) => token !== undefined) }
    }
    return last.token
  }
}

/** Better Auth writes token.signature, percent-encoded: HMAC-SHA-256 of the token in base64. */
function signedToken(value: string, secret: string): string | undefined {
  const [, token, signature = ''] = decodePathPart(value).match(/^(.+)\.([^.]+)$/) ?? []
  if (!token) return undefined
  const own = Buffer.from(createHmac('sha256', secret).update(token).digest('base64'))
  const givenSignature = Buffer.from(signature)
  return givenSignature.length === own.length && timingSafeEqual(givenSignature, own) ? token : undefined
}

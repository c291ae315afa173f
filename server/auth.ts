import { setTimeout } from 'node:timers/promises'
import { dictionary } from '@zxcvbn-ts/language-common'
import { betterAuth } from 'better-auth'
import { drizzleAdapter } from 'better-auth/adapters/drizzle'
import { APIError, createAuthMiddleware, getSessionFromCtx } from 'better-auth/api'
import { sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import { mail_outbox } from '#features/people/mail.tables.ts'
import { composeMail } from '#features/people/mail.ts'
import { profileForm } from '#features/people/people.schemas.ts'
import * as people from '#features/people/people.tables.ts'
import { limits } from '#src/limits.ts'
import { type Database, rows } from './db.ts'
import {
  codeLimits,
  forget,
  giveBack,
  mailFromLimit,
  mailToLimit,
  passwordLimits,
  signInLimits,
  take,
  tooMany,
} from './guessing.ts'

export type Auth = ReturnType<typeof createAuth>

type Settings = { secret: string; siteUrl: string; siteName: string }

/** The header in which the host tells the client's address; it overwrites whatever a stranger sent (app.ts). */
export const addressHeader = 'x-hallway-address'

const commonPasswords = new Set(dictionary['passwords-common'])

const refuse = (status: 'BAD_REQUEST' | 'TOO_MANY_REQUESTS', code: string, message: string) =>
  new APIError(status, { code, message })

const invalidCode = () => refuse('BAD_REQUEST', 'INVALID_INVITATION', 'Invalid or expired invitation code')

/** Endpoints that do more where there is such an account than where there is none. */
const evenPaths = new Set(
  ['sign-up/email', 'request-password-reset', 'send-verification-email'].map((each) => `/api/auth/${each}`),
)
const evenMilliseconds = 550

/** Better Auth's endpoints that Hallway has no use for: what isn't there needs no guard. */
const closed = [
  '/update-user',
  '/change-email',
  '/delete-user',
  '/delete-user/callback',
  '/set-password',
  '/sign-in/social',
  '/link-social',
  '/unlink-account',
  '/list-accounts',
  '/account-info',
  '/refresh-token',
  '/get-access-token',
  '/verify-password',
  '/callback/:id',
]

/** Better Auth on our own tables: e-mail and password, confirmation and recovery by mail, sessions in the database. */
export function createAuth(db: Database, log: Logger, { secret, siteUrl, siteName }: Settings) {
  const send = async (
    email: string,
    subject: string,
    lines: string[],
    button: { label: string; url: string },
  ) => {
    // Silently: an answer that differs would tell whether there is such an account.
    if ((await take(db, mailToLimit(email))) > 0) return
    const mail = composeMail({ siteName, siteUrl, subject, lines, button })
    try {
      await db.insert(mail_outbox).values({ to_address: email, ...mail })
    } catch (error) {
      log.error({ err: error }, 'a mail could not be written')
      throw error
    }
  }

  const auth = betterAuth({
    appName: siteName,
    baseURL: siteUrl,
    basePath: '/api/auth',
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
    disabledPaths: closed,
    rateLimit: { enabled: false },
    user: {
      additionalFields: { invitationCode: { type: 'string', required: true, input: true, returned: false } },
    },
    session: { expiresIn: 60 * 60 * 24 * 30, updateAge: 60 * 60 * 24 },
    emailAndPassword: {
      enabled: true,
      autoSignIn: false,
      requireEmailVerification: true,
      minPasswordLength: limits.passwordMin,
      maxPasswordLength: limits.passwordMax,
      revokeSessionsOnPasswordReset: true,
      // Whoever reads the mail of the account is no guesser, and should get in at once.
      onPasswordReset: ({ user }) => forget(db, signInLimits(user.email, '').slice(0, 1)),
      sendResetPassword: ({ user, token }) =>
        send(
          user.email,
          'Choose a new password',
          [
            `Somebody, hopefully you, asked for a new password on ${siteName}. The link works for one hour and once.`,
            'If it was not you, there is nothing to do: your password stays as it is.',
          ],
          { label: 'Choose a new password', url: `${siteUrl}/auth/reset?token=${encodeURIComponent(token)}` },
        ),
      onExistingUserSignUp: ({ user }) =>
        send(
          user.email,
          `You already have an account on ${siteName}`,
          [
            `Somebody, hopefully you, tried to register on ${siteName} with this address. There is an account already: sign in, or choose a new password if you have forgotten yours.`,
          ],
          { label: 'Sign in', url: `${siteUrl}/auth` },
        ),
    },
    emailVerification: {
      sendOnSignUp: true,
      autoSignInAfterVerification: false,
      sendVerificationEmail: ({ user, token }) =>
        send(
          user.email,
          'Confirm your e-mail address',
          [
            `Welcome to ${siteName}, ${user.name}. Please confirm that this address is yours; then you can sign in.`,
          ],
          {
            label: 'Confirm my address',
            url: `${siteUrl}/api/auth/verify-email?token=${encodeURIComponent(token)}&callbackURL=${encodeURIComponent('/auth?confirmed=yes')}`,
          },
        ),
    },
    hooks: {
      before: createAuthMiddleware(async (ctx) => {
        const address = ctx.headers?.get(addressHeader) ?? 'unknown'
        const body = (ctx.body ?? {}) as Record<string, unknown>
        const text = (name: string) => (typeof body[name] === 'string' ? body[name] : '')

        if (ctx.path === '/sign-in/email') {
          const wait = await take(db, signInLimits(text('email'), address))
          if (wait > 0) throw refuse('TOO_MANY_REQUESTS', 'TOO_MANY_ATTEMPTS', tooMany(wait))
        }
        if (['/sign-up/email', '/request-password-reset', '/send-verification-email'].includes(ctx.path)) {
          const wait = await take(db, mailFromLimit(address))
          if (wait > 0) throw refuse('TOO_MANY_REQUESTS', 'TOO_MANY_ATTEMPTS', tooMany(wait))
        }
        if (['/sign-up/email', '/reset-password', '/change-password'].includes(ctx.path)) {
          const password = text('newPassword') || text('password')
          if (password.length >= limits.passwordMin && commonPasswords.has(password.toLowerCase())) {
            throw refuse(
              'BAD_REQUEST',
              'PASSWORD_TOO_COMMON',
              'This password is too common. Please choose another one.',
            )
          }
        }
        if (ctx.path === '/sign-up/email') {
          const name = profileForm.shape.full_name.safeParse(text('name'))
          if (!name.success)
            throw refuse(
              'BAD_REQUEST',
              'INVALID_NAME',
              name.error.issues[0]?.message ?? 'Full name is required',
            )
          await checkCode(text('invitationCode'), address)
          return {
            context: {
              body: {
                ...body,
                name: name.data,
                invitationCode: text('invitationCode').trim().toUpperCase(),
                image: undefined,
              },
            },
          }
        }
        if (ctx.path === '/change-password') {
          const session = await getSessionFromCtx(ctx)
          const wait = session ? await take(db, passwordLimits(session.user.id)) : 0
          if (wait > 0) throw refuse('TOO_MANY_REQUESTS', 'TOO_MANY_ATTEMPTS', tooMany(wait))
          return { context: { body: { ...body, revokeOtherSessions: true } } }
        }
        if (ctx.path === '/sign-out') {
          const session = await getSessionFromCtx(ctx)
          if (session) await ctx.context.internalAdapter.deleteUserSessions(session.user.id)
        }
      }),
      after: createAuthMiddleware(async (ctx) => {
        const body = (ctx.body ?? {}) as Record<string, unknown>
        const { newSession, returned } = ctx.context
        const refusal = returned instanceof APIError ? returned.body?.code : undefined
        if (ctx.path === '/sign-in/email' && newSession)
          await giveBack(db, signInLimits(String(body.email), ctx.headers?.get(addressHeader) ?? 'unknown'))
        if (ctx.path === '/change-password') {
          if (newSession) await giveBack(db, passwordLimits(newSession.user.id))
          if (refusal === 'INVALID_PASSWORD')
            throw refuse('BAD_REQUEST', 'INVALID_PASSWORD', 'Current password is incorrect')
        }
        // Somebody else was faster: the code was good when it was asked for, and spent when the account was made.
        if (ctx.path === '/sign-up/email' && refusal === 'FAILED_TO_CREATE_USER') {
          if (!(await isUsable(db, String(body.invitationCode)))) throw invalidCode()
        }
      }),
    },
  })

  /** As slow as the slowest way through them: the time must not tell either whether there is such an account. */
  async function handler(request: Request): Promise<Response> {
    const isEven = evenPaths.has(new URL(request.url).pathname)
    const enough = isEven ? setTimeout(evenMilliseconds) : undefined
    const answer = await auth.handler(request)
    if (answer.ok) await enough
    return answer
  }
  return { ...auth, handler }

  /** The form has asked before; a direct call to the endpoint meets the same limit and the same sentence. */
  async function checkCode(code: string, address: string) {
    if (!(await isValidCode(db, code, address))) throw invalidCode()
  }
}

/** Whether a code would let somebody in. Wrong ones count as guessing; too many of them throw. */
export async function isValidCode(db: Database, code: string, address: string): Promise<boolean> {
  const wait = await take(db, codeLimits(address))
  if (wait > 0) throw refuse('TOO_MANY_REQUESTS', 'TOO_MANY_ATTEMPTS', tooMany(wait))
  const isValid = await isUsable(db, code)
  if (isValid) await giveBack(db, codeLimits(address))
  return isValid
}

async function isUsable(db: Database, code: string): Promise<boolean> {
  const [found] = await rows<{ valid: boolean }>(db, sql`select validate_invitation_code(${code}) as valid`)
  return found?.valid === true
}

/** Whether a request may bring a session: everybody else gets the kept page. */
export const hasSessionCookie = (cookie: string | undefined | null) =>
  /hallway\.session_token=/.test(cookie ?? '')

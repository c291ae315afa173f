import { APIError, createAuthMiddleware, getSessionFromCtx } from 'better-auth/api'
import { renderSVG } from 'uqr'
import { isSuspended } from '#features/administration/suspensions.server.ts'
import { localPath } from '#features/auth/auth.ts'
import { checkCode, holdCode, isCodeUsable } from '#features/invitations/invitation-codes.server.ts'
import { profileForm } from '#features/people/people.schemas.ts'
import { otherAccount, otherAccountMessage, pageViewerHeader } from '#lib/page-viewer.ts'
import { addressHeader, isMadeHere } from '#platform/client-address.ts'
import type { Database } from '#platform/database/db.ts'
import {
  consume,
  mailFromLimit,
  passwordLimit,
  refund,
  secondFactorLimit,
  signInLimits,
  tooMany,
} from '#platform/rate-limits.ts'
import { limits } from '#src/limits.ts'
import type { accountMail, SecondFactorChange } from './account-mail.ts'
import { isCommonPassword, samplePassword } from './passwords.ts'
import { isCodeUsed, secondFactorSentences, withoutSpaces } from './second-factor.ts'

/** A session ends after so many milliseconds, however often it is used. */
const maxSessionMs = 90 * 24 * 3_600_000

export const isOutlived = (session: { createdAt: Date }) =>
  Date.now() - session.createdAt.getTime() > maxSessionMs

/** Endpoints that act for a session. (Asking for it alone is what viewer.ts does, which looks for itself.) */
const sessionPaths = [
  '/change-password',
  '/change-address',
  '/list-sessions',
  '/revoke-session',
  '/revoke-sessions',
  '/revoke-other-sessions',
  '/two-factor/enable',
  '/two-factor/disable',
  '/two-factor/generate-backup-codes',
]
const codePaths = ['/two-factor/verify-totp', '/two-factor/verify-backup-code']
/** Those of the others that ask for the password once more. */
const passwordPaths = sessionPaths.filter((path) => /^\/(?:change-|two-factor\/)/.test(path))

/** Where Better Auth's endpoints may be asked to lead afterwards, in the body or the query. */
const destinations = ['callbackURL', 'redirectTo', 'errorCallbackURL', 'newUserCallbackURL']

const refuse = (
  status: 'BAD_REQUEST' | 'UNAUTHORIZED' | 'FORBIDDEN' | 'CONFLICT' | 'TOO_MANY_REQUESTS',
  code: string,
  message: string,
) => new APIError(status, { code, message })

const tooManyAttempts = (wait: number) => refuse('TOO_MANY_REQUESTS', 'TOO_MANY_ATTEMPTS', tooMany(wait))
const invalidCode = () => refuse('BAD_REQUEST', 'INVALID_INVITATION', 'Invalid or expired invitation code')

/** What a mail says was done with the second factor. */
const secondFactorChanges: Record<string, SecondFactorChange | undefined> = {
  '/two-factor/disable': 'off',
  '/two-factor/generate-backup-codes': 'codes',
  '/two-factor/verify-backup-code': 'code',
}

const addressOf = (headers: Headers | undefined) => headers?.get(addressHeader) ?? 'unknown'
const textsOf = (body: unknown) => (name: string) => {
  const value = (body as Record<string, unknown> | undefined)?.[name]
  return typeof value === 'string' ? value : ''
}

/** Better Auth takes `/.//elsewhere` for a path and answers `location: //elsewhere`: our own rule is stricter. */
function refuseForeignDestinations(sources: unknown[]): void {
  for (const source of sources) {
    for (const name of destinations) {
      const value = (source as Record<string, unknown> | undefined)?.[name]
      if (value !== undefined && localPath(value) !== value)
        throw refuse('FORBIDDEN', 'INVALID_CALLBACK_URL', 'This leads to another site')
    }
  }
}

/** Before a session is made: the password was right by then, so this tells no stranger that there is such an account. */
export async function refuseSuspended(db: Database, contact: string, userId: string): Promise<void> {
  if (!(await isSuspended(db, userId))) return
  const sentence = `This account is suspended. If you think that is a mistake, please write to ${contact}.`
  throw refuse('FORBIDDEN', 'ACCOUNT_SUSPENDED', sentence)
}

async function limit(db: Database, keys: Parameters<typeof consume>[1]): Promise<void> {
  const wait = await consume(db, keys)
  if (wait > 0) throw tooManyAttempts(wait)
}

/** What stands before and after Better Auth's endpoints: limits on guessing, our rules and our sentences. */
export const accountGuard = (db: Database, isPrivate: boolean, mail: ReturnType<typeof accountMail>) => ({
  before: guardBefore(db, isPrivate),
  after: guardAfter(db, mail),
})

const guardBefore = (db: Database, isPrivate: boolean) =>
  createAuthMiddleware(async (ctx) => {
    const address = addressOf(ctx.headers)
    const text = textsOf(ctx.body)
    refuseForeignDestinations([ctx.query, ctx.body])

    if (ctx.path === '/sign-in/email') {
      // Also where a site with sample data went into production as it was.
      if (text('password') === samplePassword && !(isPrivate && ctx.headers && isMadeHere(ctx.headers)))
        throw refuse('FORBIDDEN', 'SAMPLE_ACCOUNT', 'The sample accounts work on the machine itself alone')
      await limit(db, signInLimits(text('email'), address))
    }
    if (['/sign-up/email', '/request-password-reset', '/send-verification-email'].includes(ctx.path))
      await limit(db, mailFromLimit(address))
    if (['/sign-up/email', '/reset-password', '/change-password'].includes(ctx.path))
      await refuseCommon(text('newPassword') || text('password'))
    if (ctx.path === '/sign-up/email') return { context: { body: await signUpBody(db, text, address) } }
    if (sessionPaths.includes(ctx.path)) {
      const session = await liveSession(db, ctx)
      if (passwordPaths.includes(ctx.path) && session) await limit(db, passwordLimit(session.user.id))
    }
    // The method that sends codes is not there, and the name of the site is not the caller's to choose.
    if (ctx.path === '/two-factor/enable')
      return { context: { body: { method: 'totp', issuer: ctx.context.appName } } }
    if (ctx.path === '/change-password') return { context: { body: { revokeOtherSessions: true } } }
    if (codePaths.includes(ctx.path)) {
      await limit(db, secondFactorLimit(address))
      // No device is trusted: each sign-in asks. Apps show codes with a space in them.
      const code = withoutSpaces(text('code'))
      return { context: { body: { code, trustDevice: false, disableSession: false } } }
    }
    if (ctx.path === '/sign-out') {
      const session = await getSessionFromCtx(ctx)
      if (session) await ctx.context.internalAdapter.deleteUserSessions(session.user.id)
    }
  })

const guardAfter = (db: Database, mail: ReturnType<typeof accountMail>) =>
  createAuthMiddleware(async (ctx) => {
    const text = textsOf(ctx.body)
    const { newSession, session, returned } = ctx.context
    const refusal = returned instanceof APIError ? returned.body?.code : undefined
    if (refusal === 'EMAIL_NOT_VERIFIED')
      throw refuse('FORBIDDEN', 'EMAIL_NOT_VERIFIED', 'Email not confirmed')
    if (ctx.path === '/sign-in/email' && newSession)
      await refund(db, signInLimits(text('email'), addressOf(ctx.headers)))
    if (passwordPaths.includes(ctx.path)) {
      const userId = newSession?.user.id ?? session?.user.id
      if (userId && !refusal) await refund(db, passwordLimit(userId))
      if (refusal === 'INVALID_PASSWORD')
        throw refuse('BAD_REQUEST', 'INVALID_PASSWORD', 'Current password is incorrect')
    }
    if (ctx.path.startsWith('/two-factor/') && refusal && secondFactorSentences[refusal]) {
      const isOver = returned instanceof APIError && returned.statusCode === 429
      const status = codePaths.includes(ctx.path) && !isOver ? 'UNAUTHORIZED' : 'BAD_REQUEST'
      throw refuse(isOver ? 'TOO_MANY_REQUESTS' : status, refusal, secondFactorSentences[refusal])
    }
    if (codePaths.includes(ctx.path) && !refusal) await refund(db, secondFactorLimit(addressOf(ctx.headers)))
    if (ctx.path === '/two-factor/verify-totp' && newSession)
      await refuseUsedCode(db, ctx, newSession, text('code'))
    if (!refusal) {
      const person = newSession?.user ?? session?.user
      // The endpoint that takes a code at the sign-in also turns it on, for a session.
      const isTurnedOn = ctx.path === '/two-factor/verify-totp' && session && newSession
      const change = isTurnedOn ? 'on' : secondFactorChanges[ctx.path]
      if (person && change) await mail.secondFactor(person, change)
    }
    const totpURI =
      ctx.path === '/two-factor/enable' && (returned as { totpURI?: string } | undefined)?.totpURI
    if (totpURI) return ctx.json({ ...(returned as object), qrCode: renderSVG(totpURI) })
    const { user } = (returned ?? {}) as { user?: { id: string } }
    // Asked from outside: viewer.ts, which asks without a request, has found a profile before.
    if (ctx.path === '/get-session' && ctx.request && user && (await isSuspended(db, user.id)))
      return ctx.json(null)
    if (ctx.path === '/sign-up/email') await settleCode(db, text('invitationCode'), user, refusal)
  })

type AuthContext = Parameters<typeof getSessionFromCtx>[0]
type Text = ReturnType<typeof textsOf>

/** What Better Auth gets of a sign-up. */
async function signUpBody(db: Database, text: Text, address: string) {
  const name = profileForm.shape.full_name.safeParse(text('name'))
  if (!name.success)
    throw refuse('BAD_REQUEST', 'INVALID_NAME', name.error.issues[0]?.message ?? 'Full name is required')
  // The form has asked before; a direct call meets the same limit and the same sentence.
  const { isValid, wait } = await checkCode(db, text('invitationCode'), address)
  if (wait > 0) throw tooManyAttempts(wait)
  if (!isValid) throw invalidCode()
  const invitationCode = text('invitationCode').trim().toUpperCase()
  // What is returned is merged into the body: undefined would leave the picture that was sent, and the whole body
  // again would be walked to any depth.
  return { name: name.data, invitationCode, image: '' }
}

/** The session of a request, unless it is too old, of somebody suspended, or not that of the page. */
async function liveSession(db: Database, ctx: AuthContext) {
  const session = await getSessionFromCtx(ctx)
  if (!session) return null
  const isOld = isOutlived(session.session)
  if (isOld) await ctx.context.internalAdapter.deleteSession(session.session.token)
  // The session of somebody suspended stays for the day when they are restored.
  if (isOld || (await isSuspended(db, session.user.id)))
    throw refuse('UNAUTHORIZED', 'SESSION_EXPIRED', 'Please sign in again')
  const pageViewer = ctx.headers?.get(pageViewerHeader)
  if (pageViewer && pageViewer !== session.user.id)
    throw refuse('CONFLICT', otherAccount, otherAccountMessage(session.user))
  return session
}

/** A code of the app works once. */
async function refuseUsedCode(
  db: Database,
  ctx: AuthContext,
  { user, session }: NonNullable<AuthContext['context']['newSession']>,
  code: string,
): Promise<void> {
  if (!(await isCodeUsed(db, user.id, withoutSpaces(code)))) return
  await ctx.context.internalAdapter.deleteSession(session.token)
  throw refuse('UNAUTHORIZED', 'INVALID_CODE', secondFactorSentences.INVALID_CODE!)
}

/** Holds the invitation code of a sign-up that makes no account. */
async function settleCode(
  db: Database,
  code: string,
  user: object | undefined,
  refusal: string | undefined,
): Promise<void> {
  // An address that has an account gets the answer of one that has none. A code that stayed valid would reveal it at once.
  if (user) await holdCode(db, code)
  // Somebody else was faster: the code was good when it was asked for, and spent when the account was made.
  if (refusal === 'FAILED_TO_CREATE_USER' && !(await isCodeUsable(db, code))) throw invalidCode()
}

async function refuseCommon(password: string): Promise<void> {
  if (password.length >= limits.passwordMin && (await isCommonPassword(password))) {
    const sentence = 'This password is too common. Please choose another one.'
    throw refuse('BAD_REQUEST', 'PASSWORD_TOO_COMMON', sentence)
  }
}

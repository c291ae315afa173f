import { queueAfterTransactionHook } from '@better-auth/core/context'
import { sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import { isSuspended } from '#features/administration/suspensions.server.ts'
import { confirmPath, localPath, resetPath } from '#features/auth/auth.ts'
import { mail_outbox } from '#features/notifications/mail.tables.ts'
import { addressChangeSeconds } from '#features/people/address-change.server.ts'
import { composeMail } from '#platform/compose-mail.ts'
import type { Database } from '#platform/database/db.ts'
import { consume, mailToLimit, ownMailLimit } from '#platform/rate-limits.ts'

/** Better Auth's default, for both kinds of links; auth.ts says it again. */
export const linkLifetimeSeconds = 3600

type Asked = { user: { id: string; email: string; name: string }; token: string; url: string }

/** Without an id nobody's export of an account holds the mail; `names` is whose account it is about, with which it goes. */
type Recipient = { id?: string; email: string; names?: string }

export type SecondFactorChange = keyof typeof secondFactorMails

const secondFactorMails = {
  on: ['Two-factor authentication is on', 'Two-factor authentication of your account was turned on.'],
  off: ['Two-factor authentication is off', 'Two-factor authentication of your account was turned off.'],
  codes: [
    'You have new recovery codes',
    'New recovery codes were created for your account. The old ones no longer work.',
  ],
  code: [
    'A recovery code was used',
    'Someone signed in to your account with the password and a recovery code.',
  ],
} as const

type AccountMail = {
  to: Recipient
  subject: string
  lines: string[]
  button: { label: string; url: string }
  /** Seconds. */
  linkLifetime?: number
  /** Whether nobody can cause it who is not signed in. */
  isFromOwner?: boolean
}
type Send = (mail: AccountMail) => Promise<void>
type Site = { siteUrl: string; siteName: string }

/** The mails of an account, into the outbox: at most five an hour to one address that a stranger can cause, and twenty a day that its owner can. */
export function accountMail(db: Database, log: Logger, site: Site) {
  const write: Send = async ({ to, subject, lines, button, linkLifetime, isFromOwner }) => {
    try {
      if (to.id && (await isSuspended(db, to.id))) return
      // Silently: an answer that differs would tell whether there is such an account.
      if ((await consume(db, isFromOwner ? ownMailLimit(to.email) : mailToLimit(to.email))) > 0) return
      await db.insert(mail_outbox).values({
        to_address: to.email,
        user_id: to.id,
        named_user_id: to.names,
        ...composeMail({ ...site, subject, lines, button }),
        ...(linkLifetime && { expires_at: sql`now() + make_interval(secs => ${linkLifetime})` }),
      })
    } catch (error) {
      log.error({ err: error }, 'a mail could not be written')
    }
  }
  /** Better Auth asks for the mail of a sign-up before the account is committed, which no other connection sees until then. */
  const send: Send = (mail) => queueAfterTransactionHook(() => write(mail))
  return { ...signInMails(send, site), ...addressMails(send, site) }
}

/** The page that the person was on the way to: the form has put it into where Better Auth's own link would lead. */
const nextOf = (url: string, siteUrl: string) =>
  localPath(new URL(new URL(url).searchParams.get('callbackURL') ?? '', siteUrl).searchParams.get('next'))

/** Mails of signing up and signing in. */
const signInMails = (send: Send, { siteUrl, siteName }: Site) => ({
  confirmation: ({ user, token, url }: Asked) =>
    send({
      to: user,
      subject: 'Confirm your email address',
      lines: [`Welcome to ${siteName}, ${user.name}. Please confirm your email address to sign in.`],
      button: { label: 'Confirm my address', url: `${siteUrl}${confirmPath(token, nextOf(url, siteUrl))}` },
      linkLifetime: linkLifetimeSeconds,
    }),
  alreadyThere: ({ user }: Pick<Asked, 'user'>) =>
    send({
      to: user,
      subject: `You already have an account on ${siteName}`,
      lines: [
        `Someone tried to register on ${siteName} with this email address, which already has an account. If this was you, sign in, or reset your password if you have forgotten it. Otherwise you can ignore this email.`,
      ],
      button: { label: 'Sign in', url: `${siteUrl}/auth` },
    }),
  recovery: ({ user, token, url }: Asked) =>
    send({
      to: user,
      subject: 'Choose a new password',
      lines: [
        `We received a request to reset your ${siteName} password. The link is valid for one hour and can be used once.`,
        'If you did not request this, you can ignore this email: your password stays the same.',
      ],
      button: { label: 'Choose a new password', url: `${siteUrl}${resetPath(token, nextOf(url, siteUrl))}` },
      linkLifetime: linkLifetimeSeconds,
    }),
  newAccessToken: (user: Omit<Asked['user'], 'name'>, allows: string) =>
    send({
      to: user,
      subject: 'A new access token of your account',
      lines: [
        `An access token of your ${siteName} account was made. Programs that have it can ${allows}, until it expires or you revoke it. If this was you, you do not need to do anything.`,
        'If it was not you, revoke the token and change your password now, which ends all other sessions.',
      ],
      button: { label: 'Access tokens', url: `${siteUrl}/account/settings#tokens` },
      isFromOwner: true,
    }),
  /** What changed at the second factor, so that its owner learns of it if somebody else did it. */
  secondFactor: (user: Asked['user'], change: SecondFactorChange) => {
    const [subject, sentence] = secondFactorMails[change]
    return send({
      to: user,
      subject,
      lines: [
        `${sentence} If this was you, you do not need to do anything.`,
        'If it was not you, change your password now, which ends all sessions, and check your account settings.',
      ],
      button: { label: 'Account settings', url: `${siteUrl}/account/settings` },
      // A stranger who uses their limit up must not keep this from arriving.
      isFromOwner: true,
    })
  },
})

/** Mails of a change of the address. */
const addressMails = (send: Send, { siteUrl, siteName }: Site) => ({
  oldAddress: ({ id, email }: Asked['user'], newEmail: string, token: string) =>
    send({
      to: { id, email },
      subject: 'Confirm the new address of your account',
      lines: [
        `You asked to change the email address of your ${siteName} account to ${newEmail}. To confirm the change, use the link below and the link that we sent to the new address. Both are valid for one day.`,
        'If this was not you, someone knows your password: do not confirm, and change your password now.',
      ],
      button: { label: 'Confirm the change', url: `${siteUrl}/address/${token}` },
      linkLifetime: addressChangeSeconds,
      isFromOwner: true,
    }),
  /** Without a token, where the address has an account: the answer and what is stored are the same. */
  newAddress: ({ id }: Asked['user'], newEmail: string, token: string | undefined) =>
    send({
      to: { email: newEmail, names: id },
      subject: 'Confirm your new email address',
      lines: token
        ? [
            `This address was given as the new one of a ${siteName} account. Confirm within one day that it is yours, and use the link that we sent to the old address, too.`,
            'If this was not you, you can ignore this email.',
          ]
        : [
            `This address was given as the new one of a ${siteName} account, but it already belongs to another account. Sign in to that account, or choose another address.`,
            'If this was not you, you can ignore this email.',
          ],
      button: token
        ? { label: 'Confirm my new address', url: `${siteUrl}/address/${token}` }
        : { label: 'Sign in', url: `${siteUrl}/auth` },
      linkLifetime: addressChangeSeconds,
    }),
  /** To the old address, after the change. */
  changedAddress: ({ email, newEmail }: { email: string; newEmail: string }) =>
    send({
      to: { email },
      subject: 'The address of your account has changed',
      lines: [
        `The email address of your ${siteName} account is now ${newEmail}. Sign in with it from now on. This is the last email to this address.`,
      ],
      button: { label: 'Sign in', url: `${siteUrl}/auth` },
      isFromOwner: true,
    }),
})

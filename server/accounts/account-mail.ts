import type { Logger } from 'pino'
import type { Database } from '#server/database/db.ts'
import { composeMail } from '#server/mail/compose-mail.ts'
import { mail_outbox } from '#server/mail/mail.tables.ts'
import { consume, mailToLimit } from './rate-limits.ts'

type Asked = { user: { id: string; email: string; name: string }; token: string }

/** The mails of an account, into the outbox: at most five an hour to one address. */
export function accountMail(
  db: Database,
  log: Logger,
  { siteUrl, siteName }: { siteUrl: string; siteName: string },
) {
  const send = async (
    { id, email }: { id: string; email: string },
    subject: string,
    lines: string[],
    button: { label: string; url: string },
  ) => {
    try {
      // Silently: an answer that differs would tell whether there is such an account.
      if ((await consume(db, mailToLimit(email))) > 0) return
      const mail = composeMail({ siteName, siteUrl, subject, lines, button })
      await db.insert(mail_outbox).values({ to_address: email, user_id: id, ...mail })
    } catch (error) {
      log.error({ err: error }, 'a mail could not be written')
      throw error
    }
  }

  return {
    recovery: ({ user, token }: Asked) =>
      send(
        user,
        'Choose a new password',
        [
          `Somebody, hopefully you, asked for a new password on ${siteName}. The link works for one hour and once.`,
          'If it was not you, there is nothing to do: your password stays as it is.',
        ],
        { label: 'Choose a new password', url: `${siteUrl}/auth/reset?token=${encodeURIComponent(token)}` },
      ),
    alreadyThere: ({ user }: Pick<Asked, 'user'>) =>
      send(
        user,
        `You already have an account on ${siteName}`,
        [
          `Somebody, hopefully you, tried to register on ${siteName} with this address. There is an account already: sign in, or choose a new password if you have forgotten yours.`,
        ],
        { label: 'Sign in', url: `${siteUrl}/auth` },
      ),
    confirmation: ({ user, token }: Asked) =>
      send(
        user,
        'Confirm your e-mail address',
        [
          `Welcome to ${siteName}, ${user.name}. Please confirm that this address is yours; then you can sign in.`,
        ],
        {
          label: 'Confirm my address',
          url: `${siteUrl}/api/auth/verify-email?token=${encodeURIComponent(token)}&callbackURL=${encodeURIComponent('/auth?confirmed=yes')}`,
        },
      ),
  }
}

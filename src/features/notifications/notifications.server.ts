import { type SQL, sql } from 'drizzle-orm'
import { excerpt } from '#lib/text.ts'
import { type Database, rows } from '#server/database/db.ts'
import { composeMail } from '#server/mail/compose-mail.ts'
import type { Context } from '#server/procedures/procedure.ts'
import type { NotificationChannel, NotificationKind } from './notifications.ts'

type NewNotification = {
  kind: NotificationKind
  /** A select of one column: user ids. Those who muted the kind are skipped, in the list, by mail or both. */
  to: SQL
  message: string
  path: string
  /** Whom the message names: it goes with their account. */
  names?: string | null
  /** Takes the place of what was said under this key before (see withdraw). */
  replaceKey?: string
  /** When the mail may leave, as an SQL timestamp; at once if not given. Null: there is no mail, only the list. */
  mailFrom?: SQL | null
}

/** Notifies people on the site and by mail. Call it in the transaction of the change it reports. */
export async function notify(
  db: Database,
  site: Context['site'],
  { kind, to, message, path, names = null, replaceKey, mailFrom = sql`now()` }: NewNotification,
): Promise<void> {
  const { subject, text, html } = composeMail({
    siteName: site.name,
    siteUrl: site.url,
    subject: excerpt(message, 100),
    lines: [message, 'You can turn off these emails in your account settings.'],
    button: { label: `View on ${site.name}`, url: site.url + path },
  })
  const isMuted = (channel: NotificationChannel) =>
    sql`user_id = profiles.id and kind = ${kind} and channel = ${channel}`
  const key = sql`${replaceKey ?? null}::text`
  // One statement for any number of recipients.
  await db.execute(sql`
    with recipients as materialized (
      select id,
        not exists (select from muted_notifications where ${isMuted('list')}) as has_list,
        not exists (select from muted_notifications where ${isMuted('mail')}) as has_mail
      from profiles where id in (${to})
    ), listed as (
      insert into notifications (user_id, kind, message, path, named_user_id, replace_key)
      select id, ${kind}::text, ${message}::text, ${path}::text, ${names}::uuid, ${key} from recipients where has_list
    )
    insert into mail_outbox (to_address, user_id, kind, subject, text, html, named_user_id, replace_key, next_try_at)
    select email, "user".id, ${kind}::text, ${subject}::text, ${text}::text, ${html}::text, ${names}::uuid, ${key}, ${mailFrom ?? sql`now()`}
    from "user" join recipients on recipients.id = "user".id where has_mail and ${mailFrom !== null}`)
}

/** Takes back what was said under a key since a moment and has reached nobody: unread notices, and mail that was not tried. */
export async function withdraw(db: Database, replaceKey: string, since: string): Promise<{ mails: number }> {
  const [row] = await rows<{ mails: number }>(
    db,
    sql`
      with notices as (
        delete from notifications
        where replace_key = ${replaceKey} and created_at >= ${since}::timestamptz and read_at is null
      ), mails as (
        delete from mail_outbox
        where replace_key = ${replaceKey} and created_at >= ${since}::timestamptz and sent_at is null and tries = 0
        returning 1
      )
      select count(*)::integer as mails from mails`,
  )
  return { mails: row?.mails ?? 0 }
}

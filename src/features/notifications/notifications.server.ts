import { and, count, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { excerpt } from '#lib/text.ts'
import type { Database } from '#server/database/db.ts'
import { composeMail } from '#server/mail/compose-mail.ts'
import type { Context } from '#server/procedures/procedure.ts'
import { notifications } from './notifications.tables.ts'
import type { NotificationKind } from './notifications.ts'

type NewNotification = {
  kind: NotificationKind
  /** A select of one column: user ids. Those who muted the kind are skipped. */
  to: SQL
  message: string
  path: string
}

/** Notifies people on the site and by mail. Call it in the transaction of the change it reports. */
export async function notify(
  db: Database,
  site: Context['site'],
  { kind, to, message, path }: NewNotification,
): Promise<void> {
  const { subject, text, html } = composeMail({
    siteName: site.name,
    siteUrl: site.url,
    subject: excerpt(message, 100),
    lines: [message, 'You can turn off these emails in your account settings.'],
    button: { label: `View on ${site.name}`, url: site.url + path },
  })
  // One statement for any number of recipients.
  await db.execute(sql`
    with recipients as (
      insert into notifications (user_id, kind, message, path)
      select id, ${kind}::text, ${message}::text, ${path}::text from profiles
      where id in (${to})
        and not exists (select from muted_notifications where user_id = profiles.id and kind = ${kind})
      returning user_id
    )
    insert into mail_outbox (to_address, subject, text, html)
    select email, ${subject}::text, ${text}::text, ${html}::text
    from "user" join recipients on recipients.user_id = "user".id`)
}

/** Number of unread notifications. */
export async function unreadCount(db: Database, userId: string): Promise<number> {
  const [row] = await db
    .select({ n: count() })
    .from(notifications)
    .where(and(eq(notifications.user_id, userId), isNull(notifications.read_at)))
  return row?.n ?? 0
}

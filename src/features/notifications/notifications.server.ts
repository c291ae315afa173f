import { type SQL, sql } from 'drizzle-orm'
import { composeMail } from '#platform/compose-mail.ts'
import type { Database } from '#platform/database/db.ts'
import type { Context } from '#platform/procedures/procedure.ts'
import { serverLimits } from '#src/limits.ts'
import type { MailSubject, NotificationChannel, NotificationKind } from './notifications.ts'

/** The person who causes a notification, or the site itself. Administrators may send without limit. */
export type Sender = { id: string; isAdmin: boolean } | 'site'
/** Who announces a change, and on which day. */
export type Announcement = { site: Context['site']; sender: Sender; today: string }

type NewNotification = {
  from: Sender
  kind: NotificationKind
  /** Of the mail. Names and titles stand in the message: strangers write them. */
  subject: MailSubject
  /**
   * A select of user ids; where there are several messages, of user ids and the index of each one's message. Those who
   * muted the kind are skipped, in the list, by mail or both.
   */
  to: SQL
  message: string | string[]
  path: string
  /** Whom the message names: it goes with their account. */
  names?: string | null
  /** Takes the place of what was said under this key before (see withdraw). */
  replaceKey?: string
  /** When the mail may leave, as an SQL timestamp; at once if not given. Null: there is no mail, only the list. */
  mailFrom?: SQL | null
}

/**
 * Notifies people on the site and by mail. Call it in the transaction of the change it reports.
 *
 * What one member, or the site, causes is limited: mails to one person, transactions with mail over all, and mails that a
 * person gets from everybody, in 24 hours each (`limits`). Beyond that there is no mail, and in the list the newest entry
 * of a sender takes the place of the one before. The rows of the outbox and of the list are what is counted, so mail that
 * was withdrawn does not count.
 */
export async function notify(db: Database, site: Context['site'], notice: NewNotification): Promise<void> {
  const { from, kind, to, message, path, names = null, replaceKey, mailFrom = sql`now()` } = notice
  const messages = [message].flat().map((text, n) => ({ n, message: text, ...mailOf(site, notice, text) }))
  const recipients = Array.isArray(message)
    ? sql`(${to}) as given (id, n)`
    : sql`(select id, 0 from (${to}) as one (id)) as given (id, n)`
  const senderId = sql`${from === 'site' ? null : from.id}::uuid`
  const isLimited = from === 'site' || !from.isAdmin
  // In the order of ids, against deadlocks. A concurrent notification of the same people waits here, and the next statement counts it.
  if (isLimited)
    await db.execute(sql`
      select from "user" where id in (select id from ${recipients} union select ${senderId}) order by id for no key update`)
  const isMuted = (channel: NotificationChannel) =>
    sql`exists (select from muted_notifications where user_id = profiles.id and kind = ${kind} and channel = ${channel})`
  const isRecent = sql`created_at > now() - interval '1 day'`
  const isOfSender = sql`sender_id is not distinct from ${senderId}`
  const key = sql`${replaceKey ?? null}::text`
  // One statement for any number of recipients.
  await db.execute(sql`
    with sender as materialized (
      select count(distinct created_at) < ${serverLimits.mailingsPerDay} as has_mail
      from mail_outbox where sender_id = ${senderId} and ${isRecent} and created_at <> now()
    ), recipients as materialized (
      select profiles.id, n,
        not ${isMuted('list')} as has_list,
        ${mailFrom !== null} and not ${isMuted('mail')} and (not ${isLimited} or (
          (select has_mail from sender)
          and (
            select count(*) filter (where ${isOfSender}) < ${serverLimits.mailsFromOneSenderPerDay} and count(*) < ${serverLimits.notificationMailsPerDay}
            from mail_outbox where user_id = profiles.id and ${isRecent} and kind <> 'digest'
          )
        )) as has_mail,
        case when ${isLimited} then (
          select array_agg(id order by created_at desc, id desc) from notifications where user_id = profiles.id and ${isRecent} and ${isOfSender}
        ) end as recent_ids
      from (select distinct id, n from ${recipients}) as chosen join profiles on profiles.id = chosen.id
    ), messages as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(messages)}::jsonb) as row (n integer, message text, subject text, text text, html text)
    ), replaced as (
      delete from notifications where id in (
        select recent_ids[1] from recipients where has_list and cardinality(recent_ids) >= ${serverLimits.noticesFromOneSenderPerDay}
      )
    ), listed as (
      insert into notifications (user_id, kind, message, path, named_user_id, replace_key, sender_id)
      select id, ${kind}::text, message, ${path}::text, ${names}::uuid, ${key}, ${senderId}
      from recipients join messages using (n) where has_list
    )
    insert into mail_outbox (to_address, user_id, kind, subject, text, html, named_user_id, replace_key, sender_id, next_try_at)
    select email, "user".id, ${kind}::text, subject, text, html, ${names}::uuid, ${key}, ${senderId}, ${mailFrom ?? sql`now()`}
    from recipients join messages using (n) join "user" on "user".id = recipients.id where has_mail`)
}

const mailOf = ({ name, url }: Context['site'], { subject, path }: NewNotification, text: string) =>
  composeMail({
    siteName: name,
    siteUrl: url,
    subject,
    lines: [...text.split(/\n+/), 'You can turn off these emails in your account settings.'],
    button: { label: `View on ${name}`, url: url + path },
  })

/** Takes back what was said under a key since a moment and has reached nobody: unread notices, and mail that was not tried. */
export async function withdraw(db: Database, replaceKey: string, since: string): Promise<void> {
  await db.execute(sql`
    with notices as (
      delete from notifications
      where replace_key = ${replaceKey} and created_at >= ${since}::timestamptz and read_at is null
    )
    delete from mail_outbox
    where replace_key = ${replaceKey} and created_at >= ${since}::timestamptz and sent_at is null and tries = 0`)
}

/** Whether somebody was notified under a key since a moment, in the list or by mail. `moment` and `userId` are SQL. */
export const wasNotifiedSince = (moment: SQL, userId: SQL, replaceKey: string): SQL => sql`(
  exists (select from notifications where user_id = ${userId} and replace_key = ${replaceKey} and created_at > ${moment})
  or exists (select from mail_outbox where user_id = ${userId} and replace_key = ${replaceKey} and created_at > ${moment})
)`

export const wasNotifiedToday = (userId: SQL, replaceKey: string): SQL =>
  wasNotifiedSince(sql`now() - interval '1 day'`, userId, replaceKey)

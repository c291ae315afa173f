import { and, count, desc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { momentCursor } from '#lib/cursor.ts'
import { excerpt } from '#lib/text.ts'
import type { Database } from '#server/db.ts'
import { type Context, signedIn } from '#server/procedure.ts'
import { limits } from '#src/limits.ts'
import { composeMail } from './mail.ts'
import { notificationKind as kind, notificationPage } from './notifications.schemas.ts'
import { muted_notifications, notifications } from './notifications.tables.ts'
import { momentAndId, type NotificationKind } from './notifications.ts'

type Notice = {
  kind: NotificationKind
  /** A select of one column, the ids of the people to tell. Those who muted the kind are left out. */
  to: SQL
  message: string
  path: string
}

/** Tells people, in the unread list and by mail. Call it in the transaction of what happened: both are told or neither. */
export async function notify(
  db: Database,
  site: Context['site'],
  { kind, to, message, path }: Notice,
): Promise<void> {
  const { subject, text, html } = composeMail({
    siteName: site.name,
    siteUrl: site.url,
    subject: excerpt(message, 100),
    lines: [message, 'You can switch off this kind of mail in your account settings.'],
    button: { label: `See it on ${site.name}`, url: site.url + path },
  })
  // One statement, however many people there are to tell.
  await db.execute(sql`
    with told as (
      insert into notifications (user_id, kind, message, path)
      select id, ${kind}::text, ${message}::text, ${path}::text from profiles
      where id in (${to})
        and not exists (select from muted_notifications where user_id = profiles.id and kind = ${kind})
      returning user_id
    )
    insert into mail_outbox (to_address, subject, text, html)
    select email, ${subject}::text, ${text}::text, ${html}::text
    from "user" join told on told.user_id = "user".id`)
}

const tags = ['Notifications']
const beside = (side: '<' | '<=', cursor: string) => {
  const [moment, id] = cursor.split('_')
  return sql`(${notifications.created_at}, ${notifications.id}) ${sql.raw(side)} (${moment}::timestamptz, ${id}::uuid)`
}
const mine = (viewer: { id: string }) => eq(notifications.user_id, viewer.id)

const list = signedIn
  .route({ method: 'GET', path: '/notifications', tags, summary: 'What I should know, newest first' })
  .input(z.object({ after: momentCursor.optional() }))
  .output(notificationPage)
  .handler(async ({ context: { db, viewer }, input }) => {
    const found = await db
      .select()
      .from(notifications)
      .where(and(mine(viewer), input.after ? beside('<', input.after) : undefined))
      .orderBy(desc(notifications.created_at), desc(notifications.id))
      .limit(limits.notificationsPerPage + 1)
    const page = found.slice(0, limits.notificationsPerPage)
    const last = page.at(-1)
    return {
      notifications: page,
      next: last && found.length > page.length ? momentAndId(last) : null,
    }
  })

/** How many notifications a person has not read. */
export async function unreadCount(db: Database, userId: string): Promise<number> {
  const [found] = await db
    .select({ n: count() })
    .from(notifications)
    .where(and(eq(notifications.user_id, userId), isNull(notifications.read_at)))
  return found?.n ?? 0
}

const markRead = signedIn
  .route({
    method: 'POST',
    path: '/notifications/read',
    tags,
    summary: 'I have read them all, or those up to the one that I saw last',
  })
  .input(z.object({ until: momentCursor.optional() }).optional())
  .output(z.void())
  .handler(async ({ context: { db, viewer }, input }) => {
    await db
      .update(notifications)
      .set({ read_at: sql`now()` })
      .where(
        and(
          mine(viewer),
          isNull(notifications.read_at),
          input?.until ? beside('<=', input.until) : undefined,
        ),
      )
  })

const muted = signedIn
  .route({ method: 'GET', path: '/notifications/muted', tags, summary: 'The kinds that I have switched off' })
  .output(z.array(kind))
  .handler(async ({ context: { db, viewer } }) => {
    const found = await db
      .select()
      .from(muted_notifications)
      .where(eq(muted_notifications.user_id, viewer.id))
    return found.map((row) => row.kind)
  })

const mute = signedIn
  .route({ method: 'PUT', path: '/notifications/muted/{kind}', tags, summary: 'Switch a kind off or on' })
  .input(z.object({ kind, isMuted: z.boolean() }))
  .output(z.void())
  .handler(async ({ context: { db, viewer }, input }) => {
    const row = { user_id: viewer.id, kind: input.kind }
    if (input.isMuted) await db.insert(muted_notifications).values(row).onConflictDoNothing()
    else {
      await db
        .delete(muted_notifications)
        .where(and(eq(muted_notifications.user_id, row.user_id), eq(muted_notifications.kind, row.kind)))
    }
  })

export const notificationsApi = { list, markRead, muted, mute }

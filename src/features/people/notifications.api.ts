import { and, count, desc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { type Database, rows } from '#server/db.ts'
import { type Context, signedIn } from '#server/procedure.ts'
import { mail_outbox } from './mail.tables.ts'
import { composeMail } from './mail.ts'
import { muted_notifications, notifications } from './notifications.tables.ts'
import { type NotificationKind, notificationKinds } from './notifications.ts'

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
  const told = await rows<{ email: string }>(
    db,
    sql`
      with told as (
        insert into notifications (user_id, kind, message, path)
        select id, ${kind}, ${message}, ${path} from profiles
        where id in (${to})
          and not exists (select from muted_notifications where user_id = profiles.id and kind = ${kind})
        returning user_id
      )
      select email from "user" join told on told.user_id = "user".id`,
  )
  if (told.length === 0) return
  const mail = composeMail({
    siteName: site.name,
    siteUrl: site.url,
    subject: message.length > 100 ? `${message.slice(0, 97)}...` : message,
    lines: [message, 'You can switch off this kind of mail in your account settings.'],
    button: { label: `See it on ${site.name}`, url: site.url + path },
  })
  await db.insert(mail_outbox).values(told.map(({ email }) => ({ to_address: email, ...mail })))
}

const tags = ['Notifications']
const kind = z.enum(notificationKinds)
const mine = (viewer: { id: string }) => eq(notifications.user_id, viewer.id)

const list = signedIn
  .route({ method: 'GET', path: '/notifications', tags, summary: 'What I should know, newest first' })
  .output(
    z.array(
      z.object({
        id: z.uuid(),
        kind,
        message: z.string(),
        path: z.string(),
        created_at: z.string(),
        read_at: z.string().nullable(),
      }),
    ),
  )
  .handler(({ context: { db, viewer } }) =>
    db
      .select()
      .from(notifications)
      .where(mine(viewer))
      .orderBy(desc(notifications.created_at), desc(notifications.id))
      .limit(50),
  )

/** How many notifications a person has not read. */
export async function unreadCount(db: Database, userId: string): Promise<number> {
  const [found] = await db
    .select({ n: count() })
    .from(notifications)
    .where(and(eq(notifications.user_id, userId), isNull(notifications.read_at)))
  return found?.n ?? 0
}

const markRead = signedIn
  .route({ method: 'POST', path: '/notifications/read', tags, summary: 'I have read them all' })
  .output(z.void())
  .handler(async ({ context: { db, viewer } }) => {
    await db
      .update(notifications)
      .set({ read_at: sql`now()` })
      .where(and(mine(viewer), isNull(notifications.read_at)))
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

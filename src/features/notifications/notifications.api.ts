import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import { z } from 'zod'
import { momentCursor } from '#lib/cursor.ts'
import { signedIn } from '#server/procedures/procedure.ts'
import { limits } from '#src/limits.ts'
import { notificationKind as kind, notificationPage } from './notifications.schemas.ts'
import { muted_notifications, notifications } from './notifications.tables.ts'
import { cursorOf } from './notifications.ts'

const tags = ['Notifications']
const compareToCursor = (operator: '<' | '<=', cursor: string) => {
  const [moment, id] = cursor.split('_')
  return sql`(${notifications.created_at}, ${notifications.id}) ${sql.raw(operator)} (${moment}::timestamptz, ${id}::uuid)`
}
const belongsTo = (viewer: { id: string }) => eq(notifications.user_id, viewer.id)

const list = signedIn
  .route({ method: 'GET', path: '/notifications', tags, summary: 'My notifications, newest first' })
  .input(z.object({ after: momentCursor.optional() }))
  .output(notificationPage)
  .handler(async ({ context: { db, viewer }, input }) => {
    const rows = await db
      .select()
      .from(notifications)
      .where(and(belongsTo(viewer), input.after ? compareToCursor('<', input.after) : undefined))
      .orderBy(desc(notifications.created_at), desc(notifications.id))
      .limit(limits.notificationsPerPage + 1)
    const page = rows.slice(0, limits.notificationsPerPage)
    const last = page.at(-1)
    return {
      notifications: page,
      next: last && rows.length > page.length ? cursorOf(last) : null,
    }
  })

const markRead = signedIn
  .route({
    method: 'POST',
    path: '/notifications/read',
    tags,
    summary: 'Mark all my notifications as read, or those up to a given one',
  })
  .input(z.object({ until: momentCursor.optional() }).optional())
  .output(z.void())
  .handler(async ({ context: { db, viewer }, input }) => {
    await db
      .update(notifications)
      .set({ read_at: sql`now()` })
      .where(
        and(
          belongsTo(viewer),
          isNull(notifications.read_at),
          input?.until ? compareToCursor('<=', input.until) : undefined,
        ),
      )
  })

const muted = signedIn
  .route({
    method: 'GET',
    path: '/notifications/muted',
    tags,
    summary: 'The kinds of notifications I have switched off',
  })
  .output(z.array(kind))
  .handler(async ({ context: { db, viewer } }) => {
    const rows = await db.select().from(muted_notifications).where(eq(muted_notifications.user_id, viewer.id))
    return rows.map((row) => row.kind)
  })

const mute = signedIn
  .route({
    method: 'PUT',
    path: '/notifications/muted/{kind}',
    tags,
    summary: 'Switch a kind of notification on or off',
  })
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

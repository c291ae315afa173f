import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { z } from 'zod'
import { momentCursor, pageOf } from '#lib/cursor.ts'
import { rows } from '#platform/database/db.ts'
import { get, open, post, put, signedIn } from '#platform/procedures/procedure.ts'
import { serverLimits } from '#src/limits.ts'
import {
  notificationKind as kind,
  type Muted,
  muted as mutedSchema,
  notificationPage,
} from './notifications.schemas.ts'
import { muted_notifications, notifications } from './notifications.tables.ts'
import { cursorOf, notificationChannels } from './notifications.ts'
import { findUnsubscription } from './unsubscribe.server.ts'

const compareToCursor = (operator: '<' | '<=', cursor: string) => {
  const [moment, id] = cursor.split('_')
  return sql`(${notifications.created_at}, ${notifications.id}) ${sql.raw(operator)} (${moment}::timestamptz, ${id}::uuid)`
}
const belongsTo = (viewer: { id: string }) => eq(notifications.user_id, viewer.id)

const list = signedIn
  .route(get('/notifications', 'My notifications, newest first'))
  .input(z.object({ after: momentCursor.optional() }))
  .output(notificationPage)
  .handler(async ({ context: { db, viewer }, input }) => {
    const notificationRows = await db
      .select()
      .from(notifications)
      .where(and(belongsTo(viewer), input.after ? compareToCursor('<', input.after) : undefined))
      .orderBy(desc(notifications.created_at), desc(notifications.id))
      .limit(serverLimits.notificationsPerPage + 1)
    const { items, next } = pageOf(notificationRows, serverLimits.notificationsPerPage, cursorOf)
    return { notifications: items, next }
  })

const markRead = signedIn
  .route(post('/notifications/read', 'Mark all my notifications as read, or those up to a given one'))
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
  .route(get('/notifications/muted', 'The kinds of notifications and mail I have switched off'))
  .output(z.array(mutedSchema))
  .handler(
    ({ context: { db, viewer } }) =>
      rows<Muted>(db)`
      select kind, channel from muted_notifications where user_id = ${viewer.id}::uuid order by kind, channel`,
  )

const mute = signedIn
  .route(put('/notifications/muted/{kind}', 'Switch a kind of notification on or off, per channel'))
  .input(z.object({ kind, isMuted: z.boolean(), channel: z.enum(notificationChannels).optional() }))
  .output(z.void())
  .handler(async ({ context: { db, viewer }, input }) => {
    const channels = input.channel ? [input.channel] : notificationChannels
    const changedRows = channels.map((channel) => ({ user_id: viewer.id, kind: input.kind, channel }))
    if (input.isMuted) await db.insert(muted_notifications).values(changedRows).onConflictDoNothing()
    else {
      await db
        .delete(muted_notifications)
        .where(
          and(
            eq(muted_notifications.user_id, viewer.id),
            eq(muted_notifications.kind, input.kind),
            inArray(muted_notifications.channel, channels),
          ),
        )
    }
  })

const unsubscription = open
  .route(get('/notifications/unsubscriptions/{token}', 'Which kind of mail a link stops, and whether it has'))
  .errors({ NOT_FOUND: { message: 'This link is not valid' } })
  .input(z.object({ token: z.string().max(200) }))
  .output(z.object({ kind: mutedSchema.shape.kind, is_stopped: z.boolean() }))
  .handler(async ({ context: { db, sign }, input, errors }) => {
    const target = await findUnsubscription(db, input.token, sign)
    if (!target) throw errors.NOT_FOUND()
    const { user_id, channel } = muted_notifications
    const isMuted = and(
      eq(user_id, target.user_id),
      eq(muted_notifications.kind, target.kind),
      eq(channel, 'mail'),
    )
    return { kind: target.kind, is_stopped: (await db.$count(muted_notifications, isMuted)) > 0 }
  })

export const notificationsApi = { list, markRead, muted, mute, unsubscription }

import { and, asc, eq } from 'drizzle-orm'
import { z } from 'zod'
import { byConstraint } from '#platform/procedures/by-constraint.ts'
import { del, get, post, signedIn, withSession } from '#platform/procedures/procedure.ts'
import { limits } from '#src/limits.ts'
import { calendarFeed, newCalendarFeed } from './calendar-feeds.schemas.ts'
import { calendar_feeds } from './calendar-feeds.tables.ts'
import { calendarPath } from './private-calendars.server.ts'

const columns = {
  id: calendar_feeds.id,
  kind: calendar_feeds.kind,
  name: calendar_feeds.name,
  created_at: calendar_feeds.created_at,
  last_read_at: calendar_feeds.last_read_at,
}

const list = withSession
  .route(get('/calendar-feeds', 'The addresses of my private calendars'))
  .output(z.array(calendarFeed))
  .handler(async ({ context: { db, viewer, sign } }) => {
    const feeds = await db
      .select(columns)
      .from(calendar_feeds)
      .where(eq(calendar_feeds.user_id, viewer.id))
      .orderBy(asc(calendar_feeds.created_at), asc(calendar_feeds.id))
    return feeds.map((feed) => ({ ...feed, path: calendarPath(feed.id, sign) }))
  })

const create = signedIn
  .route(post('/calendar-feeds', 'Make an address for a private calendar'))
  .errors({
    LIMIT_REACHED: {
      status: 409,
      message: `You can have ${limits.calendarFeeds} private calendars. Remove one that you do not use.`,
    },
  })
  .input(newCalendarFeed)
  .output(calendarFeed)
  .handler(async ({ context: { db, viewer, sign }, input, errors }) => {
    const [feed] = await db
      .insert(calendar_feeds)
      .values({ user_id: viewer.id, ...input })
      .returning(columns)
      .catch(byConstraint({ calendar_feeds_at_most_10_per_person: errors.LIMIT_REACHED }))
    return { ...feed!, path: calendarPath(feed!.id, sign) }
  })

const remove = signedIn
  .route(del('/calendar-feeds/{id}', 'Revoke the address of a private calendar'))
  .input(z.object({ id: z.uuid() }))
  .output(z.void())
  .handler(async ({ context: { db, viewer }, input }) => {
    await db
      .delete(calendar_feeds)
      .where(and(eq(calendar_feeds.id, input.id), eq(calendar_feeds.user_id, viewer.id)))
  })

export const calendarFeedsApi = { list, create, remove }

import { sql } from 'drizzle-orm'
import type { Hono, Context as HonoContext } from 'hono'
import { readFurtherLinks, readTalks, talkEntry } from '#features/programme-export/read-programme.server.ts'
import { iCalendar } from '#lib/calendar.ts'
import { type Database, rows } from '#platform/database/db.ts'
import type { Host } from '#platform/procedures/host.ts'
import type { Context } from '#platform/procedures/procedure.ts'
import { serverLimits } from '#src/limits.ts'
import { eventEntry, readFeedEvents } from './event-feed.server.ts'
import { idOfToken, tokenOf } from './secret-addresses.server.ts'
import { findPlan } from './shared-plans.server.ts'

type Sign = Context['sign']
type Site = { name: string; url: string }

/** The secret path of a private calendar. */
export const calendarPath = (id: string, sign: Sign) => `/my/${tokenOf('calendar', id, sign)}.ics`

/** The id in a token, if its signature is right. */
export const calendarId = (token: string, sign: Sign) => idOfToken('calendar', token, sign)

const headers = { 'cache-control': 'private, no-cache', 'x-robots-tag': 'noindex' }

/**
 * /my/{token}.ics: what its owner attends; /plans/{token}.ics: the talks that somebody shares. For whoever has the address,
 * never in the page cache, never in the log.
 */
export function privateCalendarRoutes(
  app: Hono<Host>,
  { db, site, today, sign }: { db: Database; site: Site; today: () => string; sign: Sign },
) {
  async function savedTalkEntries(userId: string, eventId?: string) {
    // Of the events first: what somebody saved in ten years is nearly all over.
    const isOfCalendar = eventId
      ? sql`event_id = ${eventId}::uuid`
      : sql`end_date >= ${today()}::date - ${serverLimits.feedPastDays}::integer`
    const isShown = sql`talks.id in (
      select talk_id from user_saved_talks join events on events.id = event_id
      where user_id = ${userId}::uuid and ${isOfCalendar}
    )`
    const [talks, links] = await Promise.all([readTalks(db, isShown), readFurtherLinks(db, isShown)])
    return talks.map((talk) => talkEntry(talk, links.get(talk.id) ?? [], site))
  }
  const tokenIn = (c: HonoContext<Host>) => c.req.param('file')!.slice(0, -'.ics'.length)
  const notThere = (c: HonoContext<Host>) =>
    c.text('There is no calendar at this address. It may have been revoked.', 404, headers)
  const calendar = (c: HonoContext<Host>, content: Parameters<typeof iCalendar>[0]) =>
    c.body(iCalendar(content), 200, { ...headers, 'content-type': 'text/calendar; charset=utf-8' })
  app.get('/plans/:file{[\\w-]+\\.ics}', async (c: HonoContext<Host>) => {
    const token = tokenIn(c)
    const plan = await findPlan(db, token, sign)
    if (!plan) return notThere(c)
    return calendar(c, {
      name: `${plan.name ?? 'Anonymous User'}: ${plan.event.name} | ${site.name}`,
      url: `${site.url}/plans/${token}`,
      entries: await savedTalkEntries(plan.user_id, plan.event.id),
    })
  })
  app.get('/my/:file{[\\w-]+\\.ics}', async (c: HonoContext<Host>) => {
    const id = calendarId(tokenIn(c), sign)
    const [feed] = id
      ? await rows<{ user_id: string; kind: 'schedule' | 'attending'; name: string }>(db)`
          with read as (
            update calendar_feeds set last_read_at = now()
            where id = ${id}::uuid and (last_read_at is null or last_read_at < now() - interval '1 hour')
          )
          select user_id, kind, name from calendar_feeds
          where id = ${id}::uuid and user_id in (select profiles.id from profiles)`
      : []
    if (!feed) return notThere(c)
    const entries =
      feed.kind === 'attending'
        ? (
            await readFeedEvents(
              db,
              sql`id in (select event_id from user_events where user_id = ${feed.user_id}::uuid)`,
              today(),
            )
          ).map((event) => eventEntry(event, site))
        : await savedTalkEntries(feed.user_id)
    const path = feed.kind === 'attending' ? '/dashboard' : '/conferences'
    return calendar(c, { name: `${feed.name} | ${site.name}`, url: site.url + path, entries })
  })
}

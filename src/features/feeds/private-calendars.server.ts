import { timingSafeEqual } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Hono, Context as HonoContext } from 'hono'
import { type Database, rows } from '#platform/database/db.ts'
import type { Host } from '#platform/procedures/host.ts'
import type { Context } from '#platform/procedures/procedure.ts'
import { limits } from '#src/limits.ts'
import { iCalendar } from './calendar.ts'
import { eventEntry, readFeedEvents } from './event-feed.server.ts'
import { readFurtherLinks, readTalks, talkEntry } from './programme-export.server.ts'

type Sign = Context['sign']
type Site = { name: string; url: string }

const signatureBytes = 16
const signatureOf = (id: string, sign: Sign) => sign('calendar', id).subarray(0, signatureBytes)
const bytesOf = (id: string) => Buffer.from(id.replaceAll('-', ''), 'hex')

/** The secret path of a private calendar: its id and a signature, so that the database alone does not open it. */
export const calendarPath = (id: string, sign: Sign) =>
  `/my/${Buffer.concat([bytesOf(id), signatureOf(id, sign)]).toString('base64url')}.ics`

/** The id in a token, if its signature is right. */
export function calendarId(token: string, sign: Sign): string | undefined {
  const bytes = Buffer.from(token, 'base64url')
  // The last letter holds bits that are not read: without the second condition four addresses would open one calendar.
  if (bytes.length !== 16 + signatureBytes || bytes.toString('base64url') !== token) return
  const id = bytes
    .subarray(0, 16)
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  return timingSafeEqual(bytes.subarray(16), signatureOf(id, sign)) ? id : undefined
}

/** /my/{token}.ics: what its owner attends, for whoever has the address. Never in the page cache, never in the log. */
export function privateCalendarRoutes(
  app: Hono<Host>,
  { db, site, today, sign }: { db: Database; site: Site; today: () => string; sign: Sign },
) {
  async function savedTalkEntries(userId: string) {
    // Of the events first: what somebody saved in ten years is nearly all over.
    const isShown = sql`talks.id in (
      select talk_id from user_saved_talks join events on events.id = event_id
      where user_id = ${userId}::uuid and end_date >= ${today()}::date - ${limits.feedPastDays}::integer
    )`
    const [talks, links] = await Promise.all([readTalks(db, isShown), readFurtherLinks(db, isShown)])
    return talks.map((talk) => talkEntry(talk, links.get(talk.id) ?? [], site))
  }
  app.get('/my/:file{[\\w-]+\\.ics}', async (c: HonoContext<Host>) => {
    const headers = { 'cache-control': 'private, no-cache', 'x-robots-tag': 'noindex' }
    const id = calendarId(c.req.param('file')!.slice(0, -'.ics'.length), sign)
    const [feed] = id
      ? await rows<{ user_id: string; kind: 'schedule' | 'attending'; name: string }>(
          db,
          sql`
            with read as (
              update calendar_feeds set last_read_at = now()
              where id = ${id}::uuid and (last_read_at is null or last_read_at < now() - interval '1 hour')
            )
            select user_id, kind, name from calendar_feeds
            where id = ${id}::uuid and user_id in (select profiles.id from profiles)`,
        )
      : []
    if (!feed) return c.text('There is no calendar at this address. It may have been revoked.', 404, headers)
    const entries =
      feed.kind === 'attending'
        ? (
            (await readFeedEvents(
              db,
              sql`id in (select event_id from user_events where user_id = ${feed.user_id}::uuid)`,
              today(),
            )) ?? []
          ).map((event) => eventEntry(event, site))
        : await savedTalkEntries(feed.user_id)
    const path = feed.kind === 'attending' ? '/dashboard' : '/conferences'
    const body = iCalendar({ name: `${feed.name} | ${site.name}`, url: site.url + path, entries })
    return c.body(body, 200, { ...headers, 'content-type': 'text/calendar; charset=utf-8' })
  })
}

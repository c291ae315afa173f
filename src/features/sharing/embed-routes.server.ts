import { sql } from 'drizzle-orm'
import type { Hono } from 'hono'
import { renderSVG } from 'uqr'
import { readDays } from '#features/programme/programme.server.ts'
import {
  readBreaks,
  readProgrammeEvent,
  readTalks,
} from '#features/programme-export/read-programme.server.ts'
import type { Search } from '#lib/search-params.ts'
import type { Database } from '#platform/database/db.ts'
import type { Host } from '#platform/procedures/host.ts'
import type { FeedResponse, Respond } from '#platform/procedures/respond.ts'
import { embedPage, embedPolicy, embedScript, maxColumns } from './embed-page.server.ts'
import { printPage, printPolicy } from './print-page.server.ts'

type Site = { name: string; url: string }

/** /embed/conferences/{slug}?day=&track=&theme=, /embed.js, which puts it into a page of another site, /conferences/{slug}/print and /conferences/{slug}/qr.svg. */
export function embedRoutes(
  app: Hono<Host>,
  { site, today, respond }: { site: Site; today: () => string; respond: Respond },
) {
  app.get('/embed.js', (c) =>
    c.body(embedScript(site.url), 200, {
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=3600',
      'cross-origin-resource-policy': 'cross-origin',
    }),
  )
  // Everything printed with it leads to the address that the conference has now.
  app.get('/conferences/:slug/qr.svg', (c) =>
    respond(c, async (db) => {
      const event = await readProgrammeEvent(db, c.req.param('slug'))
      return (
        event && {
          contentType: 'image/svg+xml; charset=utf-8',
          body: renderSVG(`${site.url}/conferences/${event.slug}`, { border: 2 }),
          tags: [`event:${event.id}`],
        }
      )
    }),
  )
  app.get('/conferences/:slug/print', (c) =>
    respond(c, async (db) => {
      const event = await readProgrammeEvent(db, c.req.param('slug'))
      if (!event) return
      const [{ days }, talks, breaks] = await Promise.all([
        readDays(db, event.id, today()),
        readTalks(db, sql`events.id = ${event.id}::uuid`, 1),
        readBreaks(db, sql`breaks.event_id = ${event.id}::uuid`),
      ])
      return {
        contentType: 'text/html; charset=utf-8',
        policy: printPolicy,
        tags: [`event:${event.id}`],
        body: printPage(site, { event, days, talks, breaks }),
      }
    }),
  )
  app.get('/embed/conferences/:slug', (c) =>
    respond(c, (db, search) => embeddedDay(db, site, { slug: c.req.param('slug'), search, today: today() })),
  )
}

async function embeddedDay(
  db: Database,
  site: Site,
  { slug, search, today }: { slug: string; search: Search; today: string },
): Promise<FeedResponse | undefined> {
  const event = await readProgrammeEvent(db, slug)
  if (!event) return
  const { days, tracks: trackNames, now } = await readDays(db, event.id, today)
  const isDay = (value: unknown): value is string => days.some((day) => day === value)
  const day = [search.day, now?.slice(0, 10), today, days[0]].find(isDay) ?? null
  const [dayTalks, dayBreaks] = day
    ? await Promise.all([
        readTalks(db, sql`events.id = ${event.id}::uuid and talks.day = ${day}::date`),
        readBreaks(db, sql`breaks.event_id = ${event.id}::uuid and breaks.date = ${day}::date`),
      ])
    : [[], []]
  const tracks = trackNames.filter((name) => dayTalks.some(({ track }) => track === name))
  const track = (tracks.length > maxColumns && tracks.find((name) => name === search.track)) || null
  const isShown = (item: { track: string | null }) =>
    track === null || item.track === track || item.track === null
  const theme = search.theme === 'light' || search.theme === 'dark' ? search.theme : null
  return {
    contentType: 'text/html; charset=utf-8',
    policy: embedPolicy,
    isFramed: true,
    tags: [`event:${event.id}`, ...(now ? ['clock'] : [])],
    body: embedPage(site, {
      event,
      days,
      day,
      now,
      tracks,
      track,
      talks: dayTalks.filter(isShown),
      breaks: dayBreaks.filter(isShown),
      theme,
    }),
  }
}

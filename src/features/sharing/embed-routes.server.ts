import { sql } from 'drizzle-orm'
import type { Hono } from 'hono'
import { renderSVG } from 'uqr'
import type { FeedResponse, Respond } from '#features/feeds/feed-routes.server.ts'
import {
  readBreaks,
  readProgrammeEvent,
  readTalks,
  readTrackNames,
} from '#features/feeds/programme-export.server.ts'
import { parseSearch } from '#lib/search-params.ts'
import { type Database, rows } from '#server/database/db.ts'
import type { Host } from '#server/procedures/host.ts'
import { embedPage, embedPolicy, embedScript } from './embed-page.server.ts'

type Site = { name: string; url: string }

/** More tracks do not fit beside each other: one is shown. */
const maxColumns = 5

/** /embed/conferences/{slug}?day=&track=&theme=, /embed.js, which puts it into a page of another site, and /conferences/{slug}/qr.svg. */
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
  app.get('/embed/conferences/:slug', (c) =>
    respond(c, (db) =>
      embeddedDay(db, c.req.param('slug'), parseSearch(new URL(c.req.url).search), today(), site),
    ),
  )
}

async function embeddedDay(
  db: Database,
  slug: string,
  search: Record<string, unknown>,
  today: string,
  site: Site,
): Promise<FeedResponse | undefined> {
  const event = await readProgrammeEvent(db, slug)
  if (!event) return
  const days = (
    await rows<{ day: string }>(
      db,
      sql`
        select day from talks where event_id = ${event.id}::uuid
        union select date from breaks where event_id = ${event.id}::uuid order by 1`,
    )
  ).map(({ day }) => day)
  const day = [search.day, today, days[0]].find((each) => days.includes(each as string)) as string | undefined
  const [dayTalks, dayBreaks, trackNames] = day
    ? await Promise.all([
        readTalks(db, sql`events.id = ${event.id}::uuid and talks.day = ${day}::date`),
        readBreaks(db, sql`breaks.event_id = ${event.id}::uuid and breaks.date = ${day}::date`),
        readTrackNames(db, event.id),
      ])
    : [[], [], []]
  const tracks = trackNames.filter((name) => dayTalks.some(({ track }) => track === name))
  const track =
    tracks.length > maxColumns ? (tracks.find((name) => name === search.track) ?? tracks[0]!) : null
  const isShown = (each: { track: string | null }) =>
    track === null || each.track === track || each.track === null
  const theme = search.theme === 'light' || search.theme === 'dark' ? search.theme : null
  return {
    contentType: 'text/html; charset=utf-8',
    policy: embedPolicy,
    tags: [`event:${event.id}`],
    body: embedPage(site, {
      event,
      days,
      day: day ?? null,
      tracks,
      track,
      talks: dayTalks.filter(isShown),
      breaks: dayBreaks.filter(isShown),
      theme,
    }),
  }
}

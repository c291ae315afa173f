import { type SQL, sql } from 'drizzle-orm'
import type { Hono } from 'hono'
import { countWeeks } from '#features/directory/event-weeks.server.ts'
import { positionOf } from '#features/directory/selected-places.server.ts'
import { type Database, rows } from '#platform/database/db.ts'
import type { Host } from '#platform/procedures/host.ts'
import type { Respond } from '#platform/procedures/respond.ts'
import { type EventOnCard, posterOf } from './card.ts'
import type { PosterSize } from './posters/poster.ts'
import { drawWeeksPicture } from './posters/weeks-picture.ts'

/** With the small square of an uploaded logo: pictures of other sites are not fetched. */
export async function readPosterEvent(db: Database, condition: SQL) {
  const [event] = await rows<Omit<EventOnCard, 'position'> & { picture: string | null }>(db)`
    select id, name, start_date, end_date, location_name, country_name, status,
      (select encode(small, 'base64') from pictures where logo_url = '/pictures/' || pictures.name || '.webp') as picture
    from events where ${condition}`
  return event && { ...event, position: await positionOf(event) }
}

/** How long browsers keep one. It changes with names and days, which rarely change, and the page beside it says both. */
const maxAge = 86_400

/** /weeks.svg: the coming year, for the home page. /conferences/{slug}/poster.svg, and thumb.svg for lists: the logo of a conference, or a poster that is drawn by rule. */
export function posterRoutes(app: Hono<Host>, { respond, today }: { respond: Respond; today: () => string }) {
  app.get('/weeks.svg', (c) =>
    respond(c, async (db) => {
      const body = drawWeeksPicture(await countWeeks(db, {}, today()), today())
      const policy = "default-src 'none'; style-src 'unsafe-inline'"
      return { contentType: 'image/svg+xml', body, tags: ['events'], policy }
    }),
  )
  app.get('/conferences/:slug/:file{(?:poster|thumb)\\.svg}', (c) =>
    respond(c, async (db) => {
      const event = await readPosterEvent(db, sql`slug = ${c.req.param('slug')}`)
      if (!event) return
      // Not loaded with the site: the outlines of letters are 1 MB.
      const { drawPicture, drawPoster } = await import('./posters/poster.ts')
      const size: PosterSize = c.req.param('file') === 'thumb.svg' ? 'thumb' : 'card'
      const body = event.picture ? drawPicture(event.picture) : drawPoster(posterOf(event), size)
      const policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
      return { contentType: 'image/svg+xml', body, tags: [`event:${event.id}`], policy, maxAge }
    }),
  )
}

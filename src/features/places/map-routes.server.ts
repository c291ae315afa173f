import type { Hono } from 'hono'
import { readPlaces } from '#features/directory/selected-places.server.ts'
import type { Host } from '#platform/procedures/host.ts'
import type { Respond } from '#platform/procedures/respond.ts'
import { readTowns } from './event-map.server.ts'
import { drawLand } from './land.server.ts'

/** Seconds. Land stays, and a new speck may be an hour late. */
const maxAge = 3600

/**
 * /maps/world.svg, and /maps/{latitude},{longitude},{kilometres}.svg: land and a speck for each city of the directory,
 * under the dots of a page. With `-towns` before its end it has the names of a few.
 */
export function mapRoutes(app: Hono<Host>, respond: Respond) {
  app.get(
    '/maps/:file{(?:world|-?\\d{1,2}(?:\\.\\d{1,2})?,-?\\d{1,3}(?:\\.\\d{1,2})?,\\d{2,4}(?:-towns)?)\\.svg}',
    (c) =>
      respond(c, async (db) => {
        const [latitude, longitude, kilometres] = c.req
          .param('file')
          .replace(/(?:-towns)?\.svg$/, '')
          .split(',')
          .map(Number)
        const isWorld = longitude === undefined
        if (!isWorld && (Math.abs(latitude!) > 75 || Math.abs(longitude) > 180)) return
        const window = isWorld ? undefined : { latitude: latitude!, longitude, kilometres: kilometres! }
        const towns = window && c.req.param('file').includes('-towns') ? await readTowns(db, window) : []
        const body = await drawLand(await readPlaces(db), window, towns)
        const policy = "default-src 'none'; style-src 'unsafe-inline'"
        return { contentType: 'image/svg+xml', body, tags: ['events'], policy, maxAge }
      }),
  )
}

import type { Hono } from 'hono'
import type { Respond } from '#features/feeds/feed-routes.server.ts'
import { readProgramme } from '#features/feeds/programme-export.server.ts'
import type { Host } from '#platform/procedures/host.ts'
import { programmeCopy } from './programme-copy.ts'

/** The programme that a browser stores for the time without network. */
export function offlineRoutes(app: Hono<Host>, { respond }: { respond: Respond }) {
  app.get('/conferences/:slug/offline.json', (c) =>
    respond(c, async (db) => {
      const programme = await readProgramme(db, c.req.param('slug'))
      return (
        programme && {
          contentType: 'application/json',
          body: JSON.stringify(programmeCopy(programme)),
          tags: [`event:${programme.event.id}`, ...programme.speakers.map(({ id }) => `speaker:${id}`)],
        }
      )
    }),
  )
}

import type { Hono } from 'hono'
import { readProgramme } from '#features/programme-export/read-programme.server.ts'
import type { Host } from '#platform/procedures/host.ts'
import type { Respond } from '#platform/procedures/respond.ts'
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

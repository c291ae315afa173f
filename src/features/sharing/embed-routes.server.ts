import type { Hono } from 'hono'
import { renderSVG } from 'uqr'
import { readProgrammeEvent } from '#features/programme-export/read-programme.server.ts'
import type { Host } from '#platform/procedures/host.ts'
import type { Respond } from '#platform/procedures/respond.ts'

/** What puts the frame into another site's page (embed.js). `data-theme` is light or dark, the reader's choice without it. */
export const embedScript = (siteUrl: string) => `(() => {
  const { conference, theme } = document.currentScript.dataset
  const frame = document.createElement('iframe')
  frame.src = ${JSON.stringify(siteUrl)} + '/embed/conferences/' + encodeURIComponent(conference) + (theme ? '?theme=' + encodeURIComponent(theme) : '')
  frame.title = 'Programme'
  frame.loading = 'lazy'
  frame.style.cssText = 'width:100%;height:40rem;border:0'
  document.currentScript.after(frame)
  addEventListener('message', ({ source, data }) => {
    if (source === frame.contentWindow && data?.hallwayHeight > 0) frame.style.height = Math.ceil(data.hallwayHeight) + 'px'
  })
})()
`

/** /embed.js, which puts a programme into a page of another site, and /conferences/{slug}/qr.svg. */
export function embedRoutes(app: Hono<Host>, { site, respond }: { site: { url: string }; respond: Respond }) {
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
}

import { sql } from 'drizzle-orm'
import type { Hono } from 'hono'
import { rows, type Store } from '#platform/database/db.ts'
import type { Host } from '#platform/procedures/host.ts'

/** Serves uploaded pictures. A name stands for one content for ever, so browsers never ask again. */
export function pictureRoutes(app: Hono<Host>, store: Store): void {
  app.get('/pictures/:file', async (c) => {
    const [, name, small] = c.req.param('file').match(/^([0-9a-f]{32})(-small)?\.webp$/) ?? []
    if (!name) return c.text('Not found', 404)
    const path = `/pictures/${name}.webp`
    const etag = `"${name}${small ?? ''}"`
    const headers = { etag, 'cache-control': 'public, max-age=31536000, immutable' }
    // Not from the replica: the picture may have been uploaded a moment ago.
    const [picture] = await rows<{ bytes: Uint8Array<ArrayBuffer> }>(store.db)`
      select ${sql.identifier(small ? 'small' : 'large')} as bytes from pictures
      where name = ${name} and (
        uploaded_by is null or uploaded_by not in (select user_id from suspensions)
        or exists (select from events where logo_url = ${path} and logo_url like '/pictures/%')
        or exists (select from speakers where image_url = ${path} and image_url like '/pictures/%')
      )`
    if (!picture) return c.text('Not found', 404)
    if (c.req.header('if-none-match')?.includes(etag)) return c.body(null, 304, headers)
    return c.body(picture.bytes, 200, { ...headers, 'content-type': 'image/webp' })
  })
}

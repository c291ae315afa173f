import type { Hono } from 'hono'
import { escapeHtml } from '#lib/text.ts'
import { isMadeHere } from '#platform/client-address.ts'
import type { Store } from '#platform/database/db.ts'
import type { Host } from '#platform/procedures/host.ts'
import { newestMail } from './mail-worker.ts'

const linked = (text: string) =>
  escapeHtml(text).replace(/https?:\/\/[^\s<]+/g, (url) => `<a href="${url}">${url}</a>`)

/** The mailbox of a development machine: what would have been sent, newest first. */
export function mailboxRoutes(app: Hono<Host>, store: Store): void {
  // Its readers can take over any account: not for clients behind a proxy that is not configured.
  app.use('/dev/*', async (c, next) => (isMadeHere(c.req.raw.headers) ? next() : c.notFound()))
  app.get('/dev/mailbox.json', async (c) =>
    c.json(await newestMail(store.db), 200, { 'cache-control': 'no-store' }),
  )
  app.get('/dev/mailbox', async (c) => {
    const mails = (await newestMail(store.db)).map(
      ({ to, subject, text, sentAt }) =>
        `<article><h2>${escapeHtml(subject)}</h2><p>To ${escapeHtml(to)}, ${sentAt}</p><pre>${linked(text)}</pre></article>`,
    )
    return c.html(
      `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Mailbox</title><body><h1>Mailbox</h1>${mails.join('<hr>') || '<p>No mail yet.</p>'}</body></html>`,
      200,
      { 'cache-control': 'no-store' },
    )
  })
}

import { timingSafeEqual } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Hono } from 'hono'
import type { Database } from '#server/database/db.ts'
import type { Host } from '#server/procedures/host.ts'
import type { Context } from '#server/procedures/procedure.ts'
import { type MailKind, mailKinds } from './notifications.ts'

type Sign = Context['sign']
export type Unsubscription = { user_id: string; kind: MailKind }

const signatureBytes = 16
const signatureOf = (userId: string, kind: string, sign: Sign) =>
  sign('unsubscribe', `${userId} ${kind}`).subarray(0, signatureBytes)

/** The path that stops the mail of one kind to one person. It is signed, not stored, and works as long as the secret does. */
export const unsubscribePath = (userId: string, kind: string, sign: Sign) =>
  `/unsubscribe/${kind}.${Buffer.concat([
    Buffer.from(userId.replaceAll('-', ''), 'hex'),
    signatureOf(userId, kind, sign),
  ]).toString('base64url')}`

/** What a token stops, if its signature is right. */
export function readUnsubscription(token: string, sign: Sign): Unsubscription | undefined {
  const [name, encoded = ''] = token.split('.')
  const kind = mailKinds.find((each) => each === name)
  const bytes = Buffer.from(encoded, 'base64url')
  if (!kind || bytes.length !== 16 + signatureBytes) return
  const user_id = bytes
    .subarray(0, 16)
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  return timingSafeEqual(bytes.subarray(16), signatureOf(user_id, kind, sign)) ? { user_id, kind } : undefined
}

/**
 * POST /unsubscribe/{token}, as mail programs send it (RFC 8058): without cookie or Origin, answered without a redirect.
 * A person who pressed the button of the page is led back to it. GET is the page, and changes nothing: scanners open links.
 */
export function unsubscribeRoutes(app: Hono<Host>, { db, sign }: { db: Database; sign: Sign }) {
  app.post('/unsubscribe/:token', async (c) => {
    const unsubscription = readUnsubscription(c.req.param('token'), sign)
    if (!unsubscription) return c.text('This link is not valid.', 404)
    const { user_id, kind } = unsubscription
    await db.execute(sql`
      insert into muted_notifications (user_id, kind, channel)
      select id, ${kind}, 'mail' from profiles where id = ${user_id}::uuid on conflict do nothing`)
    const { from } = await c.req.parseBody()
    return from === 'page' ? c.redirect(c.req.path, 303) : c.text('These emails have stopped.')
  })
}

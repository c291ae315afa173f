import { timingSafeEqual } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import type { Hono } from 'hono'
import { profiles, user } from '#features/people/people.tables.ts'
import type { Database } from '#platform/database/db.ts'
import type { Host } from '#platform/procedures/host.ts'
import type { Context } from '#platform/procedures/procedure.ts'
import { accepts, smallBody } from '#platform/request-bodies.ts'
import { type MailKind, mailKinds } from './notifications.ts'

type Sign = Context['sign']
type Unsubscription = { user_id: string; kind: MailKind }

const signatureBytes = 16
const signatureOf = (text: string, sign: Sign) => sign('unsubscribe', text).subarray(0, signatureBytes)
const signedText = (userId: string, kind: string, address: string) =>
  `${userId} ${kind} ${address.toLowerCase()}`

/** The path in a mail to this address that stops the mail of one kind to one person. It is signed, not stored. */
export const unsubscribePath = (userId: string, kind: string, address: string, sign: Sign) =>
  `/unsubscribe/${kind}.${Buffer.concat([
    Buffer.from(userId.replaceAll('-', ''), 'hex'),
    signatureOf(signedText(userId, kind, address), sign),
  ]).toString('base64url')}`

/** What a token stops, as long as the person has an account that is not suspended, with the address that the mail went to. */
export async function findUnsubscription(
  db: Database,
  token: string,
  sign: Sign,
): Promise<Unsubscription | undefined> {
  const [name, encoded = ''] = token.split('.')
  const kind = mailKinds.find((mailKind) => mailKind === name)
  const bytes = Buffer.from(encoded, 'base64url')
  if (!kind || bytes.length !== 16 + signatureBytes) return
  const user_id = bytes
    .subarray(0, 16)
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  // A suspended person has no profile to see.
  const [person] = await db
    .select({ email: user.email, emailChangedAt: user.emailChangedAt })
    .from(user)
    .innerJoin(profiles, eq(profiles.id, user.id))
    .where(eq(user.id, user_id))
  if (!person) return
  const signedTexts = [signedText(user_id, kind, person.email)]
  // Up to version 1.2.0 the signature was of the person alone, whatever the address that the mail went to.
  if (!person.emailChangedAt) signedTexts.push(`${user_id} ${kind}`)
  const signature = bytes.subarray(16)
  return signedTexts.some((text) => timingSafeEqual(signature, signatureOf(text, sign)))
    ? { user_id, kind }
    : undefined
}

/**
 * POST /unsubscribe/{token}, as mail programs send it (RFC 8058): without cookie or Origin, answered without a redirect.
 * A person who pressed the button of the page is led back to it. GET is the page, and changes nothing: scanners open links.
 */
export function unsubscribeRoutes(app: Hono<Host>, { db, sign }: { db: Database; sign: Sign }) {
  app.post('/unsubscribe/:token', accepts(smallBody), async (c) => {
    const unsubscription = await findUnsubscription(db, c.req.param('token'), sign)
    if (!unsubscription) return c.text('This link is not valid.', 404)
    const { user_id, kind } = unsubscription
    // The account may be deleted meanwhile.
    await db.execute(sql`
      insert into muted_notifications (user_id, kind, channel)
      select id, ${kind}, 'mail' from profiles where id = ${user_id}::uuid on conflict do nothing`)
    const form = await c.req.formData().catch(() => undefined)
    return form?.get('from') === 'page' ? c.redirect(c.req.path, 303) : c.text('These emails have stopped.')
  })
}

import { verifyJWT } from 'better-auth/crypto'
import { and, eq } from 'drizzle-orm'
import type { Context, Hono } from 'hono'
import { confirmedPath, confirmPath, localPath } from '#features/auth/auth.ts'
import { user } from '#features/people/people.tables.ts'
import type { Database } from '#platform/database/db.ts'
import type { Host } from '#platform/procedures/host.ts'
import { accepts, noBody } from '#platform/request-bodies.ts'

/** Whether the link of a mail is of an address that is confirmed already. */
export async function isConfirmed(db: Database, token: string, secret: string): Promise<boolean> {
  const email = (await verifyJWT<{ email?: string }>(token, secret))?.email
  if (!email) return false
  return (await db.$count(user, and(eq(user.email, email), eq(user.emailVerified, true)))) > 0
}

type Accounts = {
  isConfirmed: (token: string) => Promise<boolean>
  confirm: (request: Request) => Promise<Response>
}

/**
 * POST /auth/confirm, the button of the page that the mail leads to: confirms the address of a new account. GET is the page,
 * and changes nothing: scanners open links.
 */
export function confirmationRoutes(app: Hono<Host>, auth: Accounts) {
  const tokenIn = (c: Context<Host>) => c.req.query('token') ?? ''
  const seeOther = (c: Context<Host>, location: string) =>
    c.body(null, 303, { location, 'cache-control': 'no-store' })
  // In mails of version 1.3.0 and before. Better Auth's own endpoint would confirm.
  app.get('/api/auth/verify-email', (c) => {
    const destination = URL.parse(c.req.query('callbackURL') ?? '/', c.req.url)
    return seeOther(c, confirmPath(tokenIn(c), localPath(destination?.searchParams.get('next'))))
  })
  app.get('/auth/confirm', async (c, next) => {
    if (!(await auth.isConfirmed(tokenIn(c)))) return next()
    return seeOther(c, confirmedPath(localPath(c.req.query('next'))))
  })
  app.post('/auth/confirm', accepts(noBody), async (c) => {
    const callbackURL = confirmedPath(localPath(c.req.query('next')))
    const query = new URLSearchParams({ token: tokenIn(c), callbackURL })
    const { headers } = await auth.confirm(new Request(new URL(`/api/auth/verify-email?${query}`, c.req.url)))
    return seeOther(c, headers.get('location') ?? callbackURL)
  })
}

import type { BetterAuthPlugin } from 'better-auth'
import { APIError, createAuthEndpoint, sensitiveSessionMiddleware } from 'better-auth/api'
import { eq } from 'drizzle-orm'
import type { Hono } from 'hono'
import { z } from 'zod'
import { emailForm } from '#features/auth/auth.schemas.ts'
import { beginAddressChange, confirmAddressChange } from '#features/people/address-change.server.ts'
import { user } from '#features/people/people.tables.ts'
import { constraintOf, type Database } from '#platform/database/db.ts'
import type { Host } from '#platform/procedures/host.ts'
import { addressChangeLimit, consume, tooMany } from '#platform/rate-limits.ts'
import { accepts, noBody } from '#platform/request-bodies.ts'
import { limits } from '#src/limits.ts'
import type { accountMail } from './account-mail.ts'
import { checkIdentity } from './identity.ts'

type Mail = ReturnType<typeof accountMail>

const changeRequest = z.object({
  newEmail: emailForm.shape.email,
  password: z.string().max(limits.passwordMax),
  code: z.string().max(40).optional(),
})

/**
 * POST /change-address: asks for another mail address. Better Auth's own /change-email sends nothing where the new address
 * has an account, which tells the person that it does, and its last link signs in without a second factor.
 */
export const addressChange = (db: Database, mail: Mail, secret: string) =>
  ({
    id: 'address-change',
    endpoints: {
      changeAddress: createAuthEndpoint(
        '/change-address',
        { method: 'POST', body: changeRequest, use: [sensitiveSessionMiddleware] },
        async (ctx) => {
          const person = ctx.context.session.user
          const refusal = await checkIdentity(db, secret, person.id, ctx.body)
          if (refusal) throw new APIError('BAD_REQUEST', refusal)
          const newEmail = ctx.body.newEmail.toLowerCase()
          if (newEmail === person.email)
            throw new APIError('BAD_REQUEST', {
              code: 'INVALID_EMAIL',
              message: 'This is already the address of your account',
            })
          const wait = await consume(db, addressChangeLimit(person.id))
          if (wait > 0)
            throw new APIError('TOO_MANY_REQUESTS', { code: 'TOO_MANY_ATTEMPTS', message: tooMany(wait) })
          const { oldToken, newToken } = await beginAddressChange(db, person, newEmail)
          const isTaken = (await db.$count(user, eq(user.email, newEmail))) > 0
          await mail.oldAddress(person, newEmail, oldToken)
          await mail.newAddress(person, newEmail, isTaken ? undefined : newToken)
          return ctx.json({ status: true })
        },
      ),
    },
  }) satisfies BetterAuthPlugin

/** POST /address/{token}, the button of the page that the mails lead to. GET is the page, and changes nothing: scanners open links. */
export function addressChangeRoutes(app: Hono<Host>, { db, mail }: { db: Database; mail: Mail }) {
  app.post('/address/:token', accepts(noBody), async (c) => {
    try {
      const changed = await db.transaction((tx) => confirmAddressChange(tx, c.req.param('token')))
      if (changed) await mail.changedAddress(changed)
    } catch (error) {
      // Somebody has registered with it since. The page goes on waiting, as it does for an address that had an account before.
      if (constraintOf(error) !== 'user_email_is_unique') throw error
    }
    return c.redirect(c.req.path, 303)
  })
}

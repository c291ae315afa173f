import { asc, count, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { mail_outbox } from '#features/notifications/mail.tables.ts'
import { composeMail } from '#platform/compose-mail.ts'
import { adminOnly, del, get, open, post } from '#platform/procedures/procedure.ts'
import { consume, invitationRequestLimits, tooMany } from '#platform/rate-limits.ts'
import { serverLimits } from '#src/limits.ts'
import { invitationRequest, invitationRequestForm } from './invitations.schemas.ts'
import { invitation_codes, invitation_requests } from './invitations.tables.ts'
import { generateCode } from './invitations.ts'

const answered = { NOT_FOUND: { message: 'This request has already been answered' } }
const queueColumns = {
  id: invitation_requests.id,
  email: invitation_requests.email,
  reason: invitation_requests.reason,
  created_at: invitation_requests.created_at,
}

const ask = open
  .route(post('/invitation-requests', 'Ask the administrators for a code'))
  .errors({
    TOO_MANY_REQUESTS: { message: 'Too many attempts' },
    CONFLICT: { message: 'There are too many requests at the moment. Please try again in a few days.' },
  })
  .input(invitationRequestForm)
  // Nothing: the answer is the same for an address with an account, and for one that has asked before.
  .output(z.void())
  .handler(async ({ context: { db, address }, input, errors }) => {
    const wait = await consume(db, invitationRequestLimits(address))
    if (wait > 0) throw errors.TOO_MANY_REQUESTS({ message: tooMany(wait) })
    if ((await db.$count(invitation_requests)) >= serverLimits.invitationRequests) throw errors.CONFLICT()
    await db
      .insert(invitation_requests)
      .values(input)
      .onConflictDoUpdate({ target: invitation_requests.email, set: { reason: input.reason } })
  })

const list = adminOnly
  .route(get('/invitation-requests', 'Who asks for a code, the oldest first, and how many'))
  .output(z.object({ total: z.number().int(), requests: z.array(invitationRequest) }))
  .handler(async ({ context: { db } }) => {
    const requests = await db
      .select(queueColumns)
      .from(invitation_requests)
      .orderBy(asc(invitation_requests.created_at), asc(invitation_requests.id))
      .limit(serverLimits.invitationRequestsPerPage)
    const [row] = await db.select({ total: count() }).from(invitation_requests)
    return { total: row?.total ?? 0, requests }
  })

const accept = adminOnly
  .route(post('/invitation-requests/{id}/accept', 'Create a code for whoever asked, and send it by mail'))
  .errors(answered)
  .input(z.object({ id: z.uuid() }))
  .output(z.void())
  .handler(async ({ context: { db, viewer, site }, input, errors }) => {
    await db.transaction(async (tx) => {
      const [request] = await tx
        .delete(invitation_requests)
        .where(eq(invitation_requests.id, input.id))
        .returning(queueColumns)
      if (!request) throw errors.NOT_FOUND()
      const code = generateCode()
      await tx.insert(invitation_codes).values({ code, created_by: viewer.id })
      const mail = composeMail({
        siteName: site.name,
        siteUrl: site.url,
        subject: `Your invitation to ${site.name}`,
        lines: [
          `You asked for an invitation to ${site.name}. Register with the link below; it works once.`,
          `Your code is ${code}.`,
        ],
        button: { label: 'Register', url: `${site.url}/auth?code=${code}` },
      })
      await tx.insert(mail_outbox).values({ to_address: request.email, ...mail })
    })
  })

const remove = adminOnly
  .route(del('/invitation-requests/{id}', 'Delete a request for a code without an answer'))
  .errors(answered)
  .input(z.object({ id: z.uuid() }))
  .output(z.void())
  .handler(async ({ context: { db }, input, errors }) => {
    const removed = await db
      .delete(invitation_requests)
      .where(eq(invitation_requests.id, input.id))
      .returning({ id: sql`1` })
    if (removed.length === 0) throw errors.NOT_FOUND()
  })

export const invitationRequestsApi = { ask, list, accept, remove }

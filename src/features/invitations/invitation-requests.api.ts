import { asc, count } from 'drizzle-orm'
import { z } from 'zod'
import { decide } from '#features/decisions/decide.server.ts'
import { adminOnly, del, deprecated, get, open, post } from '#platform/procedures/procedure.ts'
import { consume, invitationRequestLimits, tooMany } from '#platform/rate-limits.ts'
import { serverLimits } from '#src/limits.ts'
import { invitationDecision } from './invitation-decision.server.ts'
import { invitationRequest, invitationRequestForm } from './invitations.schemas.ts'
import { invitation_requests } from './invitations.tables.ts'

const answered = { NOT_FOUND: { message: invitationDecision.missing } }
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
  .route(deprecated(get('/invitation-requests', 'Who asks for a code, the oldest first, and how many')))
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

const byId = z.object({ id: z.uuid() })

const accept = adminOnly
  .route(
    deprecated(
      post('/invitation-requests/{id}/accept', 'Create a code for whoever asked, and send it by mail'),
    ),
  )
  .errors(answered)
  .input(byId)
  .output(z.void())
  .handler(async ({ context, input: { id } }) => {
    await decide(invitationDecision, context, id, { isAccepted: true })
  })

const remove = adminOnly
  .route(deprecated(del('/invitation-requests/{id}', 'Delete a request for a code without an answer')))
  .errors(answered)
  .input(byId)
  .output(z.void())
  .handler(async ({ context, input: { id } }) => {
    await decide(invitationDecision, context, id, { isAccepted: false })
  })

export const invitationRequestsApi = { ask, list, accept, remove }

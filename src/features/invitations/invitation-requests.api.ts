import { isNull } from 'drizzle-orm'
import { z } from 'zod'
import { open, post } from '#platform/procedures/procedure.ts'
import { consume, invitationRequestLimits, tooMany } from '#platform/rate-limits.ts'
import { serverLimits } from '#src/limits.ts'
import { invitationRequestForm } from './invitations.schemas.ts'
import { invitation_requests } from './invitations.tables.ts'

const isOpen = isNull(invitation_requests.answered_at)

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
    if ((await db.$count(invitation_requests, isOpen)) >= serverLimits.invitationRequests)
      throw errors.CONFLICT()
    await db
      .insert(invitation_requests)
      .values(input)
      .onConflictDoUpdate({
        target: invitation_requests.email,
        set: { reason: input.reason, answered_at: null, code: null },
      })
  })

export const invitationRequestsApi = { ask }

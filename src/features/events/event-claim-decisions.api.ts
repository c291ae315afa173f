import { ORPCError } from '@orpc/server'
import { eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { recordAdminAction } from '#features/administration/admin-actions.server.ts'
import { notify } from '#features/notifications/notifications.server.ts'
import { type Database, rows } from '#server/database/db.ts'
import { adminOnly } from '#server/procedures/procedure.ts'
import { changeOwner } from './event-owner.server.ts'
import { event_claims } from './events.tables.ts'

type Locked = {
  claim: { id: string; status: 'pending' | 'approved' | 'rejected' }
  event: { id: string; name: string; slug: string; created_by: string | null }
  claimant: { id: string; full_name: string | null }
}

/** A claim and its event, locked until the transaction ends. Everybody locks people, then the event, then the claim. */
async function lockClaim(tx: Database, claimId: string): Promise<Locked | undefined> {
  // The deletion of an account starts with the person, so this does too, or the two could wait for each other.
  await tx.execute(sql`
    select from profiles where id in (
      select user_id from event_claims where id = ${claimId}
      union select created_by from events where id = (select event_id from event_claims where id = ${claimId})
    ) order by id for key share`)
  const [event] = await rows<Locked['event']>(
    tx,
    sql`
      select id, name, slug, created_by from events
      where id = (select event_id from event_claims where id = ${claimId}) for no key update`,
  )
  const [found] = await rows<Locked['claim'] & { user_id: string; full_name: string | null }>(
    tx,
    sql`
      select event_claims.id, status, user_id, full_name from event_claims join profiles on profiles.id = user_id
      where event_claims.id = ${claimId} for update of event_claims`,
  )
  return (
    event &&
    found && {
      event,
      claim: { id: found.id, status: found.status },
      claimant: { id: found.user_id, full_name: found.full_name },
    }
  )
}

const decision = adminOnly
  .errors({
    NOT_FOUND: { message: 'Claim not found' },
    CONFLICT: { message: 'Claim has already been decided' },
  })
  .input(z.object({ claim_id: z.uuid() }))
  .output(z.void())
const alreadyBeen = (status: string) => ({ message: `Claim has already been ${status}` })
const tags = ['Event claims']

/** Says which step of a decision failed; the cause is logged. */
async function step<Result>(failed: string, work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    throw new ORPCError('INTERNAL_SERVER_ERROR', { message: failed, cause: error })
  }
}
const checking = 'Failed to check claim: Unknown error occurred'
const updating = 'Failed to update claim: Unknown error occurred'
const handingOver = 'Failed to update event ownership: Unknown error occurred'

export const approve = decision
  .route({
    method: 'POST',
    path: '/event-claims/{claim_id}/approve',
    tags,
    summary: 'Make the claimant the owner',
  })
  .handler(({ context: { db, site, viewer }, input, errors }) =>
    db.transaction(async (tx) => {
      const locked = await step(checking, lockClaim(tx, input.claim_id))
      if (!locked) throw errors.NOT_FOUND()
      const { claim, event, claimant } = locked
      if (claim.status !== 'pending') throw errors.CONFLICT(alreadyBeen(claim.status))
      await step(
        updating,
        tx
          .update(event_claims)
          .set({ status: 'approved', approved_by: viewer.id, approved_at: sql`now()` })
          .where(eq(event_claims.id, claim.id)),
      )
      if (event.created_by !== claimant.id)
        await step(
          handingOver,
          changeOwner(tx, site, { event, owner: claimant, silently: [claimant.id, viewer.id] }),
        )
      await notify(tx, site, {
        kind: 'claim_decided',
        to: sql`select ${claimant.id}::uuid`,
        message: `Your claim for ${event.name} was approved: you are its owner now.`,
        path: `/conferences/${event.slug}`,
      })
      await recordAdminAction(tx, viewer, {
        action: 'event_claim_approved',
        subject: event.name,
        path: `/conferences/${event.slug}`,
        before: { owner: event.created_by },
        after: { owner: claimant.id, claimant: claimant.full_name },
      })
    }),
  )

export const reject = decision
  .route({ method: 'POST', path: '/event-claims/{claim_id}/reject', tags, summary: 'Turn a claim down' })
  .handler(({ context: { db, site, viewer }, input, errors }) =>
    db.transaction(async (tx) => {
      const locked = await step(checking, lockClaim(tx, input.claim_id))
      if (!locked) throw errors.NOT_FOUND()
      const { claim, event, claimant } = locked
      if (claim.status !== 'pending') throw errors.CONFLICT(alreadyBeen(claim.status))
      await step(
        updating,
        tx
          .update(event_claims)
          .set({ status: 'rejected', rejected_by: viewer.id, rejected_at: sql`now()` })
          .where(eq(event_claims.id, claim.id)),
      )
      await notify(tx, site, {
        kind: 'claim_decided',
        to: sql`select ${claimant.id}::uuid`,
        message: `Your claim for ${event.name} was rejected.`,
        path: `/conferences/${event.slug}`,
      })
      await recordAdminAction(tx, viewer, {
        action: 'event_claim_rejected',
        subject: event.name,
        path: `/conferences/${event.slug}`,
        after: { user: claimant.id, claimant: claimant.full_name },
      })
    }),
  )

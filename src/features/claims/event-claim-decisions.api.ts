import { ORPCError } from '@orpc/server'
import { and, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { changeOwner } from '#features/events/event-owner.server.ts'
import { event_claims } from '#features/events/events.tables.ts'
import { type Database, rows } from '#platform/database/db.ts'
import { post } from '#platform/procedures/procedure.ts'
import type { ClaimStatus } from './claims.schemas.ts'
import {
  announceDecision,
  claimDecision,
  type DecidedStatus,
  decidedError,
  decisionColumns,
  holderBefore,
  notApproved,
  undecidedColumns,
} from './claims.server.ts'

type LockedClaim = {
  claim: { id: string; status: ClaimStatus }
  event: { id: string; name: string; slug: string; created_by: string | null }
  claimant: { id: string; full_name: string | null }
}

/** A claim and its event, locked until the transaction ends. Lock order everywhere: people, event, claim. */
async function lockClaim(tx: Database, claimId: string): Promise<LockedClaim | undefined> {
  // Deleting an account locks the person first: another order here could deadlock.
  await tx.execute(sql`
    select from profiles where id in (
      select user_id from event_claims
      where event_id = (select event_id from event_claims where id = ${claimId}) and (id = ${claimId} or status = 'pending')
      union select created_by from events where id = (select event_id from event_claims where id = ${claimId})
    ) order by id for key share`)
  const [event] = await rows<LockedClaim['event']>(tx)`
    select id, name, slug, created_by from events
    where id = (select event_id from event_claims where id = ${claimId}) for no key update`
  const [claim] = await rows<LockedClaim['claim'] & { user_id: string; full_name: string | null }>(
    tx,
    sql`
      select event_claims.id, status, user_id, full_name from event_claims join profiles on profiles.id = user_id
      where event_claims.id = ${claimId} for update of event_claims`,
  )
  return event && claim && { event, claim, claimant: { id: claim.user_id, full_name: claim.full_name } }
}

const decision = claimDecision.input(z.object({ claim_id: z.uuid() }))

/** Replaces an error by the message of the step that failed; the cause is logged. */
async function step<Result>(message: string, work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    throw new ORPCError('INTERNAL_SERVER_ERROR', { message, cause: error })
  }
}
const checkError = 'Failed to check claim: Unknown error occurred'
const updateError = 'Failed to update claim: Unknown error occurred'
const ownershipError = 'Failed to update event ownership: Unknown error occurred'

type HandlerOptions = Parameters<Parameters<typeof decision.handler>[0]>[0]

const decide = (
  status: DecidedStatus,
  { context, input, errors }: Pick<HandlerOptions, 'context' | 'input' | 'errors'>,
  refuse?: (tx: Database, locked: LockedClaim) => Promise<void>,
) =>
  context.db.transaction(async (tx) => {
    const lockedClaim = await step(checkError, lockClaim(tx, input.claim_id))
    if (!lockedClaim) throw errors.NOT_FOUND()
    const { claim, event, claimant } = lockedClaim
    if (claim.status !== 'pending') throw errors.CONFLICT(decidedError(claim.status))
    await refuse?.(tx, lockedClaim)
    const { site, viewer } = context
    await step(
      updateError,
      tx.update(event_claims).set(decisionColumns(status, viewer)).where(eq(event_claims.id, claim.id)),
    )
    const isApproved = status === 'approved'
    if (isApproved && event.created_by !== claimant.id)
      await step(
        ownershipError,
        changeOwner(tx, site, { from: viewer, event, owner: claimant, exceptIds: [claimant.id, viewer.id] }),
      )
    await announceDecision(tx, context, {
      claimantId: claimant.id,
      message: `Your claim for ${event.name} was ${isApproved ? 'approved. You are now its owner' : 'rejected'}.`,
      path: `/conferences/${event.slug}`,
      entry: {
        action: `event_claim_${status}`,
        subject: event.name,
        ...(isApproved
          ? {
              before: { owner: event.created_by },
              after: { owner: claimant.id, claimant: claimant.full_name },
            }
          : { after: { user: claimant.id, claimant: claimant.full_name } }),
      },
    })
    if (isApproved) await rejectOtherClaims(tx, context, event)
  })

/** The other pending claims of an event that has a new owner: approving one of them would replace the owner again. */
async function rejectOtherClaims(
  tx: Database,
  context: HandlerOptions['context'],
  event: LockedClaim['event'],
): Promise<void> {
  const rejectedClaims = await tx
    .update(event_claims)
    .set(decisionColumns('rejected', context.viewer))
    .where(and(eq(event_claims.event_id, event.id), eq(event_claims.status, 'pending')))
    .returning({ user_id: event_claims.user_id })
  for (const { user_id } of rejectedClaims)
    await announceDecision(tx, context, {
      claimantId: user_id,
      message: `Your claim for ${event.name} was rejected: the claim of another member was approved.`,
      path: `/conferences/${event.slug}`,
      entry: { action: 'event_claim_rejected', subject: event.name, after: { user: user_id } },
    })
}

export const approve = claimDecision
  .errors({
    HAS_OWNER: {
      status: 409,
      message: 'This conference has an owner. Approving the claim replaces them.',
      data: z.object({ owner: z.object({ id: z.uuid(), full_name: z.string().nullable() }) }),
    },
  })
  .input(
    z.object({
      claim_id: z.uuid(),
      /** The owner whom the claimant replaces. Needed if the conference has one. */
      owner_id: z.uuid().optional(),
    }),
  )
  .route(
    post(
      '/event-claims/{claim_id}/approve',
      'Approve a claim: the claimant becomes the owner, and other pending claims are rejected',
    ),
  )
  .handler((options) =>
    decide('approved', options, async (tx, { event, claimant }) => {
      if (!event.created_by || [claimant.id, options.input.owner_id].includes(event.created_by)) return
      const [owner] = await rows<{ id: string; full_name: string | null }>(
        tx,
        sql`select id, full_name from all_profiles where id = ${event.created_by}::uuid`,
      )
      throw options.errors.HAS_OWNER({ data: { owner: owner! } })
    }),
  )

export const undo = decision
  .route(post('/event-claims/{claim_id}/undo', 'Withdraw an approval: the former owner returns'))
  .handler(({ context, input, errors }) =>
    context.db.transaction(async (tx) => {
      const lockedClaim = await lockClaim(tx, input.claim_id)
      if (!lockedClaim) throw errors.NOT_FOUND()
      const { claim, event, claimant } = lockedClaim
      if (claim.status !== 'approved') throw errors.CONFLICT(notApproved)
      if (event.created_by !== claimant.id)
        throw errors.CONFLICT({ message: 'The conference has had another owner since then' })
      const path = `/conferences/${event.slug}`
      const before = {
        action: 'event_claim_approved',
        field: 'owner',
        path,
        claimantId: claimant.id,
      } as const
      const ownerId = await holderBefore(tx, before)
      const [owner] = ownerId
        ? await rows<{ id: string; full_name: string | null }>(
            tx,
            sql`select id, full_name from profiles where id = ${ownerId}::uuid`,
          )
        : []
      await tx.update(event_claims).set(undecidedColumns).where(eq(event_claims.id, claim.id))
      await changeOwner(tx, context.site, {
        from: context.viewer,
        event,
        owner: owner ?? null,
        exceptIds: [claimant.id, context.viewer.id],
      })
      await announceDecision(tx, context, {
        claimantId: claimant.id,
        message: `The approval of your claim for ${event.name} was withdrawn. Your claim is pending again.`,
        path,
        entry: {
          action: 'event_claim_undone',
          subject: event.name,
          before: { owner: claimant.id },
          after: { owner: ownerId },
        },
      })
    }),
  )

export const reject = decision
  .route(post('/event-claims/{claim_id}/reject', 'Reject a claim'))
  .handler((options) => decide('rejected', options))

import { and, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { speaker_claims, speakers } from '#features/speakers/speakers.tables.ts'
import { constraintOf, type Database, rows } from '#platform/database/db.ts'
import { post } from '#platform/procedures/procedure.ts'
import { type ClaimStatus, claimReason } from './claims.schemas.ts'
import {
  announceDecision,
  claimDecision,
  type DecidedStatus,
  decidedError,
  decisionColumns,
  notApproved,
  undecidedColumns,
} from './claims.server.ts'

type LockedClaim = {
  claim: { id: string; user_id: string; status: ClaimStatus }
  speaker: { id: string; name: string; user_id: string | null }
}

/** A claim and its speaker, locked until the transaction ends. Lock order everywhere: people, speaker, claim. */
async function lockClaim(tx: Database, claimId: string): Promise<LockedClaim | undefined> {
  // Deleting an account locks the person first: another order here could deadlock.
  await tx.execute(
    sql`
      select from profiles where id in (
        select user_id from speaker_claims
        where speaker_id = (select speaker_id from speaker_claims where id = ${claimId}) and (id = ${claimId} or status = 'pending')
      ) order by id for key share`,
  )
  const [speaker] = await rows<LockedClaim['speaker']>(tx)`
    select id, name, user_id from speakers
    where id = (select speaker_id from speaker_claims where id = ${claimId}) for update`
  const [claim] = await rows<LockedClaim['claim']>(tx)`
    select id, user_id, status from speaker_claims where id = ${claimId} for update`
  return speaker && claim && { speaker, claim }
}

const decision = claimDecision.input(z.object({ claim_id: z.uuid() }))

type HandlerOptions = Parameters<Parameters<typeof decision.handler>[0]>[0]

const otherProfileError = { message: 'This user already has a speaker profile' }

const decide = (
  status: DecidedStatus,
  { context, input, errors }: HandlerOptions,
  rejection_reason: string | null = null,
) =>
  context.db.transaction(async (tx) => {
    const lockedClaim = await lockClaim(tx, input.claim_id)
    if (!lockedClaim) throw errors.NOT_FOUND()
    const { claim, speaker } = lockedClaim
    if (claim.status !== 'pending') throw errors.CONFLICT(decidedError(claim.status))
    const isApproved = status === 'approved'
    if (isApproved && speaker.user_id && speaker.user_id !== claim.user_id)
      throw errors.CONFLICT({ message: 'This speaker profile is already linked to another account' })
    await tx
      .update(speaker_claims)
      .set({ ...decisionColumns(status, context.viewer), rejection_reason })
      .where(eq(speaker_claims.id, claim.id))
    if (isApproved) {
      await tx.update(speakers).set({ user_id: claim.user_id }).where(eq(speakers.id, speaker.id))
      // Who claims the record confirms that these talks are theirs.
      await tx.execute(sql`
        insert into speaking_confirmations (user_id, event_id, is_confirmed)
        select distinct ${claim.user_id}::uuid, talks.event_id, true
        from talk_speakers join talks on talks.id = talk_id where speaker_id = ${speaker.id}::uuid
        on conflict do nothing`)
    }
    const outcome = rejection_reason ? `${status}: ${rejection_reason}` : `${status}.`
    await announceDecision(tx, context, {
      claimantId: claim.user_id,
      message: `Your claim to the speaker profile of ${speaker.name} was ${outcome}`,
      path: `/speakers/${speaker.id}`,
      entry: {
        action: `speaker_claim_${status}`,
        subject: speaker.name,
        ...(isApproved
          ? { before: { user: speaker.user_id }, after: { user: claim.user_id } }
          : { after: { user: claim.user_id, reason: rejection_reason } }),
      },
    })
    if (isApproved) await rejectOtherClaims(tx, context, speaker)
  })

/** The other pending claims of a profile that is linked now: none of them can be approved. */
async function rejectOtherClaims(
  tx: Database,
  context: HandlerOptions['context'],
  speaker: LockedClaim['speaker'],
): Promise<void> {
  const reason = 'The claim of another member was approved.'
  const rejectedClaims = await tx
    .update(speaker_claims)
    .set({ ...decisionColumns('rejected', context.viewer), rejection_reason: reason })
    .where(and(eq(speaker_claims.speaker_id, speaker.id), eq(speaker_claims.status, 'pending')))
    .returning({ user_id: speaker_claims.user_id })
  for (const { user_id } of rejectedClaims)
    await announceDecision(tx, context, {
      claimantId: user_id,
      message: `Your claim to the speaker profile of ${speaker.name} was rejected: ${reason}`,
      path: `/speakers/${speaker.id}`,
      entry: { action: 'speaker_claim_rejected', subject: speaker.name, after: { user: user_id, reason } },
    })
}

export const approve = decision
  .route(post('/speaker-claims/{claim_id}/approve', 'Link the speaker profile to the claimant'))
  .handler(async (options) => {
    try {
      await decide('approved', options)
    } catch (error) {
      if (constraintOf(error) === 'speakers_one_profile_per_user')
        throw options.errors.CONFLICT(otherProfileError)
      throw error
    }
  })

export const undo = decision
  .route(post('/speaker-claims/{claim_id}/undo', 'Withdraw an approval: the claim is pending again'))
  .handler(({ context, input, errors }) =>
    context.db.transaction(async (tx) => {
      const lockedClaim = await lockClaim(tx, input.claim_id)
      if (!lockedClaim) throw errors.NOT_FOUND()
      const { claim, speaker } = lockedClaim
      if (claim.status !== 'approved' || speaker.user_id !== claim.user_id) throw errors.CONFLICT(notApproved)
      await tx.update(speaker_claims).set(undecidedColumns).where(eq(speaker_claims.id, claim.id))
      // An approval is given only where the profile is nobody's.
      await tx.update(speakers).set({ user_id: null }).where(eq(speakers.id, speaker.id))
      await announceDecision(tx, context, {
        claimantId: claim.user_id,
        message: `The approval of your claim to the speaker profile of ${speaker.name} was withdrawn. Your claim is pending again.`,
        path: `/speakers/${speaker.id}`,
        entry: {
          action: 'speaker_claim_undone',
          subject: speaker.name,
          before: { user: claim.user_id },
          after: { user: null },
        },
      })
    }),
  )

export const reject = claimDecision
  .route(post('/speaker-claims/{claim_id}/reject', 'Reject a claim, with an optional reason'))
  .input(z.object({ claim_id: z.uuid(), reason: claimReason }))
  .handler((options) => decide('rejected', options, options.input.reason))

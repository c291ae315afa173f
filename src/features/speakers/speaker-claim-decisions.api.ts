import { eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { recordAdminAction } from '#features/administration/admin-actions.server.ts'
import { notify } from '#features/notifications/notifications.server.ts'
import { constraintOf, type Database, rows } from '#server/database/db.ts'
import { adminOnly } from '#server/procedures/procedure.ts'
import { rejectionReason, type speakerClaimStatus } from './speaker-claims.schemas.ts'
import { speaker_claims, speakers } from './speakers.tables.ts'

const tags = ['Speaker claims']

type Locked = {
  claim: { id: string; user_id: string; status: z.infer<typeof speakerClaimStatus> }
  speaker: { id: string; name: string; user_id: string | null }
}

/** A claim and its speaker, locked until the transaction ends. Everybody locks people, then the speaker, then the claim. */
async function lockClaim(tx: Database, claimId: string): Promise<Locked | undefined> {
  // The deletion of an account starts with the person, so this does too, or the two could wait for each other.
  await tx.execute(
    sql`select from profiles where id = (select user_id from speaker_claims where id = ${claimId}) for key share`,
  )
  const [speaker] = await rows<Locked['speaker']>(
    tx,
    sql`
      select id, name, user_id from speakers
      where id = (select speaker_id from speaker_claims where id = ${claimId}) for update`,
  )
  const [claim] = await rows<Locked['claim']>(
    tx,
    sql`select id, user_id, status from speaker_claims where id = ${claimId} for update`,
  )
  return speaker && claim && { speaker, claim }
}

const decision = adminOnly.errors({
  NOT_FOUND: { message: 'Claim not found' },
  CONFLICT: { message: 'Claim has already been decided' },
})
const alreadyBeen = (status: string) => ({ message: `Claim has already been ${status}` })
const hasAnother = { message: 'This user already has a speaker profile' }

export const approve = decision
  .route({
    method: 'POST',
    path: '/speaker-claims/{claim_id}/approve',
    tags,
    summary: 'Link the speaker profile to the claimant',
  })
  .input(z.object({ claim_id: z.uuid() }))
  .output(z.void())
  .handler(async ({ context: { db, site, viewer }, input, errors }) => {
    try {
      await db.transaction(async (tx) => {
        const locked = await lockClaim(tx, input.claim_id)
        if (!locked) throw errors.NOT_FOUND()
        const { claim, speaker } = locked
        if (claim.status !== 'pending') throw errors.CONFLICT(alreadyBeen(claim.status))
        if (speaker.user_id && speaker.user_id !== claim.user_id) {
          throw errors.CONFLICT({ message: 'This speaker profile belongs to another account already' })
        }
        await tx
          .update(speaker_claims)
          .set({ status: 'approved', approved_by: viewer.id, approved_at: sql`now()` })
          .where(eq(speaker_claims.id, claim.id))
        await tx.update(speakers).set({ user_id: claim.user_id }).where(eq(speakers.id, speaker.id))
        await notify(tx, site, {
          kind: 'claim_decided',
          to: sql`select ${claim.user_id}::uuid`,
          message: `Your claim of the speaker profile of ${speaker.name} was approved.`,
          path: `/speakers/${speaker.id}`,
        })
        await recordAdminAction(tx, viewer, {
          action: 'speaker_claim_approved',
          subject: speaker.name,
          path: `/speakers/${speaker.id}`,
          before: { user: speaker.user_id },
          after: { user: claim.user_id },
        })
      })
    } catch (error) {
      if (constraintOf(error) === 'speakers_one_profile_per_user') throw errors.CONFLICT(hasAnother)
      throw error
    }
  })

export const reject = decision
  .route({
    method: 'POST',
    path: '/speaker-claims/{claim_id}/reject',
    tags,
    summary: 'Turn a claim down, with a reason or without',
  })
  .input(z.object({ claim_id: z.uuid(), reason: rejectionReason }))
  .output(z.void())
  .handler(({ context: { db, site, viewer }, input, errors }) =>
    db.transaction(async (tx) => {
      const locked = await lockClaim(tx, input.claim_id)
      if (!locked) throw errors.NOT_FOUND()
      const { claim, speaker } = locked
      if (claim.status !== 'pending') throw errors.CONFLICT(alreadyBeen(claim.status))
      await tx
        .update(speaker_claims)
        .set({
          status: 'rejected',
          rejection_reason: input.reason,
          rejected_by: viewer.id,
          rejected_at: sql`now()`,
        })
        .where(eq(speaker_claims.id, claim.id))
      await notify(tx, site, {
        kind: 'claim_decided',
        to: sql`select ${claim.user_id}::uuid`,
        message: `Your claim of the speaker profile of ${speaker.name} was rejected${input.reason ? `: ${input.reason}` : '.'}`,
        path: `/speakers/${speaker.id}`,
      })
      await recordAdminAction(tx, viewer, {
        action: 'speaker_claim_rejected',
        subject: speaker.name,
        path: `/speakers/${speaker.id}`,
        after: { user: claim.user_id, reason: input.reason },
      })
    }),
  )

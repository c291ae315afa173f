import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { speaker_claims, speakers } from '#features/speakers/speakers.tables.ts'
import { rows } from '#platform/database/db.ts'
import { byConstraint } from '#platform/procedures/by-constraint.ts'
import { get, post, signedIn } from '#platform/procedures/procedure.ts'
import { claimLimit, consume } from '#platform/rate-limits.ts'
import { announceClaim } from './claims.server.ts'
import { type MySpeakerClaim, mySpeakerClaim, speakerClaim } from './speaker-claims.schemas.ts'

const mine = signedIn
  .route(get('/speakers/{speaker_id}/claim', 'My claim to a speaker profile, and my linked profile'))
  .input(z.object({ speaker_id: z.uuid() }))
  .output(mySpeakerClaim)
  .handler(async ({ context: { db, viewer }, input }) => {
    const [relation] = await rows<MySpeakerClaim>(db)`
      select
        (select row_to_json(claim) from (
          select id, speaker_id, status, rejection_reason, created_at::text, approved_at::text, rejected_at::text
          from speaker_claims where speaker_id = ${input.speaker_id} and user_id = ${viewer.id}
          order by created_at desc, id desc limit 1
        ) as claim) as claim,
        (select json_build_object('id', id, 'name', name) from speakers where user_id = ${viewer.id}) as linked,
        (select json_build_object('id', speakers.id, 'name', name)
         from speaker_claims join speakers on speakers.id = speaker_id
         where speaker_claims.user_id = ${viewer.id} and status = 'pending' and speaker_id <> ${input.speaker_id}
        ) as claimed`
    return relation ?? { claim: null, linked: null, claimed: null }
  })

const oneProfileMessage = 'You can only claim one speaker profile'

const submit = signedIn
  .route(post('/speakers/{speaker_id}/claim', 'Claim a speaker profile'))
  .errors({
    NOT_FOUND: { message: 'Speaker not found' },
    CONFLICT: { message: oneProfileMessage },
    TOO_MANY_REQUESTS: { message: "You have reached today's claim limit. Please try again tomorrow." },
  })
  .input(z.object({ speaker_id: z.uuid() }))
  .output(speakerClaim)
  .handler(({ context, input, errors }) => {
    const { db, viewer } = context
    return db
      .transaction(async (tx) => {
        // Locked, so that it is not linked to another account between the check and the insert.
        const [speaker] = await tx
          .select()
          .from(speakers)
          .where(eq(speakers.id, input.speaker_id))
          .for('share')
        if (!speaker) throw errors.NOT_FOUND()
        const [linkedSpeaker] = await tx.select().from(speakers).where(eq(speakers.user_id, viewer.id))
        if (linkedSpeaker) {
          throw errors.CONFLICT({
            message: `You already have a speaker profile linked to your account: ${linkedSpeaker.name}`,
          })
        }
        if (speaker.user_id) {
          throw errors.CONFLICT({ message: 'This speaker profile is already linked to another account' })
        }
        const [claim] = await tx
          .insert(speaker_claims)
          .values({ speaker_id: speaker.id, user_id: viewer.id })
          .returning()
        if ((await consume(tx, claimLimit(viewer.id))) > 0) throw errors.TOO_MANY_REQUESTS()
        await announceClaim(tx, context, {
          subject: `the speaker profile of ${speaker.name}`,
          path: '/admin/speaker-claims',
        })
        return claim!
      })
      .catch(byConstraint({ speaker_claims_one_live_claim_per_user: errors.CONFLICT }))
  })

export const speakerClaimsApi = { mine, submit }

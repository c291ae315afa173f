import { eq, sql } from 'drizzle-orm'
import { refusal } from '#features/decisions/decide.server.ts'
import { speakers } from '#features/speakers/speakers.tables.ts'
import { byConstraint } from '#platform/procedures/by-constraint.ts'
import { claimDecision, notApproved } from './claims.server.ts'

/** Approving a claim of a speaker profile links it to the claimant's account. */
export const speakerClaimDecision = claimDecision({
  claims: 'speaker_claims',
  records: 'speakers',
  key: 'speaker_id',
  pathInSql: sql`'/speakers/' || record.id`,
  evidence: sql`
    'place', concat_ws(', ', record.location_name, record.country_name), 'text', left(record.bio, 300),
    'picture', record.image_url, 'note', claim.rejection_reason,
    'records', (
      select json_agg(json_build_object('name', title, 'path', '/conferences/' || slug || '/talks/' || number, 'start_date', date, 'end_date', date))
      from (
        select title, slug, number, date from talk_speakers join talks on talks.id = talk_id join events on events.id = talks.event_id
        where talk_speakers.speaker_id = record.id order by date desc, talks.id limit 3
      ) as talk
    )`,
  columns: sql``,
  holder: 'user_id',
  strength: 'update',
  field: 'user',
  action: 'speaker_claim',
  path: ({ id }) => `/speakers/${id}`,
  words: ({ name }) => `to the speaker profile of ${name}`,
  consequence: '.',
  hasReason: true,
  otherClaim: 'The claim of another member was approved.',
  refuseApproval({ subject: { claim, record } }) {
    if (record.holder && record.holder !== claim.user_id)
      throw refusal('CONFLICT', 'This speaker profile is already linked to another account')
  },
  refuseUndo({ claim, record }) {
    if (record.holder !== claim.user_id) throw refusal('CONFLICT', notApproved)
  },
  // An approval is given only where the profile is nobody's.
  holderBefore: async () => null,
  async assign({ tx, subject: { record } }, userId) {
    const hasProfile = () => refusal('CONFLICT', 'This user already has a speaker profile')
    await tx
      .update(speakers)
      .set({ user_id: userId })
      .where(eq(speakers.id, record.id))
      .catch(byConstraint({ speakers_one_profile_per_user: hasProfile }))
    if (userId === null) return
    // Who claims the record confirms that these talks are theirs.
    await tx.execute(sql`
      insert into speaking_confirmations (user_id, event_id, is_confirmed)
      select distinct ${userId}::uuid, talks.event_id, true
      from talk_speakers join talks on talks.id = talk_id where speaker_id = ${record.id}::uuid
      on conflict do nothing`)
  },
})

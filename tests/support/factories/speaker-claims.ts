import { speaker_claims } from '#features/speakers/speakers.tables.ts'
import type { Database } from '#platform/database/db.ts'
import { type Decision, decisionColumns } from './decisions.ts'

type NewSpeakerClaim = Decision &
  Pick<typeof speaker_claims.$inferInsert, 'id' | 'rejection_reason' | 'created_at'>

/** Inserts a claim on a speaker. An approved claim does not link the account, which is the speaker's user_id. */
export async function claimSpeaker(
  db: Database,
  person: { id: string },
  speaker: { id: string },
  { status, decidedBy, decidedAt, ...fields }: NewSpeakerClaim = {},
) {
  const [claim] = await db
    .insert(speaker_claims)
    .values({
      ...fields,
      ...decisionColumns({ status, decidedBy, decidedAt }),
      user_id: person.id,
      speaker_id: speaker.id,
    })
    .returning()
  return claim!
}

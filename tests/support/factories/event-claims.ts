import { event_claims } from '#features/events/events.tables.ts'
import type { Database } from '#platform/database/db.ts'
import { type Decision, decisionColumns } from './decisions.ts'

type NewEventClaim = Decision & Pick<typeof event_claims.$inferInsert, 'id' | 'reason' | 'created_at'>

/** Inserts a claim on an event. An approved claim does not set the owner, which is the event's created_by. */
export async function claimEvent(
  db: Database,
  person: { id: string },
  event: { id: string },
  { status, decidedBy, decidedAt, ...fields }: NewEventClaim = {},
) {
  const [claim] = await db
    .insert(event_claims)
    .values({
      ...fields,
      ...decisionColumns({ status, decidedBy, decidedAt }),
      user_id: person.id,
      event_id: event.id,
    })
    .returning()
  return claim!
}

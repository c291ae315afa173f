import { speaking_confirmations } from '#features/events/events.tables.ts'
import type { Database } from '#platform/database/db.ts'

/** A person says whether an event lists them rightly as a speaker. Default: it does. */
export async function answerSpeaking(
  db: Database,
  person: { id: string },
  event: { id: string },
  is_confirmed = true,
) {
  await db.insert(speaking_confirmations).values({ user_id: person.id, event_id: event.id, is_confirmed })
}

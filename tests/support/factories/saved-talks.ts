import { user_saved_talks } from '#features/programme/programme.tables.ts'
import type { Database } from '#platform/database/db.ts'
import { inBatches } from './in-batches.ts'

type NewSavedTalk = { person: { id: string }; talk: { id: string; event_id: string } }

/** Inserts saved talks. */
export const saveTalks = (db: Database, list: NewSavedTalk[]) =>
  inBatches(
    list.map(({ person, talk }) => ({ user_id: person.id, talk_id: talk.id, event_id: talk.event_id })),
    (rows) => db.insert(user_saved_talks).values(rows).returning(),
  )

/** Inserts one saved talk. */
export async function saveTalk(db: Database, person: { id: string }, talk: { id: string; event_id: string }) {
  const [row] = await saveTalks(db, [{ person, talk }])
  return row!
}

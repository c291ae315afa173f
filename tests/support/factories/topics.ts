import { topics } from '#features/topics/topics.tables.ts'
import type { Database } from '#platform/database/db.ts'
import { inBatches } from './in-batches.ts'
import { unique } from './unique.ts'

type NewTopic = Partial<typeof topics.$inferInsert>

/** Inserts topics. */
export const makeTopics = (db: Database, list: NewTopic[]) =>
  inBatches(
    list.map((fields) => ({ name: `Topic ${unique()}`, ...fields })),
    (rows) => db.insert(topics).values(rows).returning(),
  )

/** Inserts one topic. */
export async function makeTopic(db: Database, fields: NewTopic = {}) {
  const [topic] = await makeTopics(db, [fields])
  return topic!
}

import { talk_links } from '#features/coverage/coverage.tables.ts'
import type { Database } from '#platform/database/db.ts'
import { unique } from './unique.ts'

type NewLink = Partial<typeof talk_links.$inferInsert> & { talk: { id: string; event_id: string } }

/** Inserts a link of a talk: a write-up that everybody sees, unless told otherwise. */
export async function makeTalkLink(db: Database, { talk, ...fields }: NewLink) {
  const [link] = await db
    .insert(talk_links)
    .values({
      kind: 'writeup',
      url: `https://example.com/${unique()}`,
      ...fields,
      talk_id: talk.id,
      event_id: talk.event_id,
    })
    .returning()
  return link!
}

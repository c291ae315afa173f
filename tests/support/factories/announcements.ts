import { announcements } from '#features/announcements/announcements.tables.ts'
import type { Database } from '#platform/database/db.ts'
import { unique } from './unique.ts'

type Fields = Partial<Omit<typeof announcements.$inferInsert, 'event_id'>> & { event: { id: string } }

/** Inserts an announcement, without notifying anybody. */
export async function makeAnnouncement(db: Database, { event, ...fields }: Fields) {
  const [row] = await db
    .insert(announcements)
    .values({ event_id: event.id, audience: 'attendees', message: `News ${unique()}`, ...fields })
    .returning()
  return row!
}

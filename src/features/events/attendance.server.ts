import { sql } from 'drizzle-orm'
import type { Database } from '#server/database/db.ts'
import { user_events } from './events.tables.ts'

/** One row for each person and event. Whoever attends again moves to the end of the list of attendees. */
export async function saveAttendance(db: Database, userId: string, eventId: string, isAttending: boolean) {
  await db
    .insert(user_events)
    .values({ user_id: userId, event_id: eventId, is_attending: isAttending })
    .onConflictDoUpdate({
      target: [user_events.user_id, user_events.event_id],
      set: { is_attending: isAttending, ...(isAttending && { created_at: sql`now()` }) },
      setWhere: sql`${user_events.is_attending} is distinct from excluded.is_attending`,
    })
}

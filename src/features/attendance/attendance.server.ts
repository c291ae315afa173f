import { sql } from 'drizzle-orm'
import { user_events } from '#features/events/events.tables.ts'
import type { Database } from '#platform/database/db.ts'

/** One row for each person and event. Attending again moves a person to the end of the list. */
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

import { and, eq, sql } from 'drizzle-orm'
import { event_invitations, user_events } from '#features/events/events.tables.ts'
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

/** Returns whether the person had an invitation to the event that waited for an answer. */
export async function answerInvitation(db: Database, userId: string, eventId: string, isAccepted: boolean) {
  const { event_id, user_id, status } = event_invitations
  const answered = await db
    .update(event_invitations)
    .set({ status: isAccepted ? 'accepted' : 'declined', answered_at: sql`now()` })
    .where(and(eq(event_id, eventId), eq(user_id, userId), eq(status, 'pending')))
    .returning({ event_id })
  return answered.length > 0
}

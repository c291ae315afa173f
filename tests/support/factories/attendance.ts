import { user_events } from '#features/events/events.tables.ts'
import type { Database } from '#platform/database/db.ts'
import { inBatches } from './in-batches.ts'

type Attendance = Pick<typeof user_events.$inferInsert, 'is_attending' | 'created_at' | 'visibility'>
type NewAttendance = Attendance & { person: { id: string }; event: { id: string } }

/** Inserts attendances. */
export const attendMany = (db: Database, list: NewAttendance[]) =>
  inBatches(
    list.map(({ person, event, ...fields }) => ({ ...fields, user_id: person.id, event_id: event.id })),
    (rows) => db.insert(user_events).values(rows).returning(),
  )

/** Inserts one attendance. */
export async function attend(
  db: Database,
  person: { id: string },
  event: { id: string },
  fields: Attendance = {},
) {
  const [row] = await attendMany(db, [{ person, event, ...fields }])
  return row!
}

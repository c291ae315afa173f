import { call_marks, calls } from '#features/calls/calls.tables.ts'
import type { Database } from '#platform/database/db.ts'
import { inBatches } from './in-batches.ts'
import { unique } from './unique.ts'

type NewCall = Partial<typeof calls.$inferInsert> & { event: { id: string } }

/** Inserts calls: live ones for talks, with an address and no day of closing, unless told otherwise. */
export const makeCalls = (db: Database, list: NewCall[]) =>
  inBatches(
    list.map(({ event, ...fields }) => ({
      url: `https://example.com/${unique()}`,
      ...fields,
      event_id: event.id,
    })),
    (rows) => db.insert(calls).values(rows).returning(),
  )

/** Inserts one call; see makeCalls. */
export async function makeCall(db: Database, fields: NewCall) {
  const [call] = await makeCalls(db, [fields])
  return call!
}

type NewMark = Partial<Omit<typeof call_marks.$inferInsert, 'user_id' | 'call_id'>>

/** A person becomes interested in a call. */
export const markCall = (db: Database, person: { id: string }, call: { id: string }, fields: NewMark = {}) =>
  db.insert(call_marks).values({ ...fields, user_id: person.id, call_id: call.id })

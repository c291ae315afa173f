import { tracks } from '#features/programme/programme.tables.ts'
import type { Database } from '#platform/database/db.ts'
import { inBatches } from './in-batches.ts'
import { unique } from './unique.ts'

type NewTrack = Omit<Partial<typeof tracks.$inferInsert>, 'event_id'> & { event: { id: string } }

/** Inserts tracks, each of an event. */
export const makeTracks = (db: Database, list: NewTrack[]) =>
  inBatches(
    list.map(({ event, ...fields }) => ({ name: `Track ${unique()}`, ...fields, event_id: event.id })),
    (rows) => db.insert(tracks).values(rows).returning(),
  )

/** Inserts one track of an event. */
export async function makeTrack(db: Database, fields: NewTrack) {
  const [track] = await makeTracks(db, [fields])
  return track!
}

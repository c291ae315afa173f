import { breaks } from '#features/programme/programme.tables.ts'
import type { Database } from '#platform/database/db.ts'
import { inBatches } from './in-batches.ts'
import { unique } from './unique.ts'

type NewBreak = Omit<Partial<typeof breaks.$inferInsert>, 'event_id' | 'track_id'> & {
  event: { id: string; start_date: string }
  track?: { id: string }
}

/** Inserts breaks. Default: half an hour at 10:30 on the event's first day, for all tracks. */
export const makeBreaks = (db: Database, list: NewBreak[]) =>
  inBatches(
    list.map(({ event, track, ...fields }) => ({
      title: `Break ${unique()}`,
      date: event.start_date,
      start_time: '10:30',
      end_time: '11:00',
      ...fields,
      event_id: event.id,
      track_id: track?.id,
    })),
    (rows) => db.insert(breaks).values(rows).returning(),
  )

/** Inserts one break; see makeBreaks. */
export async function makeBreak(db: Database, fields: NewBreak) {
  const [row] = await makeBreaks(db, [fields])
  return row!
}

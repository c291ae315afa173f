import { type Database, rows } from '#platform/database/db.ts'
import type { Track } from './programme-editing.schemas.ts'

/** The track belongs to another event, or is gone. */
export const foreignTrack = { status: 409, message: 'This track does not belong to the event' }

/** The tracks of an event in the organisers' order; in the same place in that of their first talks. */
export const readTracks = (db: Database, eventId: string) =>
  rows<Track>(db)`
    select tracks.id, tracks.name, tracks.description from tracks left join talks on talks.track_id = tracks.id
    where tracks.event_id = ${eventId}::uuid
    group by tracks.id, tracks.name, tracks.description, position
    order by position, min(talks.date + coalesce(talks.start_time, '23:59')) nulls last, tracks.name, tracks.id`

/** A new track comes last. */
export async function nextPosition(db: Database, eventId: string): Promise<number> {
  const [last] = await rows<{ position: number }>(db)`
    select coalesce(max(position) + 1, 0) as position from tracks where event_id = ${eventId}::uuid`
  return last!.position
}

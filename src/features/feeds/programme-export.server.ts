import { sql } from 'drizzle-orm'
import { type Database, manyRows, rows } from '#server/database/db.ts'
import type { ExportedBreak, ExportedEvent, ExportedProgramme, ExportedTalk } from './exported-programme.ts'

const hhmm = (column: string) => sql.raw(`to_char(${column}, 'HH24:MI')`)
const milliseconds = (moment: string) => sql.raw(`(extract(epoch from ${moment}) * 1000)::float8`)

/**
 * Everything that is public of a programme, or of one talk of it, in five statements; undefined if there is no such
 * event. `number` names a talk.
 */
export async function readProgramme(
  db: Database,
  slug: string,
  number?: number,
): Promise<ExportedProgramme | undefined> {
  const [event] = await rows<ExportedEvent>(
    db,
    sql`
      select id, name, slug, start_date, end_date, location_name, country_name, website, time_zone
      from events where slug = ${slug}`,
  )
  if (!event) return
  const isMeant =
    number === undefined
      ? sql`talks.event_id = ${event.id}::uuid`
      : sql`talks.event_id = ${event.id}::uuid and talks.number = ${number}`
  const zone = event.time_zone ?? 'UTC'
  const [talks, speakers, tracks, breaks] = await Promise.all([
    manyRows<Omit<ExportedTalk, 'speakers'>>(
      db,
      sql`
        select talks.id, talks.id as guid, talks.number::float8 as number, talks.title, talks.subtitle, talks.description,
          talks.day, talks.date, ${hhmm('talks.start_time')} as start_time, ${hhmm('talks.end_time')} as end_time,
          ${milliseconds('moments.starts_at')} as starts_at, ${milliseconds('moments.ends_at')} as ends_at,
          talks.location, tracks.name as track, talks.type, talks.language, talks.url, talks.feedback_url,
          talks.slides_url, talks.video_url, talks.recording, talks.status, talks.sequence,
          ${milliseconds('talks.updated_at')} as updated_at
        from talks left join tracks on tracks.id = talks.track_id
        cross join lateral (
          select (talks.date + talks.start_time) at time zone ${zone} as starts_at,
            (talks.date + talks.end_time + case when talks.end_time < talks.start_time then interval '1 day' else interval '0' end)
              at time zone ${zone} as ends_at
        ) as moments
        where ${isMeant} order by talks.day, talks.date, talks.start_time nulls last, talks.title, talks.id`,
    ),
    manyRows<{ talk_id: string; id: string; name: string }>(
      db,
      sql`
        select talk_id, speakers.id, speakers.name
        from talks join talk_speakers on talk_speakers.talk_id = talks.id join speakers on speakers.id = talk_speakers.speaker_id
        where ${isMeant} order by position, speakers.name`,
    ),
    rows<{ name: string }>(
      db,
      sql`select name from tracks where event_id = ${event.id}::uuid order by position, fold(name), id`,
    ),
    rows<ExportedBreak>(
      db,
      sql`
        select breaks.id, breaks.title, breaks.description, breaks.date, ${hhmm('start_time')} as start_time,
          ${hhmm('end_time')} as end_time, tracks.name as track
        from breaks left join tracks on tracks.id = breaks.track_id
        where breaks.event_id = ${event.id}::uuid order by date, start_time, breaks.title, breaks.id`,
    ),
  ])
  const speakersByTalk = Map.groupBy(speakers, ({ talk_id }) => talk_id)
  return {
    event,
    tracks: tracks.map(({ name }) => name),
    talks: talks.map((talk) => ({
      ...talk,
      speakers: (speakersByTalk.get(talk.id) ?? []).map(({ id, name }) => ({ id, name })),
    })),
    breaks,
  }
}

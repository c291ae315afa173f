import { sql } from 'drizzle-orm'
import { type Database, rows } from '#platform/database/db.ts'
import type { Figures, MissingTalk } from './coverage.schemas.ts'

/** Talks that were given, and of which kind each has a link that is there; of an event, by one walk along each index. */
const givenTalks = (eventId: string) => sql`
  (
    select talks.*, coalesce(has_video, false) as has_video, coalesce(has_slides, false) as has_slides,
      coalesce(has_writeup, false) as has_writeup
    from talks left join (
      select talk_id, bool_or(kind = 'video') as has_video, bool_or(kind = 'slides') as has_slides,
        bool_or(kind = 'writeup') as has_writeup
      from talk_links
      where event_id = ${eventId}::uuid and status = 'live' and kind in ('video', 'slides', 'writeup')
        and not exists (select from link_checks where link_checks.address_key = talk_links.address_key and gone_since is not null)
      group by talk_id
    ) as linked on talk_id = talks.id
    where event_id = ${eventId}::uuid and status = 'scheduled'
  ) as given`

/** A talk that was not recorded counts for slides only. */
export async function readFigures(db: Database, eventId: string): Promise<Figures> {
  const [figures] = await rows<Figures>(db)`
    select count(*)::integer as talks, count(*) filter (where recording <> 'none' or has_video)::integer as recorded,
      count(*) filter (where has_video)::integer as video, count(*) filter (where has_slides)::integer as slides,
      count(*) filter (where has_writeup)::integer as writeups
    from ${givenTalks(eventId)}`
  return figures!
}

/** Whether a talk is over, by the clock of its event. */
const isOver = sql`
  date + coalesce(end_time, start_time, '23:59') + case when end_time < start_time then interval '1 day' else interval '0' end
    < (select now() at time zone coalesce(time_zone, 'UTC') from events where events.id = given.event_id)`

/** The talks that are over without video or slides, in the order of the programme. */
export const readMissing = (db: Database, eventId: string, limit: number): Promise<MissingTalk[]> =>
  rows<MissingTalk>(db)`
    select id, number::integer, title, day, recording, has_video, has_slides, array(
        select speakers.name from talk_speakers join speakers on speakers.id = speaker_id
        where talk_id = given.id order by position, speakers.name
      ) as speakers
    from ${givenTalks(eventId)}
    where ((not has_video and recording <> 'none') or not has_slides or recording = 'none') and ${isOver}
    order by day, date, start_time nulls last, title, id limit ${limit}`

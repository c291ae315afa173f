import { z } from 'zod'
import { willTakePlace } from '#features/directory/event-list.server.ts'
import { rows } from '#platform/database/db.ts'
import { get, sameForAll } from '#platform/procedures/procedure.ts'
import { serverLimits } from '#src/limits.ts'
import { type SoonSpeaker, soonSpeaker } from './speaking-soon.schemas.ts'

/** Talks of the next days that are looked through: a large conference has a thousand. */
const nextTalks = 500

/** The next talks by date are one scan of an index, so this costs the same among a million. */
const list = sameForAll
  .route(get('/speakers/soon', 'The speakers of the next talks'))
  .output(z.array(soonSpeaker))
  .handler(({ context }) => {
    context.shows('speakers', 'talks', 'events')
    return rows<SoonSpeaker>(context.replica)`
      with next_talks as materialized (
        select id, event_id, title, number::integer, date, start_time from talks
        where date between ${context.today}::date and ${context.today}::date + ${serverLimits.speakingSoonDays}::integer
          and status = 'scheduled'
        order by date, id limit ${nextTalks}
      ), next_speakers as (
        select distinct on (speaker_id) speaker_id, event_id, title, number, date, start_time
        from next_talks join talk_speakers on talk_id = next_talks.id order by speaker_id, date, start_time, talk_id
      )
      select speakers.id, speakers.name, image_url, title, number, date::text as date, events.name as event_name,
        events.slug as event_slug
      from next_speakers join speakers on speakers.id = speaker_id join events on events.id = event_id
      where ${willTakePlace}
      order by date, start_time, speakers.name_key, speakers.id limit ${serverLimits.speakingSoon}`
  })

export const speakingSoonApi = { list }

import type { SQL } from 'drizzle-orm'
import { isConfirmed } from '#features/events/confirmed-editions.server.ts'
import { type Database, rows } from '#platform/database/db.ts'
import { genericPlan } from '#platform/database/joint-reads.ts'
import { serverLimits } from '#src/limits.ts'
import type { SeriesDetail } from './series.schemas.ts'

/** A series with its editions, what is left of each, and who spoke at several. Undefined without a visible edition. */
export async function readSeries(db: Database, condition: SQL): Promise<SeriesDetail | undefined> {
  const [row] = await rows<SeriesDetail>(db)`
      with chosen as materialized (
        select id, name, slug, description, website from series where ${condition}
      ), editions as materialized (
        select events.* from events where series_id = (select id from chosen) and ${isConfirmed()}
        order by start_date desc, id desc limit ${serverLimits.seriesEditions}
      ), talk_counts as (
        select event_id, count(*)::integer as talks from talks
        where event_id in (select id from editions) and status = 'scheduled' group by event_id
      ), link_counts as (
        select event_id, count(distinct talk_id) filter (where kind = 'video')::integer as videos,
          count(distinct talk_id) filter (where kind = 'slides')::integer as slides
        from talk_links
        where event_id in (select id from editions) and status = 'live' and kind in ('video', 'slides')
        group by event_id
      ), attendee_counts as (
        select event_id, count(*)::integer as attendees from visible_attendance(null)
        where event_id in (select id from editions) group by event_id
      ), returning_speakers as (
        select speaker_id, array_agg(distinct event_id) as event_ids, count(*) over ()::integer as total
        from talks join talk_speakers on talk_id = talks.id
        where event_id in (select id from editions) and status = 'scheduled'
        group by speaker_id having count(distinct event_id) > 1
        order by count(distinct event_id) desc, max(day) desc, speaker_id limit ${serverLimits.returningSpeakers}
      )
      select chosen.*,
        (select count(*)::integer from events where series_id = chosen.id and ${isConfirmed()}) as edition_count,
        (
          select coalesce(json_agg(edition), '[]') from (
            select id, name, slug, start_date, end_date, location_name, country_name, status from events
            where series_id = chosen.id and not ${isConfirmed()}
            order by start_date desc, id limit ${serverLimits.seriesEditions}
          ) as edition
        ) as unconfirmed,
        (
          select json_agg(json_build_object(
            'id', id, 'name', name, 'slug', slug, 'start_date', start_date, 'end_date', end_date,
            'location_name', location_name, 'country_name', country_name, 'status', status,
            'first_start_date', first_start_date, 'first_end_date', first_end_date, 'tags', tags,
            'created_by', created_by, 'talks', coalesce(talks, 0), 'videos', coalesce(videos, 0),
            'slides', coalesce(slides, 0), 'attendees', coalesce(attendees, 0)
          ) order by start_date desc, id desc)
          from editions left join talk_counts on talk_counts.event_id = id
          left join link_counts on link_counts.event_id = id left join attendee_counts on attendee_counts.event_id = id
        ) as editions,
        coalesce((
          select json_agg(json_build_object('id', speakers.id, 'name', speakers.name, 'event_ids', event_ids)
            order by cardinality(event_ids) desc, speakers.name_key)
          from returning_speakers join speakers on speakers.id = speaker_id
        ), '[]') as speakers,
        coalesce((select max(total) from returning_speakers), 0) as speaker_count
      from chosen where exists (select from editions) ${genericPlan}`
  return row
}

import { type SQL, sql } from 'drizzle-orm'
import { type Database, rows } from '#platform/database/db.ts'
import { serverLimits } from '#src/limits.ts'
import { organisersOf } from './organisers.server.ts'

/**
 * The last time that somebody said so, or that the event's website or a source had the same days: one row, or none.
 * What was said before its days or place changed says nothing of them. `event` is the name of a row of `events`.
 */
export const lastCheckOf = (event: SQL): SQL => sql`
  select said.checked_at, checked_by from (
    select checked_at, case when user_id in (${organisersOf(sql`${event}.id`)}) then 'owner' else 'member' end as checked_by
    from event_checks where event_id = ${event}.id and checked_at is not null and (select true from profiles where id = user_id)
    union all
    select agreed_at, 'website' from page_checks where event_id = ${event}.id
    union all
    select directory_sources.checked_at, 'source' from source_entries join directory_sources on directory_sources.id = source_id
    where event_id = ${event}.id and state = 'linked'
      and values ->> 'start_date' = ${event}.start_date::text and values ->> 'end_date' = ${event}.end_date::text
  ) as said
  where said.checked_at >= coalesce((select max(until) from event_states where event_id = ${event}.id), '-infinity')
  order by said.checked_at desc limit 1`

/** Somebody says that what is listed of an event is right. */
export const noteCheck = (db: Database, eventId: string, userId: string) =>
  db.execute(sql`
    insert into event_checks (event_id, user_id, checked_at) values (${eventId}::uuid, ${userId}::uuid, now())
    on conflict (event_id, user_id) do update set checked_at = excluded.checked_at`)

/** Events that nobody has checked for long, of those to come. */
const dueEvents = (today: string) => sql`
  select events.id, events.series_id, events.start_date, city_key, country_key from events
  where end_date >= ${today}::date and status = 'scheduled'
    and created_at < now() - make_interval(days => ${serverLimits.uncheckedDays}::integer)
    and not exists (
      select from (${lastCheckOf(sql`events`)}) as last
      where last.checked_at > now() - make_interval(days => ${serverLimits.uncheckedDays}::integer)
    )`

/**
 * Asks people about events that nobody has checked for long: one who answered before, or else a few; those who attend or
 * follow the event before those who follow its speakers, topics or place; another one each week. Nobody is asked more than
 * twice a week, first about what is near. Returns how many were asked.
 */
export async function askForChecks(db: Database, today: string): Promise<number> {
  const week = sql`now() - interval '7 days'`
  const addedRows = await rows(db)`
    with people as materialized (
      select profiles.id as user_id, count(*) filter (where asked_at > ${week}) as questions,
        case when count(checked_at) > 0 then 0 when count(asked_at) = 0 then 1 else 2 end as reluctance
      from profiles left join event_checks on user_id = profiles.id group by profiles.id
    ), asked as materialized (
      select event_id, count(*) as count, min(reluctance) as reluctance
      from event_checks join people using (user_id) where asked_at > ${week} group by event_id
    ), due as materialized (
      ${dueEvents(today)} and id not in (
        select event_id from asked where reluctance = 0 or count >= ${serverLimits.askedOfEvent}::integer
      )
    ), subjects as (
      select id as event_id, unnest(array[id::text, series_id::text, '1 ' || city_key, '2 ' || country_key]) as subject from due
      union select due.id, '1 ' || topics.id from due join event_tags on event_id = due.id join topics on topics.name = tag
      union select due.id, '1 ' || speaker_id from due join talks on talks.event_id = due.id join talk_speakers on talk_id = talks.id
    ), followed as (
      select user_id, coalesce(
        event_id::text, series_id::text, '1 ' || coalesce(topic_id::text, speaker_id::text, city_key), '2 ' || country_key
      ) as subject
      from follows
    ), concerned as (
      select event_id, user_id, min(distance) as distance from (
        select event_id, user_id, 0 as distance from user_events join due on due.id = event_id where is_attending
        union all
        select event_id, user_id, case left(subject, 2) when '1 ' then 1 when '2 ' then 2 else 0 end
        from subjects join followed using (subject)
      ) as found group by event_id, user_id
    ), ranked as (
      select concerned.*, start_date, questions,
        row_number() over (
          partition by event_id
          order by reluctance, questions, distance, md5(event_id::text || user_id::text || ${today})
        ) as place,
        min(reluctance) over (partition by event_id) as least_reluctance
      from concerned join people using (user_id) join due on due.id = event_id
      where questions < ${serverLimits.checksAskedPerWeek}::integer and not exists (
        select from event_checks where (event_checks.event_id, event_checks.user_id) = (concerned.event_id, concerned.user_id)
          and greatest(asked_at, checked_at) > now() - make_interval(days => ${serverLimits.uncheckedDays}::integer)
      )
    ), chosen as (
      select event_id, user_id,
        questions + row_number() over (partition by user_id order by distance, start_date, event_id) as number
      from ranked left join asked using (event_id)
      where case least_reluctance when 0 then place = 1
        else place + coalesce(count, 0) <= ${serverLimits.askedOfEvent}::integer end
    )
    insert into event_checks (event_id, user_id, asked_at)
    select event_id, user_id, now() from chosen where number <= ${serverLimits.checksAskedPerWeek}::integer
    on conflict (event_id, user_id) do update set asked_at = excluded.asked_at
    returning user_id`
  return addedRows.length
}

/** What members were asked within a week about, while nobody has checked it since: the nearest first. */
export const openQuestions = (condition: SQL, today: string): SQL => sql`
  select event_checks.user_id, events.id, events.name, events.slug, events.status, events.start_date::text as start_date,
    events.end_date::text as end_date, events.location_name, events.country_name
  from event_checks join events on events.id = event_id
  where ${condition} and asked_at > now() - interval '7 days' and events.end_date >= ${today}::date
    and not exists (select from (${lastCheckOf(sql`events`)}) as last where last.checked_at >= asked_at)
  order by events.start_date, events.id`

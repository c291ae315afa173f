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
    from event_checks where event_id = ${event}.id and checked_at is not null and user_id in (select id from profiles)
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
  select events.id, events.series_id, events.start_date from events
  where end_date >= ${today}::date and status = 'scheduled'
    and created_at < now() - make_interval(days => ${serverLimits.uncheckedDays}::integer)
    and not exists (
      select from (${lastCheckOf(sql`events`)}) as last
      where last.checked_at > now() - make_interval(days => ${serverLimits.uncheckedDays}::integer)
    )`

/**
 * Asks those who attend or follow an event that nobody has checked for long: a few of them for each, the nearest events
 * first, and nobody more than twice a week. Returns how many were asked.
 */
export async function askForChecks(db: Database, today: string): Promise<number> {
  const week = sql`now() - interval '7 days'`
  const addedRows = await rows(db)`
    with due as materialized (${dueEvents(today)}), concerned as (
      select event_id, user_id from user_events join due on due.id = event_id where is_attending
      union
      select due.id, follows.user_id from follows join due on follows.event_id = due.id or follows.series_id = due.series_id
    ), ranked as (
      select event_id, concerned.user_id, start_date,
        row_number() over (partition by event_id order by md5(event_id::text || concerned.user_id::text || ${today}))
          + (select count(*) from event_checks where event_checks.event_id = concerned.event_id and asked_at > ${week}) as place
      from concerned join due on due.id = event_id
      where concerned.user_id in (select id from profiles) and not exists (
        select from event_checks where (event_checks.event_id, event_checks.user_id) = (concerned.event_id, concerned.user_id)
          and greatest(asked_at, checked_at) > now() - make_interval(days => ${serverLimits.uncheckedDays}::integer)
      )
    ), chosen as (
      select *, row_number() over (partition by user_id order by start_date, event_id)
        + (select count(*) from event_checks where event_checks.user_id = ranked.user_id and asked_at > ${week}) as number
      from ranked where place <= ${serverLimits.askedOfEvent}::integer
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

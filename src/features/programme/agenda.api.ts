import { sql } from 'drizzle-orm'
import { visibleTo } from '#features/attendance/attendees.server.ts'
import { cardColumns } from '#features/directory/event-list.server.ts'
import { type Database, rows } from '#platform/database/db.ts'
import { get, signedIn } from '#platform/procedures/procedure.ts'
import { serverLimits } from '#src/limits.ts'
import { type Agenda, type AgendaEvent, agenda } from './agenda.schemas.ts'
import { type AgendaRow, agendaTalks, nextOf } from './agenda.ts'

const mine = signedIn
  .route(
    get(
      '/agenda',
      'What is next for me: talks that I saved or give, events that I attend, speak at or organise, claims that wait',
    ),
  )
  .output(agenda)
  .handler(async ({ context: { db, viewer, today } }) => {
    const [talks, events, question, news, months, claims] = await Promise.all([
      talksOf(db, viewer.id, today),
      eventsOf(db, viewer.id, today),
      questionOf(db, viewer.id, today),
      viewer.unread > 0 ? newsOf(db, viewer.id) : [],
      monthsOf(db, viewer.id, today),
      openClaimsOf(db, viewer.id),
    ])
    return {
      ...nextOf(talks),
      given: talks.filter(({ is_given }) => is_given),
      ...{ events, question, news, months, claims },
    }
  })

/** A talk may stand so many days after its event, by mistake. Of events before that no talk is looked at. */
const strayDays = 30

/** The talks of today and later, by the clocks of their events. */
async function talksOf(db: Database, userId: string, today: string) {
  const talks = await rows<AgendaRow>(db)`
    select talks.id, talks.number::integer, talks.title, talks.date, to_char(talks.start_time, 'HH24:MI') as start_time,
      to_char(talks.end_time, 'HH24:MI') as end_time, talks.location, is_saved, is_given,
      (
        select to_json(event) from (
          select events.slug, events.name, start_date, time_zone, location_name, country_name, events.status
        ) as event
      ) as event
    from (
      select talk_id, bool_or(is_saved) as is_saved, bool_or(not is_saved) as is_given from (
        select talk_id, true as is_saved from user_saved_talks join events on events.id = event_id
        where user_id = ${userId}::uuid and end_date >= ${today}::date - ${strayDays}::integer
        union all
        select talk_speakers.talk_id, false from speakers join talk_speakers on talk_speakers.speaker_id = speakers.id
        where speakers.user_id = ${userId}::uuid
      ) as marks group by talk_id
    ) as own
    join talks on talks.id = own.talk_id
    join events on events.id = talks.event_id
    where talks.date >= ${today}::date - 1 and talks.status = 'scheduled' and events.status <> 'cancelled'
    order by talks.date, talks.start_time nulls last, talks.id limit ${serverLimits.agendaTalks}`
  return agendaTalks(talks, today)
}

/** What a person attends, speaks at or organises and is not over, each with what makes it theirs. */
function eventsOf(db: Database, userId: string, today: string) {
  const me = sql`${userId}::uuid`
  return rows<AgendaEvent>(db)`
    with roles as (
      select event_id, 'going' as role from user_events where user_id = ${me} and is_attending
      union all
      select talks.event_id, 'speaking' from speakers join talk_speakers on talk_speakers.speaker_id = speakers.id
      join talks on talks.id = talk_speakers.talk_id
      where speakers.user_id = ${me} and talks.status <> 'cancelled' and talks.date >= ${today}::date - ${strayDays}::integer
      union all
      select id, 'organising' from events where created_by = ${me} and end_date >= ${today}::date
      union all
      select event_id, 'organising' from event_organisers where event_organisers.user_id = ${me}
    ), coming as materialized (
      select ${cardColumns}, is_going, is_speaking, is_organising
      from (
        select event_id, bool_or(role = 'going') as is_going, bool_or(role = 'speaking') as is_speaking,
          bool_or(role = 'organising') as is_organising
        from roles group by event_id
      ) as own join events on events.id = own.event_id
      where end_date >= ${today}::date order by start_date, id limit ${serverLimits.agendaEvents}
    )
    select coming.*, coalesce(names[:${serverLimits.agendaNames}], '{}') as followed_names, coalesce(cardinality(names), 0) as followed_count,
      (select count(*)::integer from talks where talks.event_id = coming.id) as talk_count,
      (select count(*)::integer from user_events where user_events.event_id = coming.id and is_attending) as attendee_count,
      (select count(*)::integer from user_saved_talks where user_saved_talks.user_id = ${me} and user_saved_talks.event_id = coming.id) as planned_count
    from coming left join lateral (
      select array_agg(coalesce(full_name, 'Anonymous User') order by visible.created_at, profiles.id) as names
      from follows join ${visibleTo({ id: userId })} as visible on visible.user_id = follows.person_id and visible.event_id = coming.id
      join profiles on profiles.id = follows.person_id
      where follows.user_id = ${me} and is_going
    ) as followed on true
    order by start_date, id`
}

/** Only of conferences that ended in these days people are asked whether they were there. */
const askedDays = 60

async function questionOf(db: Database, userId: string, today: string): Promise<Agenda['question']> {
  const [event] = await rows<NonNullable<Agenda['question']>>(db)`
    select events.id, slug, name, count(*)::integer as saved_count
    from user_saved_talks join events on events.id = user_saved_talks.event_id
    where user_saved_talks.user_id = ${userId}::uuid and events.status <> 'cancelled'
      and end_date < ${today}::date and end_date >= ${today}::date - ${askedDays}::integer
      and not exists (
        select from user_events where user_events.user_id = ${userId}::uuid and user_events.event_id = events.id
      )
    group by events.id, slug, name, end_date order by end_date desc, events.id limit 1`
  return event ?? null
}

const newsOf = (db: Database, userId: string) =>
  rows<Agenda['news'][number]>(db)`
    select id, message, path from notifications where user_id = ${userId}::uuid and read_at is null
    order by created_at desc, id desc limit ${serverLimits.agendaNews}`

async function monthsOf(db: Database, userId: string, today: string): Promise<Agenda['months']> {
  const year = today.slice(0, 4)
  const counts = await rows<{ month: number; n: number }>(db)`
    select extract(month from start_date)::integer as month, count(*)::integer as n
    from user_events join events on events.id = event_id
    where user_id = ${userId}::uuid and is_attending and status <> 'cancelled'
      and start_date between ${`${year}-01-01`}::date and ${`${year}-12-31`}::date
    group by month`
  return Array.from({ length: 12 }, (_, index) => counts.find(({ month }) => month === index + 1)?.n ?? 0)
}

const openClaimsOf = (db: Database, userId: string) =>
  rows<Agenda['claims'][number]>(db)`
    select 'event' as kind, events.name, events.slug as id, event_claims.created_at
    from event_claims join events on events.id = event_claims.event_id
    where event_claims.user_id = ${userId}::uuid and event_claims.status = 'pending'
    union all
    select 'speaker', speakers.name, speakers.id::text, speaker_claims.created_at
    from speaker_claims join speakers on speakers.id = speaker_claims.speaker_id
    where speaker_claims.user_id = ${userId}::uuid and status = 'pending'
    order by created_at limit ${serverLimits.agendaEvents}`

export const agendaApi = { mine }

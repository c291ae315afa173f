import { sql } from 'drizzle-orm'
import { cardColumns } from '#features/events/event-list.server.ts'
import { isOrganisedBy } from '#features/events/organisers.server.ts'
import { daysBetween } from '#lib/dates.ts'
import { dayIn } from '#lib/time-zones.ts'
import { type Database, rows } from '#platform/database/db.ts'
import { signedIn } from '#platform/procedures/procedure.ts'
import { limits } from '#src/limits.ts'
import { type Agenda, type AgendaTalk, agenda } from './agenda.schemas.ts'
import { momentOf } from './agenda.ts'
import { overlaps } from './saved-talks.ts'
import { lengthOf } from './schedule.ts'

const mine = signedIn
  .route({
    method: 'GET',
    path: '/agenda',
    tags: ['My schedule'],
    summary: 'What is next for me: talks that I saved or give, events that I organise, claims that wait',
  })
  .output(agenda)
  .handler(async ({ context: { db, viewer, today } }) => {
    const [talks, organised, claims, queues] = await Promise.all([
      talksOf(db, viewer.id, today),
      organisedBy(db, viewer.id, today),
      openClaimsOf(db, viewer.id),
      viewer.isAdmin ? countQueues(db) : null,
    ])
    const comingTalks = talks.filter(({ has_ended }) => !has_ended)
    const next = comingTalks[0]
    const ofThatDay = comingTalks.filter(({ date }) => date === next?.date)
    return {
      next_talk: next ?? null,
      more_that_day: Math.max(ofThatDay.length - 1, 0),
      overlap_count: (next && overlaps(ofThatDay).get(next.id)?.length) ?? 0,
      given: talks.filter(({ is_given }) => is_given),
      organised,
      claims,
      queues,
    }
  })

type TalkRow = Omit<AgendaTalk, 'event' | 'starts_at' | 'minutes_until' | 'days_until'> & {
  event_slug: string
  event_name: string
  time_zone: string | null
}

/** A talk may stand so many days after its event, by mistake. Of events before that no talk is looked at. */
const strayDays = 30

/** The talks of today and later, by the clocks of their events. */
async function talksOf(db: Database, userId: string, today: string) {
  const talks = await rows<TalkRow>(
    db,
    sql`
      select talks.id, talks.number::integer, talks.title, talks.date, to_char(talks.start_time, 'HH24:MI') as start_time,
        to_char(talks.end_time, 'HH24:MI') as end_time, talks.location, is_saved, is_given,
        events.slug as event_slug, events.name as event_name, events.time_zone
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
      order by talks.date, talks.start_time nulls last, talks.id limit ${limits.agendaTalks}`,
  )
  const now = Date.now()
  // Most are of a few events: to read the clock of a zone takes as long as all else for a talk.
  const todays = new Map<string | null, string>()
  const agendaTalks = talks.flatMap(({ event_slug, event_name, time_zone, ...talk }) => {
    const todayThere = todays.get(time_zone) ?? dayIn(time_zone, today)
    todays.set(time_zone, todayThere)
    const moment = talk.start_time && time_zone ? momentOf(talk.date, talk.start_time, time_zone) : undefined
    const has_ended = moment === undefined ? talk.date < todayThere : moment + lengthOf(talk) * 60_000 <= now
    // Of today a speaker may have slides to add.
    if (has_ended && talk.date < todayThere) return []
    return {
      ...talk,
      event: { slug: event_slug, name: event_name },
      starts_at: moment === undefined ? null : new Date(moment).toISOString(),
      minutes_until: moment === undefined ? null : Math.floor((moment - now) / 60_000),
      days_until: daysBetween(todayThere, talk.date),
      has_ended,
    }
  })
  const startOf = ({ starts_at, date, start_time }: (typeof agendaTalks)[number]) =>
    Date.parse(starts_at ?? `${date}T${start_time ?? '23:59'}Z`)
  return agendaTalks.sort((a, b) => startOf(a) - startOf(b))
}

const organisedBy = (db: Database, userId: string, today: string) =>
  rows<Agenda['organised'][number]>(
    db,
    sql`
      select ${cardColumns}, (select count(*)::integer from talks where talks.event_id = events.id) as talk_count,
        (select count(*)::integer from user_events where user_events.event_id = events.id and is_attending) as attendee_count
      from events where ${isOrganisedBy(userId)} and end_date >= ${today}::date
      order by start_date, id limit ${limits.agendaEvents}`,
  )

const openClaimsOf = (db: Database, userId: string) =>
  rows<Agenda['claims'][number]>(
    db,
    sql`
      select 'event' as kind, events.name, events.slug as id, event_claims.created_at
      from event_claims join events on events.id = event_claims.event_id
      where event_claims.user_id = ${userId}::uuid and event_claims.status = 'pending'
      union all
      select 'speaker', speakers.name, speakers.id::text, speaker_claims.created_at
      from speaker_claims join speakers on speakers.id = speaker_claims.speaker_id
      where speaker_claims.user_id = ${userId}::uuid and status = 'pending'
      order by created_at limit ${limits.agendaEvents}`,
  )

async function countQueues(db: Database): Promise<Agenda['queues']> {
  const [row] = await rows<NonNullable<Agenda['queues']>>(
    db,
    sql`
      select (select count(*)::integer from event_claims where status = 'pending') as event_claims,
        (select count(*)::integer from speaker_claims where status = 'pending') as speaker_claims,
        (select count(*)::integer from invitation_requests) as invitation_requests`,
  )
  return row ?? null
}

export const agendaApi = { mine }

import { type SQL, sql } from 'drizzle-orm'
import { willTakePlace } from '#features/directory/event-list.server.ts'
import { type Database, rows, rowsAsJson } from '#platform/database/db.ts'
import { limits, serverLimits } from '#src/limits.ts'
import { chosenPart, localNow, noTalks, shownDay } from './day-schedule.ts'
import type {
  DaySchedule,
  Neighbour,
  SavedTalk,
  ScheduleChoice,
  ScheduledBreak,
  ScheduledTalk,
  TalkPage,
} from './programme.schemas.ts'
import { isOverAt } from './schedule.ts'
import { readTracks } from './tracks.server.ts'

export const hhmm = (column: string) => sql.raw(`to_char(${column}, 'HH24:MI')`)

/** The talks of an event that a person saved, by day and time. */
export const readSavedTalks = (db: Database, userId: string, eventId: string) =>
  rows<SavedTalk>(db)`
    select talks.id, talks.number::integer, talks.title, talks.status, talks.date, ${hhmm('talks.start_time')} as start_time, ${hhmm('talks.end_time')} as end_time,
      talks.location, tracks.name as track_name, array(
        select speakers.name from talk_speakers join speakers on speakers.id = talk_speakers.speaker_id
        where talk_speakers.talk_id = talks.id order by position, speakers.name
      ) as speakers
    from user_saved_talks
    join talks on talks.id = user_saved_talks.talk_id
    left join tracks on tracks.id = talks.track_id
    where user_saved_talks.user_id = ${userId}::uuid and user_saved_talks.event_id = ${eventId}::uuid
    order by talks.date, talks.start_time nulls last, talks.title, talks.id limit ${serverLimits.savedTalks}`

type Reading = { replica: Database; today: string; shows: (...tags: string[]) => void }

/** One day of a programme: six statements, however large it is. */
export async function readSchedule(
  { replica, today, shows }: Reading,
  eventId: string,
  choice: ScheduleChoice,
): Promise<DaySchedule> {
  const { days, tracks, now } = await readDays(replica, eventId, today)
  if (now) shows('clock')
  const day = shownDay(choice.day, { days, now, today })
  if (!day || choice.part === 'days') return { days, day: day ?? null, now, ...noTalks }
  const [talks, breaks] = await Promise.all([talksOn(replica, eventId, day), breaksOn(replica, eventId, day)])
  return {
    days,
    day,
    now: now && days.includes(now.slice(0, 10)) ? now : null,
    ...chosenPart({ day, talks, breaks, trackNames: tracks }, choice),
  }
}

/** The days of a programme, the tracks in their order, and the local moment (yyyy-MM-ddTHH:mm) if it may be a day of it. */
async function readDays(db: Database, eventId: string, today: string) {
  const [eventRows, trackRows] = await Promise.all([
    rows<{ days: string[]; time_zone: string | null; takes_place: boolean }>(db)`
      select time_zone, ${willTakePlace} as takes_place, array(
        select day::text from talks where event_id = events.id
        union select date::text from breaks where event_id = events.id order by 1
      ) as days
      from events where id = ${eventId}::uuid`,
    readTracks(db, eventId),
  ])
  const { days = [], time_zone = null, takes_place = false } = eventRows[0] ?? {}
  const now = takes_place ? localNow(days, time_zone, today) : null
  return { days, tracks: trackRows.map(({ name }) => name), now }
}

/** The talk's slides or video, if the check of links has not found them gone. */
export function urlUnlessGone(column: 'slides_url' | 'video_url'): SQL {
  const url = sql.raw(`talks.${column}`)
  return sql`
    case when ${url} is not null and not exists (
      select from talk_links join link_checks using (address_key)
      where talk_links.talk_id = talks.id and talk_links.url = ${url} and link_checks.gone_since is not null
    ) then ${url} end`
}

/** Three index scans, joined here: the plan of one statement would depend on statistics that a new programme lacks. */
async function talksOn(db: Database, eventId: string, day: string): Promise<ScheduledTalk[]> {
  const isOnDay = sql`talks.event_id = ${eventId}::uuid and talks.day = ${day}::date`
  const [talks, speakers, topics] = await Promise.all([
    rowsAsJson<Omit<ScheduledTalk, 'speakers' | 'topics'>>(db)`
      select talks.id, talks.number::integer, talks.title, left(talks.description, ${limits.talkDescriptionCollapsedAbove + 1}) as excerpt,
        talks.status, talks.date, ${hhmm('talks.start_time')} as start_time, ${hhmm('talks.end_time')} as end_time,
        talks.location, ${urlUnlessGone('slides_url')} as slides_url, ${urlUnlessGone('video_url')} as video_url, tracks.name as track_name
      from talks left join tracks on tracks.id = talks.track_id
      where ${isOnDay} order by talks.date, talks.start_time nulls last, talks.title, talks.id`,
    rowsAsJson<{ talk_id: string; id: string; name: string }>(db)`
      select talk_id, speakers.id, speakers.name
      from talks join talk_speakers on talk_speakers.talk_id = talks.id join speakers on speakers.id = talk_speakers.speaker_id
      where ${isOnDay} order by position, speakers.name`,
    rowsAsJson<{ talk_id: string; name: string }>(db)`
      select talk_id, topics.name
      from talks join talk_topics on talk_topics.talk_id = talks.id join topics on topics.id = talk_topics.topic_id
      where ${isOnDay} order by topics.name`,
  ])
  const speakersByTalk = Map.groupBy(speakers, ({ talk_id }) => talk_id)
  const topicsByTalk = Map.groupBy(topics, ({ talk_id }) => talk_id)
  return talks.map((talk) => ({
    ...talk,
    speakers: (speakersByTalk.get(talk.id) ?? []).map(({ id, name }) => ({ id, name })),
    topics: (topicsByTalk.get(talk.id) ?? []).map(({ name }) => name),
  }))
}

const breaksOn = (db: Database, eventId: string, day: string) =>
  rows<ScheduledBreak>(db)`
    select breaks.id, breaks.title, breaks.description, breaks.date, ${hhmm('start_time')} as start_time, ${hhmm('end_time')} as end_time,
      tracks.name as track_name
    from breaks left join tracks on tracks.id = breaks.track_id
    where breaks.event_id = ${eventId}::uuid and date = ${day}::date
    order by start_time, breaks.title, breaks.id`

/** The local moment of an event (yyyy-MM-ddTHH:mm) while it takes place, by which what is over is told. */
export async function readLocalNow(
  { replica, today, shows }: Reading,
  eventId: string,
): Promise<string | null> {
  const [event] = await rows<{ start_date: string; end_date: string; time_zone: string | null }>(replica)`
    select start_date, end_date, time_zone from events where id = ${eventId}::uuid and ${willTakePlace}`
  if (!event) return null
  const now = localNow([event.start_date, event.end_date], event.time_zone, today)
  if (now) shows('clock')
  return now
}

type TalkRow = Omit<TalkPage, 'before' | 'after' | 'is_over'> & { time_zone: string | null }

/** What the page of a talk shows: two statements. */
export async function readTalkPage(
  { replica: db, today, shows }: Reading,
  number: number,
): Promise<TalkPage | undefined> {
  const [talk] = await rows<TalkRow>(db)`
    select talks.id, number::integer, talks.event_id, events.slug as event_slug, events.time_zone, title, subtitle, talks.description, date, day,
      ${hhmm('start_time')} as start_time, ${hhmm('end_time')} as end_time, location, tracks.name as track_name,
      language, type, url, feedback_url, slides_url, video_url, recording, talks.status, talks.updated_at::text as updated_at,
      coalesce((
        select json_agg(json_build_object('id', speakers.id, 'name', speakers.name, 'image_url', image_url, 'user_id', speakers.user_id) order by talk_speakers.position, speakers.name)
        from talk_speakers join speakers on speakers.id = talk_speakers.speaker_id where talk_id = talks.id
      ), '[]') as speakers,
      array(
        select topics.name from talk_topics join topics on topics.id = talk_topics.topic_id
        where talk_id = talks.id order by topics.name
      ) as topics
    from talks join events on events.id = talks.event_id left join tracks on tracks.id = talks.track_id
    where number = ${number}`
  if (!talk) return undefined
  const moment = sql`(${talk.date}::date, ${talk.start_time}::time, ${talk.id}::uuid)`
  const nearest = (side: 'before' | 'after') => {
    const [sign, direction] = side === 'before' ? ['<', 'desc'] : ['>', 'asc']
    return sql`
      (select ${side}::text as side, number::integer, title, ${hhmm('start_time')} as start_time, ${hhmm('end_time')} as end_time, array(
        select speakers.name from talk_speakers join speakers on speakers.id = talk_speakers.speaker_id
        where talk_id = talks.id order by position, speakers.name
      ) as speakers
      from talks where event_id = ${talk.event_id}::uuid and day = ${talk.day}::date and location = ${talk.location}
        and start_time is not null and (date, start_time, id) ${sql.raw(sign!)} ${moment}
      order by date ${sql.raw(direction!)}, start_time ${sql.raw(direction!)}, id ${sql.raw(direction!)} limit 1)`
  }
  const neighbours = await rows<Neighbour & { side: 'before' | 'after' }>(db)`
    ${nearest('before')} union all ${nearest('after')}`
  const neighbourOn = (requestedSide: string) => neighbours.find(({ side }) => side === requestedSide) ?? null
  const now = localNow([talk.date], talk.time_zone, today)
  if (now) shows('clock')
  return {
    ...talk,
    is_over: isOverAt(now, today, talk),
    before: neighbourOn('before'),
    after: neighbourOn('after'),
  }
}

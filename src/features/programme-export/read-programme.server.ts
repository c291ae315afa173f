import { type SQL, sql } from 'drizzle-orm'
import { eventFieldNames } from '#features/events/event-editing.schemas.ts'
import type { CalendarEntry } from '#lib/calendar.ts'
import { type Database, rows, rowsAsJson } from '#platform/database/db.ts'
import {
  type ExportedBreak,
  type ExportedEvent,
  type ExportedLink,
  type ExportedProgramme,
  type ExportedSpeaker,
  type ExportedTalk,
  type ExportedTrack,
  talkUrl,
} from './exported-programme.ts'
import { linksOf } from './frab.ts'

type Site = { url: string }

const uuidPattern = '^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
const guidOf = (table: 'talks' | 'breaks') =>
  sql.raw(`coalesce(substring(${table}.source_key from '${uuidPattern}'), ${table}.id::text)`)

const hhmm = (column: string) => sql.raw(`left(${column}::text, 5)`)
const milliseconds = (moment: string) => sql.raw(`(extract(epoch from ${moment}) * 1000)::float8`)

/** The talks that meet the condition on `talks` and `events`, in the order of time, in two statements; their texts at most so long. */
export async function readTalks(db: Database, condition: SQL, longest?: number): Promise<ExportedTalk[]> {
  const zone = sql`coalesce(events.time_zone, 'UTC')`
  const [talks, speakers] = await Promise.all([
    rowsAsJson<Omit<ExportedTalk, 'speakers'>>(db)`
      select talks.id, ${guidOf('talks')} as guid, talks.number::float8 as number, talks.title, talks.subtitle,
        ${longest ? sql`left(talks.description, ${longest}) as description` : sql`talks.description`},
        talks.day, talks.date, ${hhmm('talks.start_time')} as start_time, ${hhmm('talks.end_time')} as end_time,
        ${milliseconds('moments.starts_at')} as starts_at, ${milliseconds('moments.ends_at')} as ends_at,
        talks.location, tracks.name as track, talks.type, talks.language, talks.url, talks.feedback_url,
        talks.slides_url, talks.video_url, talks.recording, talks.status, talks.sequence + events.sequence as sequence,
        ${milliseconds('talks.updated_at')} as updated_at, events.id as event_id, events.slug as event_slug,
        events.location_name as event_place, events.time_zone, events.status as event_status,
        array(
          select topics.name from talk_topics join topics on topics.id = topic_id
          where talk_id = talks.id order by topics.name
        ) as topics
      from talks join events on events.id = talks.event_id left join tracks on tracks.id = talks.track_id
      cross join lateral (
        select (talks.date + talks.start_time) at time zone ${zone} as starts_at,
          (talks.date + talks.end_time + case when talks.end_time < talks.start_time then interval '1 day' else interval '0' end)
            at time zone ${zone} as ends_at
      ) as moments
      where ${condition} order by talks.day, talks.date, talks.start_time nulls last, talks.title, talks.id`,
    rowsAsJson<{ talk_id: string; id: string; name: string }>(db)`
      select talk_id, speakers.id, speakers.name
      from talks join events on events.id = talks.event_id
      join talk_speakers on talk_speakers.talk_id = talks.id join speakers on speakers.id = talk_speakers.speaker_id
      where ${condition} order by position, speakers.name`,
  ])
  const speakersByTalk = Map.groupBy(speakers, ({ talk_id }) => talk_id)
  return talks.map((talk) => ({
    ...talk,
    speakers: (speakersByTalk.get(talk.id) ?? []).map(({ id, name }) => ({ id, name })),
  }))
}

const eventColumns = sql.join(
  eventFieldNames.map((name) => sql.identifier(name)),
  sql`, `,
)

/** The event of a programme; undefined if there is none. */
export async function readProgrammeEvent(db: Database, slug: string): Promise<ExportedEvent | undefined> {
  const [event] = await rows<ExportedEvent>(db)`
    select id, slug, tags, ${eventColumns} from events where slug = ${slug}`
  return event
}

/** An event's tracks, in the organisers' order. */
const readTracks = (db: Database, eventId: string) =>
  rows<ExportedTrack>(db)`
    select name, description from tracks where event_id = ${eventId}::uuid order by position, fold(name), id`

/** Everybody who speaks at an event. */
const readSpeakers = (db: Database, eventId: string) =>
  rowsAsJson<ExportedSpeaker>(db)`
    select id, name, bio, location_name, country_name, image_url, coalesce((
      select json_agg(json_build_object('platform', platform, 'handle', handle) order by platform)
      from social_links where speaker_id = speakers.id
    ), '[]') as links
    from speakers
    where id in (select speaker_id from talk_speakers join talks on talks.id = talk_id where event_id = ${eventId}::uuid)
    order by name_key, name, id`

const readBreaks = (db: Database, eventId: string) =>
  rows<ExportedBreak>(db)`
    select ${guidOf('breaks')} as guid, breaks.title, breaks.description, breaks.date, ${hhmm('start_time')} as start_time,
      ${hhmm('end_time')} as end_time, tracks.name as track
    from breaks left join tracks on tracks.id = breaks.track_id
    where breaks.event_id = ${eventId}::uuid order by date, start_time, breaks.title, breaks.id`

/** What everybody sees of talks beside their first slides and video; the condition is on `talks`. */
export async function readFurtherLinks(db: Database, condition: SQL): Promise<Map<string, ExportedLink[]>> {
  const links = await rowsAsJson<ExportedLink & { talk_id: string }>(db)`
    select talk_id, kind, canonical as url, talk_links.title
    from talk_links join talks on talks.id = talk_id
    where ${condition} and talk_links.status = 'live'
      and talk_links.url is distinct from case kind when 'slides' then slides_url when 'video' then video_url end
    order by kind, talk_links.position, talk_links.created_at, talk_links.id`
  return Map.groupBy(links, ({ talk_id }) => talk_id)
}

/** A programme, in at most seven statements; undefined if there is no such event. */
export async function readProgramme(db: Database, slug: string): Promise<ExportedProgramme | undefined> {
  const event = await readProgrammeEvent(db, slug)
  if (!event) return
  const [talks, links, tracks, speakers, breaks] = await Promise.all([
    readTalks(db, sql`events.id = ${event.id}::uuid`),
    readFurtherLinks(db, sql`talk_links.event_id = ${event.id}::uuid`),
    readTracks(db, event.id),
    readSpeakers(db, event.id),
    readBreaks(db, event.id),
  ])
  return { event, tracks, speakers, talks, links, breaks }
}

/** A talk as a calendar has it; one without a time is an entry of its day. */
export function talkEntry(talk: ExportedTalk, links: ExportedLink[], site: Site): CalendarEntry {
  const speakers = talk.speakers.map(({ name }) => name)
  return {
    uid: talk.id,
    sequence: talk.sequence,
    updated_at: talk.updated_at,
    title: talk.title,
    description: [talk.subtitle, speakers.join(', '), talk.description].filter(Boolean).join('\n\n'),
    location: [talk.location, talk.event_status === 'moved_online' ? 'Online' : talk.event_place]
      .filter(Boolean)
      .join(', '),
    url: talkUrl(site, talk),
    categories: [talk.track, talk.type].filter((name) => name !== null),
    attachments: linksOf(talk, links),
    status:
      talk.status === 'cancelled' || talk.event_status === 'cancelled'
        ? 'cancelled'
        : talk.event_status === 'postponed'
          ? 'tentative'
          : 'confirmed',
    when:
      talk.starts_at === null
        ? { kind: 'days', start_date: talk.date, end_date: talk.date }
        : {
            kind: 'moments',
            starts_at: talk.starts_at,
            ends_at: talk.ends_at,
            isFloating: talk.time_zone === null,
          },
  }
}

import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { type Database, manyRows, rows } from '#server/database/db.ts'
import { holds } from '#server/database/search.ts'
import { open } from '#server/procedures/procedure.ts'
import { limits } from '#src/limits.ts'
import {
  daySchedule,
  type ProfileTalk,
  profileTalk,
  type ScheduledBreak,
  type ScheduledTalk,
  type SpeakerEvent,
  speakerEvent,
  type TalkResult,
  talkResult,
} from './programme.schemas.ts'

const tags = ['Programme']

const schedule = open
  .route({
    method: 'GET',
    path: '/events/{event_id}/schedule',
    tags,
    summary: 'One day of the programme, and the list of its days',
  })
  .input(z.object({ event_id: z.uuid(), day: z.iso.date().optional() }))
  .output(daySchedule)
  .handler(async ({ context, input }) => {
    context.shows(`event:${input.event_id}`)
    const dayRows = await rows<{ date: string }>(
      context.replica,
      sql`
        select day as date from talks where event_id = ${input.event_id}::uuid
        union select date from breaks where event_id = ${input.event_id}::uuid order by date`,
    )
    const days = dayRows.map(({ date }) => date)
    const day = [input.day, context.today, days[0]].find((each) => each && days.includes(each))
    if (!day) return { days, day: null, talks: [], breaks: [] }
    const [talks, breaks] = await Promise.all([
      talksOn(context.replica, input.event_id, day),
      breaksOn(context.replica, input.event_id, day),
    ])
    return { days, day, talks, breaks }
  })

const hhmm = (column: string) => sql.raw(`to_char(${column}, 'HH24:MI')`)

/** Three index scans, joined here: the plan of one statement would depend on statistics that a new programme lacks. */
async function talksOn(db: Database, eventId: string, day: string): Promise<ScheduledTalk[]> {
  const isOnDay = sql`talks.event_id = ${eventId}::uuid and talks.day = ${day}::date`
  const [talks, speakers, topics] = await Promise.all([
    manyRows<Omit<ScheduledTalk, 'speakers' | 'topics'>>(
      db,
      sql`
        select talks.id, talks.title, left(talks.description, ${limits.talkDescriptionCollapsedAbove + 1}) as excerpt,
          talks.date, ${hhmm('talks.start_time')} as start_time, ${hhmm('talks.end_time')} as end_time,
          talks.location, talks.slides_url, talks.video_url, tracks.name as track_name
        from talks left join tracks on tracks.id = talks.track_id
        where ${isOnDay} order by talks.date, talks.start_time nulls last, talks.title, talks.id`,
    ),
    manyRows<{ talk_id: string; id: string; name: string }>(
      db,
      sql`
        select talk_id, speakers.id, speakers.name
        from talks join talk_speakers on talk_speakers.talk_id = talks.id join speakers on speakers.id = talk_speakers.speaker_id
        where ${isOnDay} order by position, speakers.name`,
    ),
    manyRows<{ talk_id: string; name: string }>(
      db,
      sql`
        select talk_id, topics.name
        from talks join talk_topics on talk_topics.talk_id = talks.id join topics on topics.id = talk_topics.topic_id
        where ${isOnDay} order by topics.name`,
    ),
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
  rows<ScheduledBreak>(
    db,
    sql`
      select breaks.id, breaks.title, breaks.description, breaks.date, ${hhmm('start_time')} as start_time, ${hhmm('end_time')} as end_time,
        tracks.name as track_name
      from breaks left join tracks on tracks.id = breaks.track_id
      where breaks.event_id = ${eventId}::uuid and date = ${day}::date
      order by start_time, breaks.title, breaks.id`,
  )

/** A programme has at most some thousand talks under one index key: filtering them is faster than a trigram index. */
const find = open
  .route({
    method: 'GET',
    path: '/events/{event_id}/talks',
    tags,
    summary: 'Talks of an event by words of title, speaker, room or track',
  })
  .input(z.object({ event_id: z.uuid(), find: z.string().trim().min(1).max(limits.searchTerm) }))
  .output(z.array(talkResult))
  .handler(({ context, input }) => {
    context.shows(`event:${input.event_id}`)
    return rows<TalkResult>(
      context.replica,
      sql`
        select talks.id, talks.title, talks.date, ${hhmm('talks.start_time')} as start_time, ${hhmm('talks.end_time')} as end_time,
          talks.location, tracks.name as track_name, array(
            select speakers.name from talk_speakers join speakers on speakers.id = talk_speakers.speaker_id
            where talk_speakers.talk_id = talks.id order by position, speakers.name
          ) as speakers
        from talks left join tracks on tracks.id = talks.track_id
        where talks.event_id = ${input.event_id}::uuid and ${holds(input.find)}
        order by date, start_time nulls last, title limit ${limits.talkSearchResults}`,
    )
  })

const talk = open
  .route({ method: 'GET', path: '/talks/{id}', tags, summary: 'The full description of a talk' })
  .meta({ failure: 'Failed to fetch talk details' })
  .errors({ NOT_FOUND: { message: 'Failed to fetch talk details' } })
  .input(z.object({ id: z.uuid() }))
  .output(z.object({ id: z.uuid(), description: z.string().nullable() }))
  .handler(async ({ context, input, errors }) => {
    const [talkRow] = await rows<{ id: string; event_id: string; description: string | null }>(
      context.replica,
      sql`select id, event_id, description from talks where id = ${input.id}::uuid`,
    )
    if (!talkRow) throw errors.NOT_FOUND()
    context.shows(`event:${talkRow.event_id}`)
    return talkRow
  })

const eventsOfSpeaker = open
  .route({
    method: 'GET',
    path: '/speakers/{id}/events',
    tags,
    summary: 'Where a speaker speaks and spoke, newest first',
  })
  .meta({ failure: 'Failed to fetch speaker talks' })
  .input(z.object({ id: z.uuid() }))
  .output(z.array(speakerEvent))
  .handler(async ({ context, input }) => {
    context.shows(`speaker:${input.id}`)
    const speakerEvents = await rows<SpeakerEvent>(
      context.replica,
      sql`
        select events.id, name, slug, start_date, end_date, location_name, country_name, tags,
          left(events.description, ${limits.excerpt + 1}) as excerpt,
          json_agg(
            json_build_object(
              'id', talks.id, 'title', talks.title, 'date', talks.date, 'slides_url', slides_url, 'video_url', video_url
            ) order by talks.date, talks.title
          ) as talks
        from talk_speakers
        join talks on talks.id = talk_speakers.talk_id
        join events on events.id = talks.event_id
        where talk_speakers.speaker_id = ${input.id}::uuid
        group by events.id order by start_date desc, events.id limit ${limits.speakerConferences}`,
    )
    for (const event of speakerEvents) context.shows(`event:${event.id}`)
    return speakerEvents
  })

const talksOfPerson = open
  .route({
    method: 'GET',
    path: '/people/{id}/talks',
    tags,
    summary: 'The talks of the speaker profile that a person has claimed',
  })
  .input(z.object({ id: z.uuid() }))
  .output(z.array(profileTalk))
  .handler(async ({ context, input }) => {
    const talkRows = await rows<ProfileTalk & { event_id: string; speaker_id: string }>(
      context.replica,
      sql`
        select talks.id, talks.title, left(talks.description, ${limits.profileTalkDescription + 1}) as excerpt, talks.date,
          events.name as event_name, events.slug as event_slug, events.id as event_id, speakers.id as speaker_id
        from speakers
        join talk_speakers on talk_speakers.speaker_id = speakers.id
        join talks on talks.id = talk_speakers.talk_id
        join events on events.id = talks.event_id
        where speakers.user_id = ${input.id}::uuid
        order by talks.date desc, talks.title limit ${limits.talksPerProfilePage}`,
    )
    context.shows(`profile:${input.id}`, 'speakers')
    for (const each of talkRows) context.shows(`event:${each.event_id}`)
    return talkRows
  })

export const programmeApi = { schedule, find, talk, eventsOfSpeaker, talksOfPerson }

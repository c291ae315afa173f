import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { findNewKey } from '#features/administration/old-addresses.server.ts'
import { seriesOf } from '#features/directory/event-list.server.ts'
import { rows } from '#platform/database/db.ts'
import { holdsAll, rankOf, wordsIn } from '#platform/database/search.ts'
import { get, sameForAll } from '#platform/procedures/procedure.ts'
import { limits, mainTrack, serverLimits } from '#src/limits.ts'
import {
  daySchedule,
  type ProfileTalk,
  profileTalk,
  type SpeakerEvent,
  scheduleChoice,
  speakerEvent,
  type TalkPage,
  type TalkResult,
  talkPage,
  talkResult,
} from './programme.schemas.ts'
import { hhmm, readLocalNow, readSchedule, readTalkPage, urlUnlessGone } from './programme.server.ts'
import { readTracks } from './tracks.server.ts'

/** One value of a query string arrives without an array. */
const list = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (typeof value === 'string' ? [value] : value), schema)

const schedule = sameForAll
  .route(
    get(
      '/events/{event_id}/schedule',
      'One day of the programme, or the chosen tracks and rooms of it, and the list of its days',
    ),
  )
  .input(
    scheduleChoice.extend({
      event_id: z.uuid(),
      tracks: list(scheduleChoice.shape.tracks),
      rooms: list(scheduleChoice.shape.rooms),
    }),
  )
  .output(daySchedule)
  .handler(({ context, input: { event_id, ...choice } }) => {
    context.shows(`event:${event_id}`)
    return readSchedule(context, event_id, choice)
  })

const choices = sameForAll
  .route(
    get(
      '/events/{event_id}/choices',
      'The tracks and rooms of a programme, by which a day of it can be narrowed',
    ),
  )
  .input(z.object({ event_id: z.uuid() }))
  .output(z.object({ tracks: z.array(z.string()), rooms: z.array(z.string()) }))
  .handler(async ({ context: { replica, shows }, input: { event_id } }) => {
    shows(`event:${event_id}`)
    const [tracks, rooms] = await Promise.all([
      readTracks(replica, event_id),
      rows<{ room: string }>(replica)`
        select distinct location as room from talks where event_id = ${event_id}::uuid and location is not null order by 1`,
    ])
    return {
      tracks: [...new Set([mainTrack, ...tracks.map(({ name }) => name)])],
      rooms: rooms.map(({ room }) => room),
    }
  })

/** A programme has at most some thousand talks under one index key: filtering them is faster than a trigram index. */
const find = sameForAll
  .route(
    get(
      '/events/{event_id}/talks',
      'Talks of an event by words of title, speaker, room or track, in all or in the chosen tracks and rooms; while it takes place those to come first',
    ),
  )
  .input(
    z.object({
      event_id: z.uuid(),
      find: z.string().trim().min(1).max(limits.searchTerm),
      tracks: list(scheduleChoice.shape.tracks),
      rooms: list(scheduleChoice.shape.rooms),
    }),
  )
  .output(z.array(talkResult))
  .handler(async ({ context, input }) => {
    context.shows(`event:${input.event_id}`)
    const { tracks = [], rooms = [] } = input
    const words = wordsIn(input.find)
    if (words.length === 0) return []
    const now = await readLocalNow(context, input.event_id)
    const hasEnded = now
      ? sql`(case when end_time < start_time then date + 1 else date end + coalesce(end_time, start_time, '23:59')) <= ${now}::timestamp,`
      : sql``
    const isChosen =
      tracks.length + rooms.length > 0
        ? sql`and (coalesce(tracks.name, ${mainTrack}) = any (${sql.param(tracks)}::text[]) or talks.location = any (${sql.param(rooms)}::text[]))`
        : sql``
    return rows<TalkResult>(context.replica)`
      select talks.id, talks.number::integer, talks.title, talks.status, talks.date, ${hhmm('talks.start_time')} as start_time, ${hhmm('talks.end_time')} as end_time,
        talks.location, tracks.name as track_name, array(
          select speakers.name from talk_speakers join speakers on speakers.id = talk_speakers.speaker_id
          where talk_speakers.talk_id = talks.id order by position, speakers.name
        ) as speakers, ${urlUnlessGone('video_url')} is not null as has_video
      from talks left join tracks on tracks.id = talks.track_id
      where talks.event_id = ${input.event_id}::uuid and ${holdsAll(words)} ${isChosen}
      order by ${hasEnded} ${rankOf(words, sql.raw('talks.doc'))}, date, start_time nulls last, title limit ${limits.talkSearchResults}`
  })

const talk = sameForAll
  .route(get('/talks/{id}', 'The full description of a talk, and its number'))
  .meta({ failure: 'Failed to fetch talk details' })
  .errors({ NOT_FOUND: { message: 'Failed to fetch talk details' } })
  .input(z.object({ id: z.uuid() }))
  .output(talkPage.pick({ id: true, number: true, description: true }))
  .handler(async ({ context, input, errors }) => {
    const [talkRow] = await rows<Pick<TalkPage, 'id' | 'number' | 'description' | 'event_id'>>(
      context.replica,
    )`
      select id, number::integer, event_id, description from talks where id = ${input.id}::uuid`
    if (!talkRow) throw errors.NOT_FOUND()
    context.shows(`event:${talkRow.event_id}`)
    return talkRow
  })

const talkByNumber = sameForAll
  .route(
    get(
      '/talks/by-number/{number}',
      'What the page of a talk shows, with the talks before and after it in its room',
    ),
  )
  .meta({ failure: 'Failed to fetch talk details' })
  .errors({
    NOT_FOUND: { message: 'Failed to fetch talk details' },
    GONE: { status: 410, message: 'This talk was removed from the programme.' },
  })
  .input(z.object({ number: z.coerce.number().int().min(1).max(2_147_483_647) }))
  .output(talkPage)
  .handler(async ({ context, input, errors }) => {
    const talkRow = await readTalkPage(context, input.number)
    if (!talkRow) {
      const newNumber = await findNewKey(context.replica, 'talk', String(input.number))
      if (newNumber === null) throw errors.GONE()
      const keptTalk = newNumber && (await readTalkPage(context, Number(newNumber)))
      if (!keptTalk) throw errors.NOT_FOUND()
      context.shows('talks', `event:${keptTalk.event_id}`)
      return keptTalk
    }
    context.shows(`event:${talkRow.event_id}`, ...talkRow.speakers.map(({ id }) => `speaker:${id}`))
    return talkRow
  })

const eventsOfSpeaker = sameForAll
  .route(get('/speakers/{id}/events', 'Where a speaker speaks and spoke, newest first'))
  .meta({ failure: 'Failed to fetch speaker talks' })
  .input(z.object({ id: z.uuid() }))
  .output(z.array(speakerEvent))
  .handler(async ({ context, input }) => {
    context.shows(`speaker:${input.id}`)
    const speakerEvents = await rows<SpeakerEvent>(context.replica)`
      with spoken as materialized (
        select talk_id, dense_rank() over (order by start_date desc, events.id) as place
        from talk_speakers
        join talks on talks.id = talk_speakers.talk_id
        join events on events.id = talks.event_id
        where speaker_id = ${input.id}::uuid
      )
      select events.id, name, slug, start_date, end_date, location_name, country_name, events.status, first_start_date, first_end_date, tags,
        left(events.description, ${limits.excerpt + 1}) as excerpt, ${seriesOf(sql`events.id`)} as series,
        json_agg(
          json_build_object(
            'id', talks.id, 'number', talks.number, 'title', talks.title, 'date', talks.date, 'slides_url', ${urlUnlessGone('slides_url')}, 'video_url', ${urlUnlessGone('video_url')}, 'links', coalesce((
              select json_agg(json_build_object('kind', kind, 'title', talk_links.title, 'url', canonical) order by kind, listed_at, talk_links.id)
              from talk_links where talk_links.talk_id = talks.id and talk_links.status = 'live' and kind not in ('video', 'slides')
            ), '[]')
          ) order by talks.date, talks.title
        ) as talks
      from spoken
      join talks on talks.id = spoken.talk_id
      join events on events.id = talks.event_id
      where place <= ${serverLimits.speakerConferences}
      group by events.id, name, slug, start_date, end_date, location_name, country_name, events.status, first_start_date, first_end_date, tags, events.description
      order by start_date desc, events.id`
    for (const { id, series } of speakerEvents)
      context.shows(`event:${id}`, ...(series ? [`series:${series.id}`] : []))
    return speakerEvents
  })

const talksOfPerson = sameForAll
  .route(get('/people/{id}/talks', 'The talks of the speaker profile that a person has claimed'))
  .input(z.object({ id: z.uuid() }))
  .output(z.array(profileTalk))
  .handler(async ({ context, input }) => {
    const talkRows = await rows<ProfileTalk & { event_id: string; speaker_id: string }>(context.replica)`
      select talks.id, talks.number::integer, talks.title, left(talks.description, ${limits.profileTalkDescription + 1}) as excerpt, talks.date,
        events.name as event_name, events.slug as event_slug, events.id as event_id, speakers.id as speaker_id
      from speakers
      join talk_speakers on talk_speakers.speaker_id = speakers.id
      join talks on talks.id = talk_speakers.talk_id
      join events on events.id = talks.event_id
      where speakers.user_id = ${input.id}::uuid
      order by talks.date desc, talks.title limit ${serverLimits.talksPerProfilePage}`
    context.shows(`profile:${input.id}`, 'speakers')
    for (const each of talkRows) context.shows(`event:${each.event_id}`)
    return talkRows
  })

export const programmeApi = { schedule, choices, find, talk, talkByNumber, eventsOfSpeaker, talksOfPerson }

import { eq, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { lockEvent, lockForEdit, recordEdit } from '#features/events/event-editing.server.ts'
import { requestConfirmations } from '#features/events/speaking-confirmations.server.ts'
import { announceTalkMoves, rememberTalks } from '#features/events/talk-moves.server.ts'
import { rows } from '#platform/database/db.ts'
import { byConstraint } from '#platform/procedures/by-constraint.ts'
import { changedMeanwhile } from '#platform/procedures/changed-meanwhile.ts'
import { del, get, memberChange, open, postNew, put } from '#platform/procedures/procedure.ts'
import { lockPart } from './lock-part.server.ts'
import { canEditTalkLinks } from './programme.rules.ts'
import { talk_speakers, talks } from './programme.tables.ts'
import {
  type ListedTalk,
  listedTalk,
  movedTalks,
  newTalk,
  talkDetail,
  talkLinks,
  talkLinksForm,
} from './programme-editing.schemas.ts'
import { linkSpeakers, linkTopics, readTalkDetail, saveTalk, unknownTopic } from './talk-saving.server.ts'
import { foreignTrack } from './tracks.server.ts'

const errors = {
  NOT_FOUND: { message: 'This talk no longer exists' },
  FORBIDDEN: { message: 'You do not have permission to edit this event' },
  FOREIGN_TRACK: foreignTrack,
  UNKNOWN_SPEAKER: { status: 409, message: 'One of the speakers no longer exists' },
  UNKNOWN_TOPIC: unknownTopic,
}

const list = open
  .route(
    get('/events/{event_id}/talks/all', 'All talks of an event by day and time, without their descriptions'),
  )
  .input(z.object({ event_id: z.uuid() }))
  .output(z.array(listedTalk))
  .handler(({ context, input }) => {
    context.shows(`event:${input.event_id}`)
    return rows<ListedTalk>(context.db)`
      with listed as materialized (
        select * from talks where event_id = ${input.event_id}::uuid
      ), spoken as (
        select talk_id, array_agg(speakers.name order by position, speakers.name) as names
        from listed join talk_speakers on talk_speakers.talk_id = listed.id join speakers on speakers.id = talk_speakers.speaker_id
        group by talk_id
      )
      select listed.id, title, status, date, to_char(start_time, 'HH24:MI') as start_time, to_char(end_time, 'HH24:MI') as end_time,
        location, track_id, tracks.name as track_name, coalesce(spoken.names, '{}') as speakers
      from listed
      left join tracks on tracks.id = listed.track_id
      left join spoken on spoken.talk_id = listed.id
      order by date, start_time nulls last, title, listed.id`
  })

const detail = open
  .route(get('/talks/{id}/detail', 'One talk with all its fields'))
  .errors({ NOT_FOUND: errors.NOT_FOUND })
  .input(z.object({ id: z.uuid() }))
  .output(talkDetail)
  .handler(async ({ context, input, errors }) => {
    const talk = await readTalkDetail(context.db, input.id)
    if (!talk) throw errors.NOT_FOUND()
    context.shows(`event:${talk.event_id}`)
    return talk
  })

const create = memberChange
  .meta({ isUndoable: true })
  .route(postNew('/events/{event_id}/talks', 'Add a talk with its speakers and topics'))
  .errors({ ...errors, NOT_FOUND: { message: 'Conference not found' } })
  .input(newTalk.extend({ event_id: z.uuid() }))
  .output(z.object({ id: z.uuid() }))
  .handler(async ({ context: { tx, site, today, viewer }, input, errors }) => {
    const { topics, speaker_ids, ...fields } = input
    const event = await lockForEdit(tx, input.event_id, { viewer, errors })
    const [createdTalk] = await tx
      .insert(talks)
      .values({ ...fields, created_by: viewer.id })
      .returning({ id: talks.id })
      .catch(byConstraint({ talks_track_id_event_id_fkey: errors.FOREIGN_TRACK }))
    await linkSpeakers(tx, createdTalk!.id, speaker_ids).catch(
      byConstraint({ talk_speakers_speaker_id_fkey: errors.UNKNOWN_SPEAKER }),
    )
    if (!(await linkTopics(tx, createdTalk!.id, topics))) throw errors.UNKNOWN_TOPIC()
    if (speaker_ids.length > 0) await requestConfirmations(tx, event, { site, sender: viewer, today })
    await recordEdit(tx, viewer, event, { action: 'programme_added', after: { talk: input.title } })
    return createdTalk!
  })

const update = memberChange
  .meta({ isUndoable: true })
  .route(put('/talks/{id}', 'Edit a talk and replace its speakers and topics'))
  .errors({
    ...errors,
    CONFLICT: changedMeanwhile('talk', talkDetail),
  })
  .input(newTalk.extend({ id: z.uuid(), updated_at: z.string().max(64) }))
  .output(z.void())
  .handler(async ({ context: { tx, site, today, viewer }, input, errors }) => {
    const { id, updated_at, ...fields } = input
    const { event } = await lockPart(tx, talks, id, { viewer, errors })
    const before = await readTalkDetail(tx, id)
    if (!before) throw errors.NOT_FOUND()
    if (before.updated_at !== updated_at) throw errors.CONFLICT({ data: { now: talkDetail.parse(before) } })
    await saveTalk(tx, { viewer, site, today }, { event, before }, fields).catch(
      byConstraint({
        talks_track_id_event_id_fkey: errors.FOREIGN_TRACK,
        talk_speakers_speaker_id_fkey: errors.UNKNOWN_SPEAKER,
      }),
    )
  })

const move = memberChange
  .meta({ isUndoable: true })
  .route(
    put(
      '/events/{event_id}/talks/place',
      'Give the talks of a room and day another room, or shift their times',
    ),
  )
  .errors({
    ...errors,
    NOT_FOUND: { message: 'There is no such talk' },
    CONFLICT: { message: 'A talk or break would begin outside the days of the conference' },
  })
  .input(movedTalks.safeExtend({ event_id: z.uuid() }))
  .output(z.object({ moved: z.number().int() }))
  .handler(async ({ context: { tx, site, today, viewer }, input, errors }) => {
    const { event_id, date = null, location = null, new_location = null, minutes } = input
    const event = await lockForEdit(tx, event_id, { viewer, errors })
    const ofDay = sql`event_id = ${event_id}::uuid and (${date}::date is null or date = ${date}::date)`
    const shift = sql`make_interval(mins => ${minutes}::integer)`
    const start = sql`(date + start_time + ${shift})`
    // A night belongs to the day before it. What is outside already may be moved.
    const isWithin = (day: SQL, time: SQL) => sql`
      programme_day(event_id, ${day}, ${time}) between ${event.start_date}::date and ${event.end_date}::date`
    const isOutside = sql`coalesce(
      ${isWithin(sql`date`, sql`start_time`)} and not ${isWithin(sql`${start}::date`, sql`${start}::time`)}, false)`
    const parts = await rows<{ id: string; is_talk: boolean; is_outside: boolean }>(tx)`
      select id, true as is_talk, ${isOutside} as is_outside from talks
      where ${ofDay} and (${location}::text is null or location = ${location})
      union all
      select id, false, ${isOutside} from breaks where ${ofDay} and ${location}::text is null`
    const ids = parts.filter(({ is_talk }) => is_talk).map(({ id }) => id)
    if (ids.length === 0) throw errors.NOT_FOUND()
    if (parts.some(({ is_outside }) => is_outside)) throw errors.CONFLICT()
    await rememberTalks(tx, viewer, ids)
    const moved = sql`
      date = coalesce(${start}::date, date), start_time = ${start}::time, end_time = end_time + ${shift}`
    await tx.execute(sql`
      update talks set location = coalesce(${new_location}, location), ${moved}
      where id = any (${sql.param(ids)}::uuid[])`)
    // A break is in no room.
    if (location === null && minutes !== 0) await tx.execute(sql`update breaks set ${moved} where ${ofDay}`)
    await announceTalkMoves(tx, event, { site, sender: viewer, today })
    await recordEdit(tx, viewer, event, {
      action: 'programme_edited',
      before: { day: date, room: location },
      after: { day: date, room: new_location ?? location, minutes, talks: ids.length },
    })
    return { moved: ids.length }
  })

const setLinks = memberChange
  .meta({ isUndoable: true })
  .route(
    put(
      '/talks/{id}/links',
      'Set the slides and the video of a talk, as its speaker or as an editor of its event',
    ),
  )
  .errors({
    NOT_FOUND: errors.NOT_FOUND,
    FORBIDDEN: { message: 'Only its speakers and the owner of its conference can change this talk' },
    CONFLICT: changedMeanwhile('talk', talkLinks),
  })
  .input(talkLinksForm.extend({ id: z.uuid() }))
  .output(z.void())
  .handler(async ({ context: { tx, viewer }, input: { id, updated_at, ...links }, errors }) => {
    const [talkRow] = await tx.select({ event_id: talks.event_id }).from(talks).where(eq(talks.id, id))
    const event = talkRow && (await lockEvent(tx, talkRow.event_id))
    const before = event && (await readTalkDetail(tx, id))
    if (!before) throw errors.NOT_FOUND()
    const speakers = await rows<{ user_id: string | null }>(tx)`
      select user_id from talk_speakers join speakers on speakers.id = speaker_id
      where talk_id = ${id}::uuid and user_id = ${viewer.id}::uuid`
    if (!canEditTalkLinks(viewer, event, speakers)) throw errors.FORBIDDEN()
    if (before.updated_at !== updated_at) throw errors.CONFLICT({ data: { now: talkLinks.parse(before) } })
    const { slides_url, video_url } = before
    // What is left out stays as it is.
    const after = {
      slides_url: links.slides_url === undefined ? slides_url : links.slides_url,
      video_url: links.video_url === undefined ? video_url : links.video_url,
    }
    await tx.update(talks).set(after).where(eq(talks.id, id))
    const change = { ...after, talk: before.title }
    await recordEdit(tx, viewer, event, {
      action: 'talk_links_changed',
      before: { slides_url, video_url },
      after: change,
    })
  })

const remove = memberChange
  .meta({ isUndoable: true })
  .route(del('/talks/{id}', 'Delete a talk'))
  .errors({ NOT_FOUND: errors.NOT_FOUND, FORBIDDEN: errors.FORBIDDEN })
  .input(z.object({ id: z.uuid() }))
  .output(z.void())
  .handler(async ({ context: { tx, site, today, viewer }, input: { id }, errors }) => {
    const { part, event } = await lockPart(tx, talks, id, { viewer, errors })
    await rememberTalks(tx, viewer, [id])
    await tx.execute(sql`delete from talk_topics where talk_id = ${id}::uuid`)
    await tx.delete(talk_speakers).where(eq(talk_speakers.talk_id, id))
    await tx.delete(talks).where(eq(talks.id, id))
    await announceTalkMoves(tx, event, { site, sender: viewer, today })
    await recordEdit(tx, viewer, event, { action: 'programme_deleted', before: { talk: part.title } })
  })

export const talksApi = { list, detail, create, update, move, setLinks, remove }

import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { watchStatements } from '#platform/database/statements.ts'
import type { Viewer } from '#platform/procedures/procedure.ts'
import { callAs, fieldErrors, refusalMessage, viewerOf } from '#tests/support/call.ts'
import { useStore } from '#tests/support/database.ts'
import { makeBreak } from '#tests/support/factories/breaks.ts'
import { type MadeEvent, makeEvent } from '#tests/support/factories/events.ts'
import { makePerson } from '#tests/support/factories/people.ts'
import { makeSpeaker, makeSpeakers } from '#tests/support/factories/speakers.ts'
import { makeTalk, makeTalks } from '#tests/support/factories/talks.ts'
import { makeTopics } from '#tests/support/factories/topics.ts'
import { makeTrack } from '#tests/support/factories/tracks.ts'
import { speakers } from '../speakers/speakers.tables.ts'

const context = useStore()
type Person = NonNullable<Viewer>
let owner: Person
let member: Person
let admin: Person
let event: MadeEvent
let elsewhere: { id: string; event_id: string }

const as = (viewer: Viewer) => callAs(context.store, viewer)
const mayNot = 'You do not have permission to edit this event'
const noVisitors = 'User not authenticated'
const nothing = '00000000-0000-4000-8000-000000000000'

beforeAll(async () => {
  const { db } = context.store
  const person = async (isAdmin = false) => viewerOf(await makePerson(db, { isAdmin }), isAdmin)
  owner = await person()
  member = await person()
  admin = await person(true)
  event = await makeEvent(db, { owner, start_date: '2027-05-04', end_date: '2027-05-05' })
  elsewhere = await makeTrack(db, { event: await makeEvent(db) })
})

/** The owner and an administrator may, another member and a visitor may not: none of these four calls is left out. */
async function onlyEditors(call: (person: Viewer) => Promise<unknown>) {
  expect(await refusalMessage(call(member))).toBe(mayNot)
  expect(await refusalMessage(call(null))).toBe(noVisitors)
  expect(await refusalMessage(call(owner))).toBe(undefined)
  expect(await refusalMessage(call(admin))).toBe(undefined)
}

describe('tracks', () => {
  test('owner and administrator add, rename and delete them, others do not', async () => {
    await onlyEditors((person) =>
      as(person).tracks.create({ event_id: event.id, name: ' Storage ', description: '' }),
    )
    const createdTracks = await as(null).tracks.list({ event_id: event.id })
    expect(createdTracks.map(({ name, description }) => [name, description])).toEqual([
      ['Storage', null],
      ['Storage', null],
    ])
    const [first, second] = createdTracks
    await onlyEditors((person) =>
      as(person).tracks.update({ id: first!.id, name: 'Depth', description: 'Below' }),
    )
    expect(await refusalMessage(as(member).tracks.remove({ id: first!.id }))).toBe(mayNot)
    expect(await refusalMessage(as(null).tracks.remove({ id: first!.id }))).toBe(noVisitors)
    await as(admin).tracks.remove({ id: second!.id })
    expect(await as(null).tracks.list({ event_id: event.id })).toEqual([
      { id: first!.id, name: 'Depth', description: 'Below' },
    ])
    await as(owner).tracks.remove({ id: first!.id })
    expect(await refusalMessage(as(owner).tracks.remove({ id: first!.id }))).toBe(
      'This track no longer exists',
    )
  })

  test('the order is that of the first talks, until an editor moves a track; a new one comes last then', async () => {
    const { db } = context.store
    const ordered = await makeEvent(db, { owner, start_date: '2027-05-04' })
    const names = async () => (await as(null).tracks.list({ event_id: ordered.id })).map(({ name }) => name)
    const [late] = [
      await makeTrack(db, { event: ordered, name: 'Late' }),
      await makeTrack(db, { event: ordered, name: 'Empty' }),
    ]
    const early = await makeTrack(db, { event: ordered, name: 'Soon' })
    await makeTalk(db, { event: ordered, track: late!, start_time: '10:00' })
    await makeTalk(db, { event: ordered, track: early, start_time: '09:00' })
    expect(await names()).toEqual(['Soon', 'Late', 'Empty'])
    await onlyEditors((person) => as(person).tracks.move({ id: early.id, direction: 'down' }))
    expect(await names()).toEqual(['Late', 'Empty', 'Soon'])
    await as(owner).tracks.move({ id: early.id, direction: 'down' })
    expect(await names()).toEqual(['Late', 'Empty', 'Soon'])
    await as(owner).tracks.create({ event_id: ordered.id, name: 'Added', description: '' })
    expect(await names()).toEqual(['Late', 'Empty', 'Soon', 'Added'])
    const { tracks } = await as(null).programme.schedule({ event_id: ordered.id })
    expect(tracks.filter(({ count }) => count > 0).map(({ name }) => name)).toEqual(['Late', 'Soon'])
  })

  test('a name is required', async () => {
    expect(await fieldErrors(as(owner).tracks.create({ event_id: event.id, name: ' ' }))).toEqual({
      name: 'Track name is required',
    })
  })

  test('without their track talks and breaks stay, in none', async () => {
    const track = await makeTrack(context.store.db, { event })
    const talk = await makeTalk(context.store.db, { event, track })
    const rest = await makeBreak(context.store.db, { event, track })
    await as(owner).tracks.remove({ id: track.id })
    expect((await as(null).talks.detail({ id: talk.id })).track_id).toBe(null)
    const breaks = await as(null).breaks.list({ event_id: event.id })
    expect(breaks.find(({ id }) => id === rest.id)?.track_id).toBe(null)
    await as(owner).breaks.remove({ id: rest.id })
    await as(owner).talks.remove({ id: talk.id })
  })
})

describe('breaks', () => {
  const rest = {
    title: 'Coffee',
    description: '',
    date: '2027-05-04',
    start_time: '10:00',
    end_time: '',
    track_id: 'all-tracks' as const,
  }

  test('owner and administrator add and delete them, others do not; all tracks are no track', async () => {
    await onlyEditors((person) => as(person).breaks.create({ ...rest, event_id: event.id }))
    const [one, two] = await as(null).breaks.list({ event_id: event.id })
    expect({ ...one, id: '' }).toEqual({
      id: '',
      title: 'Coffee',
      description: null,
      date: '2027-05-04',
      start_time: '10:00',
      end_time: null,
      track_id: null,
      track_name: null,
      updated_at: expect.any(String),
    })
    expect(await refusalMessage(as(member).breaks.remove({ id: one!.id }))).toBe(mayNot)
    expect(await refusalMessage(as(null).breaks.remove({ id: one!.id }))).toBe(noVisitors)
    await as(owner).breaks.remove({ id: one!.id })
    await as(admin).breaks.remove({ id: two!.id })
    expect(await as(null).breaks.list({ event_id: event.id })).toEqual([])
    expect(await refusalMessage(as(owner).breaks.remove({ id: one!.id }))).toBe('This break no longer exists')
  })

  test.each([
    [{ title: '' }, { title: 'Title is required' }],
    [{ date: '' }, { date: 'Date is required' }],
    [{ start_time: '' }, { start_time: 'Start time is required' }],
    [{ start_time: '25:00' }, { start_time: 'Please enter a valid time' }],
  ])('%o is refused', async (wrong, sentences) => {
    expect(await fieldErrors(as(owner).breaks.create({ ...rest, event_id: event.id, ...wrong }))).toEqual(
      sentences,
    )
  })

  test('owner and administrator edit them, others do not, and nobody overwrites another unseen', async () => {
    const { id } = await as(owner).breaks.create({ ...rest, event_id: event.id })
    const read = async () =>
      (await as(null).breaks.list({ event_id: event.id })).find((row) => row.id === id)!
    const edit = async (title: string) => {
      const { track_name: _, ...fields } = await read()
      return { ...fields, title }
    }
    await onlyEditors(async (person) => as(person).breaks.update(await edit('Tea')))
    expect(await read()).toMatchObject({ title: 'Tea', start_time: '10:00', track_id: null })
    const [mine, other] = [await edit('Mine'), await edit('Other')]
    await as(admin).breaks.update(other)
    const error = await as(owner)
      .breaks.update(mine)
      .then(
        () => null,
        (error) => error,
      )
    expect([error.code, error.data]).toEqual(['CONFLICT', { now: await read() }])
    expect(
      await refusalMessage(as(owner).breaks.update({ ...(await edit('Mine')), track_id: elsewhere.id })),
    ).toBe('This track does not belong to the event')
    await as(owner).breaks.remove({ id })
    expect(await refusalMessage(as(owner).breaks.update(mine))).toBe('This break no longer exists')
  })

  test('a track of another event is refused', async () => {
    const foreign = { ...rest, event_id: event.id, track_id: elsewhere.id }
    expect(await refusalMessage(as(owner).breaks.create(foreign))).toBe(
      'This track does not belong to the event',
    )
  })
})

describe('talks', () => {
  const talk = {
    title: '<Generics> & tides',
    description: ' Long ',
    date: '2027-05-04',
    start_time: '23:30',
    end_time: '00:15',
    location: 'Aula',
    slides_url: '',
    video_url: 'https://video.example.org/1',
    topics: [] as string[],
    speaker_ids: [] as string[],
  }
  const edit = async (id: string) => {
    const { speakers, ...talkDetail } = await as(null).talks.detail({ id })
    return { ...talkDetail, speaker_ids: speakers.map((speaker) => speaker.id) }
  }

  test('owner and administrator add, edit and delete them, others do not', async () => {
    const { db } = context.store
    const track = await makeTrack(db, { event, name: 'Depth' })
    const [mira, jo] = await makeSpeakers(db, [{ name: 'Mira' }, { name: 'Jo' }])
    const [go, rust] = await makeTopics(db, [{ name: 'Go' }, { name: 'Rust' }])
    const talkInput = {
      ...talk,
      event_id: event.id,
      track_id: track.id,
      speaker_ids: [mira!.id, jo!.id, mira!.id],
      topics: [rust!.name, go!.name],
    }
    await onlyEditors((person) => as(person).talks.create(talkInput))
    const [one, two] = await as(null).talks.list({ event_id: event.id })
    expect({ ...one, id: '' }).toEqual({
      id: '',
      title: '<Generics> & tides',
      date: '2027-05-04',
      start_time: '23:30',
      end_time: '00:15',
      location: 'Aula',
      status: 'scheduled',
      track_id: track.id,
      track_name: 'Depth',
      speakers: ['Mira', 'Jo'],
    })
    const talkDetail = await as(null).talks.detail({ id: one!.id })
    expect([talkDetail.description, talkDetail.slides_url, talkDetail.topics, talkDetail.speakers]).toEqual([
      'Long',
      null,
      ['Go', 'Rust'],
      [
        { id: mira!.id, name: 'Mira' },
        { id: jo!.id, name: 'Jo' },
      ],
    ])
    await onlyEditors(async (person) =>
      as(person).talks.update({
        ...(await edit(one!.id)),
        title: 'New',
        speaker_ids: [jo!.id],
        topics: ['Go'],
      }),
    )
    const after = await as(null).talks.detail({ id: one!.id })
    expect([after.title, after.speakers.map(({ name }) => name), after.topics]).toEqual([
      'New',
      ['Jo'],
      ['Go'],
    ])
    expect(await refusalMessage(as(member).talks.remove({ id: one!.id }))).toBe(mayNot)
    expect(await refusalMessage(as(null).talks.remove({ id: one!.id }))).toBe(noVisitors)
    await as(owner).talks.remove({ id: one!.id })
    await as(admin).talks.remove({ id: two!.id })
    expect(await as(null).talks.list({ event_id: event.id })).toEqual([])
    const [speakerRow] = await db.select().from(speakers).where(eq(speakers.id, mira!.id))
    expect(speakerRow!.events_spoken_at).toBe(0)
    expect(await refusalMessage(as(owner).talks.remove({ id: one!.id }))).toBe('This talk no longer exists')
  })

  test.each([
    [{ title: ' ' }, { title: 'Title is required' }],
    [{ date: '' }, { date: 'Date is required' }],
    [{ end_time: '9' }, { end_time: 'Please enter a valid time' }],
    [{ video_url: 'data:text/html,x' }, { video_url: 'Please enter a valid URL' }],
    [{ speaker_ids: Array(51).fill(nothing) }, { speaker_ids: 'A talk has at most 50 speakers' }],
  ])('%o is refused', async (wrong, sentences) => {
    expect(await fieldErrors(as(owner).talks.create({ ...talk, event_id: event.id, ...wrong }))).toEqual(
      sentences,
    )
  })

  test('a track of another event, a speaker and a topic that are not there are refused, and nothing is saved', async () => {
    const add = (wrong: object) =>
      refusalMessage(as(owner).talks.create({ ...talk, event_id: event.id, ...wrong }))
    expect(await add({ track_id: elsewhere.id })).toBe('This track does not belong to the event')
    expect(await add({ speaker_ids: [nothing] })).toBe('One of the speakers no longer exists')
    expect(await add({ topics: ['Nothing'] })).toBe('One of the topics no longer exists')
    expect(await as(null).talks.list({ event_id: event.id })).toEqual([])
    const { id } = await makeTalk(context.store.db, { event, title: 'Stays' })
    const change = async (wrong: object) =>
      refusalMessage(as(owner).talks.update({ ...(await edit(id)), title: 'Changed', ...wrong }))
    expect(await change({ track_id: elsewhere.id })).toBe('This track does not belong to the event')
    expect(await change({ speaker_ids: [nothing] })).toBe('One of the speakers no longer exists')
    expect(await change({ topics: ['Nothing'] })).toBe('One of the topics no longer exists')
    expect((await as(null).talks.detail({ id })).title).toBe('Stays')
    await as(owner).talks.remove({ id })
  })

  test('the second who saves is told and gets what the first one saved', async () => {
    const { id } = await makeTalk(context.store.db, { event, title: 'Shared' })
    const before = await edit(id)
    await as(owner).talks.update({ ...before, title: 'First' })
    const error = await as(admin)
      .talks.update({ ...before, title: 'Second' })
      .then(
        () => null,
        (error) => error,
      )
    expect([error.code, error.message, error.data]).toEqual([
      'CONFLICT',
      'Someone else has changed this talk in the meantime',
      { now: await as(null).talks.detail({ id }) },
    ])
    await as(owner).talks.remove({ id })
  })

  test('speakers and topics belong to the version of their talk', async () => {
    const { db } = context.store
    const speaker = await makeSpeaker(db)
    const [topic] = await makeTopics(db, [{}])
    for (const change of [{ speaker_ids: [speaker.id] }, { topics: [topic!.name] }]) {
      const { id } = await makeTalk(db, { event })
      const before = await edit(id)
      await as(owner).talks.update({ ...before, ...change })
      expect(await refusalMessage(as(admin).talks.update({ ...before, title: 'Second' }))).toBe(
        'Someone else has changed this talk in the meantime',
      )
      expect(await edit(id)).toMatchObject({ title: before.title, ...change })
      await as(owner).talks.remove({ id })
    }
  })

  test('a save that changes nothing leaves the version of the other editor good', async () => {
    const { id } = await makeTalk(context.store.db, { event })
    const before = await edit(id)
    await as(owner).talks.update(before)
    await as(admin).talks.update({ ...before, title: 'Saved' })
    expect((await edit(id)).title).toBe('Saved')
    await as(owner).talks.remove({ id })
  })

  test('the editor makes the same statements for one talk as for nine hundred, and reads no description', async () => {
    const { db } = context.store
    const large = await makeEvent(db, { owner })
    const read = () =>
      watchStatements(() =>
        Promise.all([
          as(owner).tracks.list({ event_id: large.id }),
          as(owner).breaks.list({ event_id: large.id }),
          as(owner).talks.list({ event_id: large.id }),
        ]),
      )
    const team = await makeSpeakers(db, [{}, {}, {}])
    await makeTalk(db, { event: large, speakers: team })
    expect((await read()).statements).toHaveLength(3)
    await makeTalks(
      db,
      Array.from({ length: 899 }, () => ({ event: large, speakers: team, description: 'x'.repeat(2000) })),
    )
    const { result, statements } = await read()
    expect(statements).toHaveLength(3)
    expect(result[2]).toHaveLength(900)
    expect(JSON.stringify(result)).not.toContain('xxx')
  })
})

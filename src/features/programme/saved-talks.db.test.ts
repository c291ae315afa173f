import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { watchStatements } from '#platform/database/statements.ts'
import { callAsPerson, refusal } from '#tests/support/call.ts'
import { useStore } from '#tests/support/database.ts'
import { type MadeEvent, makeEvent } from '#tests/support/factories/events.ts'
import { makePerson, type Person } from '#tests/support/factories/people.ts'
import { saveTalk } from '#tests/support/factories/saved-talks.ts'
import { makeSpeaker } from '#tests/support/factories/speakers.ts'
import { makeTalk, makeTalks } from '#tests/support/factories/talks.ts'
import { makeTrack } from '#tests/support/factories/tracks.ts'
import { talks, user_saved_talks } from './programme.tables.ts'

const context = useStore()

let member: Person
let event: MadeEvent

beforeAll(async () => {
  member = await makePerson(context.store.db)
  event = await makeEvent(context.store.db, { start_date: '2026-11-24' })
})

const as = (person: Person | null) => callAsPerson(context.store, person).savedTalks
const savedBy = ({ id }: Person) =>
  context.store.db.select().from(user_saved_talks).where(eq(user_saved_talks.user_id, id))

test('a member saves a talk, sees it with all that matters, and removes it', async () => {
  const { db } = context.store
  const talk = await makeTalk(db, {
    event,
    title: 'A log is enough',
    start_time: '09:00',
    end_time: '10:00',
    location: 'Hall 2',
    track: await makeTrack(db, { event, name: 'Storage' }),
    speakers: [await makeSpeaker(db, { name: 'Jo Muster' }), await makeSpeaker(db, { name: 'Ann Muster' })],
  })
  await as(member).save({ event_id: event.id, talk_id: talk.id })
  expect(await as(member).list({ event_id: event.id })).toEqual([
    {
      id: talk.id,
      number: talk.number,
      title: 'A log is enough',
      status: 'scheduled',
      date: '2026-11-24',
      start_time: '09:00',
      end_time: '10:00',
      location: 'Hall 2',
      track_name: 'Storage',
      speakers: ['Jo Muster', 'Ann Muster'],
    },
  ])
  await as(member).remove({ event_id: event.id, talk_id: talk.id })
  expect(await savedBy(member)).toEqual([])
})

test('a schedule is in order of day and time, what has no time comes last on its day', async () => {
  const person = await makePerson(context.store.db)
  const createdTalks = await makeTalks(context.store.db, [
    { event, title: 'Second day', date: '2026-11-25', start_time: '08:00' },
    { event, title: 'Any time' },
    { event, title: 'Later', start_time: '10:00' },
    { event, title: 'Early', start_time: '09:00' },
  ])
  for (const talk of createdTalks) await as(person).save({ event_id: event.id, talk_id: talk.id })
  const list = await as(person).list({ event_id: event.id })
  expect(list.map(({ title }) => title)).toEqual(['Early', 'Later', 'Any time', 'Second day'])
})

test('neither a cancelled talk nor one of a cancelled conference can be saved; what was saved can go', async () => {
  const person = await makePerson(context.store.db)
  const off = await makeEvent(context.store.db, { status: 'cancelled' })
  const [ofCancelled, cancelled] = [
    await makeTalk(context.store.db, { event: off }),
    await makeTalk(context.store.db, { event, status: 'cancelled' }),
  ]
  expect(await refusal(as(person).save({ event_id: off.id, talk_id: ofCancelled.id }))).toMatchObject({
    code: 'CONFLICT',
    message: 'This conference is cancelled',
  })
  expect(await refusal(as(person).save({ event_id: event.id, talk_id: cancelled.id }))).toMatchObject({
    code: 'CONFLICT',
    message: 'This talk does not take place',
  })
  await saveTalk(context.store.db, person, cancelled)
  await as(person).remove({ event_id: event.id, talk_id: cancelled.id })
  expect(await savedBy(person)).toEqual([])
})

test('a schedule holds the talks of its event and of its person alone', async () => {
  const [one, other] = [await makePerson(context.store.db), await makePerson(context.store.db)]
  const elsewhere = await makeEvent(context.store.db)
  const talk = await makeTalk(context.store.db, { event })
  const talkElsewhere = await makeTalk(context.store.db, { event: elsewhere })
  await as(one).save({ event_id: event.id, talk_id: talk.id })
  await as(one).save({ event_id: elsewhere.id, talk_id: talkElsewhere.id })
  expect((await as(one).list({ event_id: event.id })).map(({ id }) => id)).toEqual([talk.id])
  expect(await as(other).list({ event_id: event.id })).toEqual([])
  await as(other).remove({ event_id: event.id, talk_id: talk.id })
  expect(await savedBy(one)).toHaveLength(2)
})

test('twenty racing saves leave one row', async () => {
  const person = await makePerson(context.store.db)
  const talk = await makeTalk(context.store.db, { event })
  await Promise.all(
    Array.from({ length: 20 }, () => as(person).save({ event_id: event.id, talk_id: talk.id })),
  )
  expect(await savedBy(person)).toHaveLength(1)
})

test('a talk of another event cannot be saved under this one, nor one that is not there', async () => {
  const person = await makePerson(context.store.db)
  const elsewhere = await makeTalk(context.store.db, { event: await makeEvent(context.store.db) })
  for (const talk_id of [elsewhere.id, randomUUID()]) {
    expect(await refusal(as(person).save({ event_id: event.id, talk_id }))).toEqual({
      code: 'NOT_FOUND',
      message: 'Failed to add talk to your schedule',
    })
  }
  expect(await savedBy(person)).toEqual([])
})

test('a talk that is deleted leaves the schedules', async () => {
  const person = await makePerson(context.store.db)
  const talk = await makeTalk(context.store.db, { event })
  await as(person).save({ event_id: event.id, talk_id: talk.id })
  await context.store.db.delete(talks).where(eq(talks.id, talk.id))
  expect(await savedBy(person)).toEqual([])
})

test('a visitor has no schedule', async () => {
  const talk = await makeTalk(context.store.db, { event })
  const expectedError = { code: 'UNAUTHORIZED', message: 'User not authenticated' }
  const one = { event_id: event.id, talk_id: talk.id }
  expect(await refusal(as(null).list({ event_id: event.id }))).toEqual(expectedError)
  expect(await refusal(as(null).save(one))).toEqual(expectedError)
  expect(await refusal(as(null).remove(one))).toEqual(expectedError)
})

test('a schedule of three talks takes as many statements as one of a single talk', async () => {
  const person = await makePerson(context.store.db)
  const counts: number[] = []
  for (const more of [1, 2]) {
    const createdTalks = await makeTalks(
      context.store.db,
      Array.from({ length: more }, () => ({ event })),
    )
    for (const talk of createdTalks) await as(person).save({ event_id: event.id, talk_id: talk.id })
    const { result, statements } = await watchStatements(() => as(person).list({ event_id: event.id }))
    counts.push(result.length, statements.length)
  }
  expect(counts).toEqual([1, 1, 3, 1])
})

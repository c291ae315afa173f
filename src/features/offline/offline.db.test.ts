import { beforeAll, expect, test } from 'vitest'
import { readProgramme } from '#features/programme-export/read-programme.server.ts'
import { callAs, callAsPerson } from '#tests/support/call.ts'
import { useStore } from '#tests/support/database.ts'
import { makeBreak } from '#tests/support/factories/breaks.ts'
import { type MadeEvent, makeEvent } from '#tests/support/factories/events.ts'
import { makePerson } from '#tests/support/factories/people.ts'
import { makeSpeaker } from '#tests/support/factories/speakers.ts'
import { makeTalks } from '#tests/support/factories/talks.ts'
import { makeTracks } from '#tests/support/factories/tracks.ts'
import { answerKey, copiedAnswer } from './copied-answers.ts'
import { programmeCopy } from './programme-copy.ts'

// What the copy answers is compared with what the server answers.

const context = useStore()
const today = '2027-05-01'
let event: MadeEvent
let talks: Awaited<ReturnType<typeof makeTalks>>

beforeAll(async () => {
  const { db } = context.store
  event = await makeEvent(db, {
    start_date: '2027-05-04',
    end_date: '2027-05-05',
    time_zone: 'Europe/Brussels',
  })
  const tracks = await makeTracks(
    db,
    ['A', 'B', 'C', 'D', 'E', 'F'].map((name, position) => ({ event, name, position })),
  )
  const speaker = await makeSpeaker(db)
  talks = await makeTalks(
    db,
    ['2027-05-04', '2027-05-05'].flatMap((date) =>
      tracks.flatMap((track, index) =>
        ['09:00', '10:00', null].map((start_time) => ({
          event,
          track,
          date,
          title: `${track.name} ${start_time}`,
          description: 'Long. '.repeat(100),
          start_time,
          location: index < 3 ? 'Hall 10' : 'Hall 9',
          speakers: [speaker],
        })),
      ),
    ),
  )
  await makeBreak(db, { event })
})

async function world(answers = {}) {
  const programme = programmeCopy((await readProgramme(context.store.db, event.slug))!)
  const copy = { name: event.slug, title: event.name, copiedAt: 1, endDate: event.end_date, viewerId: null }
  return { copies: [{ ...copy, programme, answers }], pending: [], today }
}

test.each([
  {},
  { day: '2027-05-05' },
  { day: '2027-05-04', tracks: ['B', 'C'] },
  { day: '2027-05-04', rooms: ['Hall 9'], view: 'columns' as const },
  { track: 'D' },
  { part: 'days' as const },
  { day: '1999-01-01' },
])('a schedule of the copy is that of the server: %j', async (choice) => {
  const input = { event_id: event.id, ...choice }
  const { programme } = callAs(context.store, null, today)
  const copied = copiedAnswer('programme.schedule', input, await world())
  const withoutIds = (answer: unknown) =>
    JSON.parse(JSON.stringify(answer, (key, value) => (key === 'id' ? '' : value)))
  // Breaks have no id in an export.
  expect(withoutIds(copied)).toEqual(withoutIds(await programme.schedule(input)))
})

test('a talk of the copy is that of the server, but for the pictures of its speakers and its last change', async () => {
  const { programme } = callAs(context.store, null, today)
  for (const { number } of talks.slice(0, 8)) {
    const { updated_at: _, ...page } = await programme.talkByNumber({ number: Number(number) })
    expect(copiedAnswer('programme.talkByNumber', { number: Number(number) }, await world())).toEqual({
      ...page,
      speakers: page.speakers.map((speaker) => ({ ...speaker, image_url: null, user_id: null })),
    })
  }
})

test('My Schedule of the copy is that of the server', async () => {
  const person = await makePerson(context.store.db)
  const { savedTalks } = callAsPerson(context.store, person)
  for (const talk of talks.slice(3, 9).reverse())
    await savedTalks.save({ event_id: event.id, talk_id: talk.id })
  const list = await savedTalks.list({ event_id: event.id })
  const key = answerKey('savedTalks.list', { event_id: event.id })
  expect(copiedAnswer('savedTalks.list', { event_id: event.id }, await world({ [key]: list }))).toEqual(list)
})

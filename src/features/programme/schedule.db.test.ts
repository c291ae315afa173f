import { beforeAll, expect, test, vi } from 'vitest'
import { watchStatements } from '#platform/database/statements.ts'
import { callAs, refusalMessage } from '#tests/support/call.ts'
import { useStore } from '#tests/support/database.ts'
import { makeBreak } from '#tests/support/factories/breaks.ts'
import { type MadeEvent, makeEvent } from '#tests/support/factories/events.ts'
import { makeSpeaker } from '#tests/support/factories/speakers.ts'
import { makeTalk, makeTalks } from '#tests/support/factories/talks.ts'
import { makeTracks } from '#tests/support/factories/tracks.ts'

const context = useStore()
const programme = (tags?: Set<string>, today?: string) => callAs(context.store, null, today, tags).programme

let large: MadeEvent

beforeAll(async () => {
  const { db } = context.store
  large = await makeEvent(db, { start_date: '2027-05-04', end_date: '2027-05-05', time_zone: 'Asia/Tokyo' })
  const event = large
  const tracks = await makeTracks(
    db,
    ['A', 'B', 'C', 'D', 'E', 'F'].map((name, position) => ({ event, name, position })),
  )
  await makeTalks(
    db,
    tracks.flatMap((track, index) =>
      ['09:00', '10:00'].map((start_time) => ({
        event,
        track,
        title: `${track.name} ${start_time}`,
        description: 'x'.repeat(300),
        start_time,
        location: index < 3 ? 'Hall' : 'Attic',
      })),
    ),
  )
  await makeTalk(db, { event, title: 'Night', date: '2027-05-05', start_time: '00:30', location: 'Bar' })
  await makeBreak(db, { event })
})

test('a day of more than five tracks is a list without abstracts', async () => {
  const schedule = await programme().schedule({ event_id: large.id })
  expect(schedule).toMatchObject({ days: ['2027-05-04'], day: '2027-05-04', now: null, view: 'list' })
  expect(schedule.talks).toHaveLength(13)
  expect(schedule.talks.at(-1)?.title).toBe('Night')
  expect(JSON.stringify(schedule)).not.toContain('xxx')
  expect(schedule.tracks.map(({ name, count }) => [name, count])).toEqual([
    ['Main Track', 1],
    ...['A', 'B', 'C', 'D', 'E', 'F'].map((name) => [name, 2]),
  ])
  expect(schedule.rooms).toEqual([
    { name: 'Attic', count: 6 },
    { name: 'Bar', count: 1 },
    { name: 'Hall', count: 6 },
  ])
  expect(schedule.hours).toEqual([
    { name: '09', count: 6 },
    { name: '10', count: 6 },
    { name: '24', count: 1 },
  ])
})

test('a talk is found in all tracks and rooms, or in the chosen ones', async () => {
  const find = async (choice: { tracks?: string[]; rooms?: string[] }) =>
    (await programme().find({ event_id: large.id, find: '09:00', ...choice })).map(({ title }) => title)
  expect(await find({})).toHaveLength(6)
  expect(await find({ tracks: ['A', 'B'] })).toEqual(['A 09:00', 'B 09:00'])
  expect(await find({ tracks: ['F'], rooms: ['Hall'] })).toEqual(['A 09:00', 'B 09:00', 'C 09:00', 'F 09:00'])
  expect(await find({ tracks: ['Main Track'] })).toEqual([])
  const night = await programme().find({ event_id: large.id, find: 'night', tracks: ['Main Track'] })
  expect(night).toHaveLength(1)
})

test('a talk is found by its words in any order', async () => {
  const find = async (words: string) =>
    (await programme().find({ event_id: large.id, find: words })).map(({ title }) => title)
  expect(await find('hall 09:00')).toEqual(['A 09:00', 'B 09:00', 'C 09:00'])
  // An accent alone is no word.
  expect(await find('\u0301')).toEqual([])
})

test.each([
  ['tracks', { tracks: ['A', 'B'] }, 4],
  ['one track', { track: 'A' }, 2],
  ['rooms', { rooms: ['Attic'] }, 6],
  ['tracks and rooms together', { tracks: ['A', 'D'], rooms: ['Bar'] }, 5],
  ['what is not there', { tracks: ['Z'] }, 0],
])('%s are chosen; the counts stay those of the day', async (_, choice, talks) => {
  const schedule = await programme().schedule({ event_id: large.id, ...choice })
  expect(schedule.talks).toHaveLength(talks)
  expect(schedule.hours[0]).toEqual({ name: '09', count: 6 })
  expect(schedule.breaks).toHaveLength(1)
})

test('a choice that fits beside each other may be columns, with abstracts; more may not', async () => {
  const few = await programme().schedule({ event_id: large.id, tracks: ['A', 'B'], view: 'columns' })
  expect([few.view, few.talks[0]?.excerpt?.length]).toEqual(['columns', 151])
  expect((await programme().schedule({ event_id: large.id, view: 'columns' })).view).toBe('list')
})

test('near the event the page is one with a clock, and shows the day there', async () => {
  const tags = new Set<string>()
  await programme(tags, '2027-05-04').schedule({ event_id: large.id })
  expect([...tags]).toEqual([`event:${large.id}`, 'clock'])
  const shownBefore = new Set<string>()
  await programme(shownBefore, '2027-04-30').schedule({ event_id: large.id })
  expect([...shownBefore]).toEqual([`event:${large.id}`])
})

test('a day takes as many statements with a hundred talks as with thirteen', async () => {
  const read = () => watchStatements(() => programme().schedule({ event_id: large.id }))
  const before = (await read()).statements.length
  const event = await makeEvent(context.store.db)
  await makeTalks(
    context.store.db,
    Array.from({ length: 100 }, () => ({ event })),
  )
  const after = await watchStatements(() => programme().schedule({ event_id: event.id }))
  expect([before, after.statements.length, after.result.talks.length]).toEqual([6, 6, 100])
})

test('the page of a talk has its neighbours in its room, takes two statements, and shows no drafts of others', async () => {
  const { db } = context.store
  const event = await makeEvent(db, { time_zone: 'Europe/Oslo' })
  const speaker = await makeSpeaker(db, {
    name: 'Jo',
    image_url: 'https://example.com/jo.png',
    bio: 'Private',
  })
  const place = { event, location: 'Hall' }
  const [first, second, third] = await makeTalks(db, [
    { ...place, title: 'First', start_time: '09:00', speakers: [speaker] },
    { ...place, title: 'Second', start_time: '10:00', end_time: '11:00', speakers: [speaker] },
    { ...place, title: 'Third', start_time: '11:00' },
    { ...place, title: 'Elsewhere', location: 'Attic', start_time: '10:30' },
  ])
  const tags = new Set<string>()
  const { result, statements } = await watchStatements(() =>
    programme(tags).talkByNumber({ number: second!.number }),
  )
  expect(statements).toHaveLength(2)
  expect(result).toMatchObject({
    id: second!.id,
    event_slug: event.slug,
    title: 'Second',
    speakers: [{ id: speaker.id, name: 'Jo', image_url: 'https://example.com/jo.png', user_id: null }],
    before: { number: first!.number, title: 'First', speakers: ['Jo'] },
    after: { number: third!.number, title: 'Third', speakers: [] },
  })
  expect(Object.keys(result)).not.toContain('created_by')
  expect([...tags]).toEqual([`event:${event.id}`, `speaker:${speaker.id}`])
  const dayAfter = new Date(Date.parse(third!.date) + 86_400_000).toISOString().slice(0, 10)
  const night = { ...place, day: third!.date, date: dayAfter, start_time: '00:30', location: 'Bar' }
  const [, late] = await makeTalks(db, [{ ...place, title: 'Without a time', location: 'Bar' }, night])
  expect(await programme().talkByNumber({ number: late!.number })).toMatchObject({
    before: null,
    after: null,
  })
  const alone = await makeTalk(db, { event })
  const { before, after } = await programme().talkByNumber({ number: alone.number })
  expect([before, after]).toEqual([null, null])
  expect(await refusalMessage(programme().talkByNumber({ number: 2_000_000_000 }))).toBe(
    'Failed to fetch talk details',
  )
})

test('while it takes place the talks to come are found first, and a talk is over to the minute', async () => {
  const { db } = context.store
  const event = await makeEvent(db, {
    start_date: '2027-05-03',
    end_date: '2027-05-04',
    time_zone: 'Europe/Oslo',
  })
  const talks = await makeTalks(
    db,
    [
      ['Yesterday', '2027-05-03', '12:00', '13:00'],
      ['Ended', '2027-05-04', '09:00', '10:00'],
      ['Running', '2027-05-04', '09:30', '10:30'],
      ['Later', '2027-05-04', '23:30', '00:30'],
    ].map(([title, date, start_time, end_time]) => ({
      event,
      title: `Rust ${title}`,
      date,
      start_time,
      end_time,
    })),
  )
  vi.useFakeTimers({ now: new Date('2027-05-04T08:00:00Z'), toFake: ['Date'] })
  const read = async (today: string) => {
    const tags = new Set<string>()
    const results = await programme(tags, today).find({ event_id: event.id, find: 'rust' })
    const pages = await Promise.all(
      talks.map(({ number }) => programme(tags, today).talkByNumber({ number })),
    )
    return {
      titles: results.map(({ title }) => title.slice(5)),
      isOver: pages.map(({ is_over }) => is_over),
      hasClock: tags.has('clock'),
    }
  }
  expect(await read('2027-05-04')).toEqual({
    titles: ['Running', 'Later', 'Yesterday', 'Ended'],
    isOver: [true, true, false, false],
    hasClock: true,
  })
  vi.setSystemTime(new Date('2027-06-04T08:00:00Z'))
  expect(await read('2027-06-04')).toEqual({
    titles: ['Yesterday', 'Ended', 'Running', 'Later'],
    isOver: [true, true, true, true],
    hasClock: false,
  })
  vi.useRealTimers()
})

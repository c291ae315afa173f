import { expect, test } from 'vitest'
import { callAs } from '#tests/support/call.ts'
import { useStore } from '#tests/support/database.ts'
import { makeEvent } from '#tests/support/factories/events.ts'
import { makeSpeaker } from '#tests/support/factories/speakers.ts'
import { makeTalk } from '#tests/support/factories/talks.ts'
import { makeTopic } from '#tests/support/factories/topics.ts'
import { chartGroups, shareText } from './trends.ts'

const context = useStore()

test('figures by year, of everything, a topic and a country', async () => {
  const { db } = context.store
  const [oslo, online] = [
    { location_name: 'Oslo', country_name: 'Norway' },
    { location_name: 'Online', country_name: 'Online' },
  ]
  const first = await makeEvent(db, { ...oslo, start_date: '2025-05-01', tags: ['Rust'] })
  const second = await makeEvent(db, { ...oslo, start_date: '2026-05-01', tags: ['Rust', 'Go'] })
  await makeEvent(db, { ...online, start_date: '2026-06-01', tags: [] })
  await makeEvent(db, { ...oslo, start_date: '2009-06-01', tags: ['Rust'] })
  const speaker = await makeSpeaker(db)
  await makeTalk(db, { event: first, speakers: [speaker], topics: [await makeTopic(db, { name: 'Zig' })] })
  await makeTalk(db, { event: second, speakers: [speaker], video_url: 'https://video.example/1' })
  const { trends } = callAs(context.store, null, '2026-11-24').site
  const all = await trends({})
  expect(all.years).toEqual([2017, 2018, 2019, 2020, 2021, 2022, 2023, 2024, 2025, 2026])
  expect(all.conferences.slice(-2)).toEqual([1, 2])
  expect(all.online.slice(-2)).toEqual([0, 1])
  expect(all.topics).toEqual([
    { name: 'Rust', values: [0, 0, 0, 0, 0, 0, 0, 0, 1, 1] },
    { name: 'Go', values: [0, 0, 0, 0, 0, 0, 0, 0, 0, 1] },
  ])
  expect(all.countries.map(({ name }) => name)).toEqual(['Norway'])
  expect([all.talks.slice(-2), all.recorded.slice(-2), all.new_speakers.slice(-2)]).toEqual([
    [1, 1],
    [0, 1],
    [1, 0],
  ])
  expect(all.talk_topics).toEqual([{ name: 'Zig', values: [0, 0, 0, 0, 0, 0, 0, 0, 1, 0] }])
  expect((await trends({ topic: 'Zig' })).talk_topics).toEqual([])
  const rust = await trends({ topic: 'Rust' })
  expect(rust.conferences.slice(-2)).toEqual([1, 1])
  expect(rust.topics.map(({ name }) => name)).toEqual(['Go'])
  expect((await trends({ country: 'norway' })).conferences.slice(-2)).toEqual([1, 1])
  const nothing = await trends({ country: 'Atlantis' })
  expect(chartGroups(nothing)).toEqual([])
})

test.each([
  [1, 0, null],
  [0, 5, '0%'],
  [1, 30, '3.3%'],
  [2, 4, '50%'],
])('%i of %i is %s', (value, of, text) => {
  expect(shareText(value, of)).toBe(text)
})

import { beforeAll, expect, test, vi } from 'vitest'
import { events } from '#features/events/events.tables.ts'
import { findPlace } from '#features/gazetteer/gazetteer.server.ts'
import { kilometresBetween } from '#features/gazetteer/projection.ts'
import { callAs } from '#tests/support/call.ts'
import { useStore } from '#tests/support/database.ts'
import { makeEvents } from '#tests/support/factories/events.ts'
import { sample } from '#tests/support/sample-facts.ts'

const context = useStore()
const today = '2027-03-01'
const as = () => callAs(context.store, null, today).events

beforeAll(async () => {
  await makeEvents(
    context.store.db,
    sample.map(({ name, location_name, country_name }, index) => ({
      name: `${name} ${index}`,
      start_date: `2027-${String(3 + (index % 9)).padStart(2, '0')}-${String(1 + (index % 27)).padStart(2, '0')}`,
      location_name,
      country_name,
    })),
  )
})

async function allIds(input: Parameters<ReturnType<typeof as>['list']>[0]) {
  const ids: string[] = []
  for (let after: string | undefined; ; ) {
    const page = await as().list({ ...input, after })
    ids.push(...page.events.map(({ id }) => id))
    if (!page.next) return ids.sort()
    after = page.next
  }
}

test('a hundred centres and distances find what an oracle finds', async () => {
  const storedEvents = await context.store.db.select().from(events)
  const cities = [...new Set(storedEvents.map(({ location_name }) => location_name))].filter(
    (city) => city !== 'Online',
  )
  const questions = cities
    .filter((city) => !/[,(]/.test(city))
    .flatMap((near) => [50, 100, 250, 500].map((within) => ({ near, within })))
  let compared = 0
  for (const { near, within } of questions) {
    const centre = await findPlace(near)
    if (!centre || compared === 100) continue
    const expected: string[] = []
    for (const event of storedEvents) {
      const place = await findPlace(event.location_name, event.country_name)
      if (place && kilometresBetween(centre, place) <= within) expected.push(event.id)
    }
    expect(await allIds({ near, within, when: 'any' }), `${within} km around ${near}`).toEqual(
      expected.sort(),
    )
    compared++
  }
  expect(compared).toBe(100)
})

test('the dots of a map and those without one are all that takes place somewhere, under the same filter', async () => {
  for (const filter of [
    {},
    { country: ['Germany'] },
    { month: ['2027-05'] },
    { near: 'Berlin', within: 250 },
  ]) {
    const { cities, unplaced } = await as().map(filter)
    const { in_person } = await as().counts(filter)
    expect(cities.reduce((sum, { count }) => sum + count, unplaced)).toBe(in_person)
  }
  const world = await as().map({})
  const { cities } = await as().map({ region: 'europe' })
  expect(cities.length).toBeGreaterThan(0)
  expect(world.cities).toEqual(expect.arrayContaining(cities))
})

test('events of a list have their position, and around a city their distance, also across a border', async () => {
  await makeEvents(context.store.db, [
    { name: 'Across', location_name: 'Malmö', country_name: 'Sweden', start_date: '2027-04-01' },
    {
      name: 'Moved',
      location_name: 'Malmö',
      country_name: 'Sweden',
      start_date: '2027-04-01',
      status: 'moved_online',
    },
  ])
  const { events: near } = await as().list({ near: 'Copenhagen', within: 50, when: 'upcoming' })
  const across = near.find(({ name }) => name === 'Across')
  expect(across).toMatchObject({ position: { latitude: 55.61, longitude: 13 }, kilometres: 28 })
  expect(near.map(({ name }) => name)).not.toContain('Moved')
  const { events: online } = await as().list({ country: ['Online'] })
  for (const event of online) expect(event.position).toBeNull()
})

test('a city that is not known is told of', async () => {
  await expect(as().list({ near: 'Nowhere at all' })).rejects.toMatchObject({
    code: 'BAD_REQUEST',
    message: expect.stringContaining('“Nowhere at all” is not a city that is known here'),
  })
})

test('the past of a search: all that match are counted and on the map', async () => {
  await makeEvents(context.store.db, [
    {
      name: 'Zebra 2024',
      location_name: 'Oslo',
      country_name: 'Norway',
      start_date: '2024-05-02',
      tags: ['Z'],
    },
    { name: 'Zebra 2025', location_name: 'Oslo', country_name: 'Norway', start_date: '2025-05-02' },
    { name: 'Zebra 2028', location_name: 'Riga', country_name: 'Latvia', start_date: '2028-05-02' },
  ])
  const selection = { search: 'zebra', when: 'past' as const }
  expect(await as().counts(selection)).toMatchObject({
    is_complete: true,
    past: 2,
    coming: 0,
    months: [
      { name: '2024-05', past: 1 },
      { name: '2025-05', past: 1 },
    ],
    topics: [{ name: 'Z', count: 1 }],
    countries: [{ name: 'Norway', count: 2 }],
  })
  expect((await as().map(selection)).cities).toMatchObject([{ city: 'Oslo', count: 2 }])
})

test('what is over where it takes place is not on, and no list loses it', async () => {
  const { db } = context.store
  // In Auckland it is the next day.
  vi.useFakeTimers({ now: new Date('2031-03-01T19:00:00Z'), toFake: ['Date'] })
  const auckland = { location_name: 'Auckland', country_name: 'New Zealand' }
  await makeEvents(db, [
    { ...auckland, name: 'Over there', start_date: '2031-02-28', end_date: '2031-03-01' },
    { ...auckland, name: 'On there', start_date: '2031-02-28', end_date: '2031-03-02' },
    { ...auckland, name: 'Begun there', start_date: '2031-03-02', end_date: '2031-03-02' },
  ])
  const near = { near: 'Auckland, New Zealand', within: 50 }
  const { happeningSoon, upcoming, map, list, weeks } = callAs(context.store, null, '2031-03-01').events
  expect((await map(near)).cities).toMatchObject([{ city: 'Auckland', count: 3, running: 2 }])
  const running = await list({ country: ['New Zealand'], when: 'running' })
  expect(running.events.map(({ name }) => name)).toEqual(['On there', 'Over there'])
  const [first, ...later] = (await weeks({ city: 'Auckland' })).filter((week) => week.running > 0)
  expect([first?.running, later]).toEqual([2, []])
  // The three that start next, and what is on before what is to come.
  await makeEvents(db, [{ ...auckland, name: 'Soon there', start_date: '2031-03-05' }])
  expect((await happeningSoon()).map(({ name }) => name)).toEqual(['Begun there', 'Soon there'])
  const next = (await upcoming({ limit: 3 })).map(({ name }) => name)
  expect([next.slice(0, 2).sort(), next[2]]).toEqual([['On there', 'Over there'], 'Begun there'])
  vi.useRealTimers()
})

import { setImmediate } from 'node:timers/promises'
import { arrayContains, eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { events } from '#features/events/events.tables.ts'
import { callAs } from '#tests/support/call.ts'
import { useStore } from '#tests/support/database.ts'
import { makeEvent, makeEvents } from '#tests/support/factories/events.ts'

const context = useStore()
const today = '2026-11-20'

beforeAll(async () => {
  const { db } = context.store
  const event = (name: string, start_date: string, end_date: string, more: object = {}) =>
    makeEvent(db, { name, start_date, end_date, ...more })
  await event('Long runner', '2026-11-18', '2026-11-22', { tags: ['Go'] })
  await event('Starts today', '2026-11-20', '2026-11-21')
  await event('Ended yesterday', '2026-11-17', '2026-11-19', { tags: ['Go', 'Rust'] })
  await event('Next spring', '2027-04-01', '2027-04-02', {
    tags: ['Rust'],
    location_name: 'Łódź',
    country_name: 'Poland',
  })
  await event('Café 100%', '2025-02-01', '2025-02-02', { location_name: 'Paris', country_name: 'France' })
})

const names = async (input: object) =>
  (await callAs(context.store, null, today).events.list(input)).events.map((event) => event.name)

describe('the directory', () => {
  test('upcoming begins today and goes on by day', async () => {
    expect(await names({ when: 'upcoming' })).toEqual(['Starts today', 'Next spring'])
  })

  test('an event that runs and began before today is neither upcoming nor past', async () => {
    expect(await names({ when: 'running' })).toEqual(['Long runner'])
  })

  test('what runs for longer than 90 days before or after today stays among the past ones', async () => {
    const { db } = context.store
    const long = (name: string, start_date: string, end_date: string) =>
      makeEvent(db, { name, start_date, end_date, tags: ['Long'] })
    await long('Began long ago', '2026-08-01', '2026-12-01')
    await long('Ends far ahead', '2026-11-01', '2027-03-01')
    await long('Longest there is', '2026-08-22', '2027-02-18')
    expect(await names({ topics: ['Long'], when: 'running' })).toEqual(['Longest there is'])
    expect(await names({ topics: ['Long'], when: 'past' })).toEqual(['Ends far ahead', 'Began long ago'])
    await db.delete(events).where(arrayContains(events.tags, ['Long']))
  })

  test('past events come newest first', async () => {
    expect(await names({ when: 'past' })).toEqual(['Ended yesterday', 'Café 100%'])
  })

  test('search finds a part of name, city, country and topic, whatever the case and the accents', async () => {
    expect(await names({ search: 'CAFE' })).toEqual(['Café 100%'])
    expect(await names({ search: 'lodz' })).toEqual(['Next spring'])
    expect(await names({ search: 'franc' })).toEqual(['Café 100%'])
    expect(await names({ search: 'rust' })).toEqual(['Next spring', 'Ended yesterday'])
  })

  test('search takes % and _ as they are', async () => {
    expect(await names({ search: '%' })).toEqual(['Café 100%'])
    expect(await names({ search: '_' })).toEqual([])
  })

  test('each word is found by itself, in any order, with or without the commas between them', async () => {
    expect(await names({ search: 'paris café' })).toEqual(['Café 100%'])
    expect(await names({ search: 'france, CAFE' })).toEqual(['Café 100%'])
    expect(await names({ search: 'poland rust next' })).toEqual(['Next spring'])
    expect(await names({ search: 'poland café' })).toEqual([])
    expect(await names({ search: 'runner go', when: 'running' })).toEqual(['Long runner'])
  })

  test('countries, months and online or in person narrow it, several of a kind mean any of them', async () => {
    const { db } = context.store
    const online = await makeEvent(db, {
      name: 'At home',
      start_date: '2026-12-05',
      location_name: 'Online',
      country_name: 'Taiwan',
    })
    const alsoOnline = await makeEvent(db, {
      name: 'Anywhere',
      start_date: '2025-02-03',
      location_name: 'Bay Area',
      country_name: 'ONLINE',
    })
    expect(await names({ how: 'online' })).toEqual(['At home', 'Anywhere'])
    const moved = await makeEvent(db, { name: 'Moved', start_date: '2026-12-06', status: 'moved_online' })
    expect(await names({ how: 'online' })).toEqual(['Moved', 'At home', 'Anywhere'])
    expect(await names({ how: 'in-person' })).not.toContain('Moved')
    await db.delete(events).where(eq(events.id, moved.id))
    expect(await names({ how: 'in-person', when: 'past' })).toEqual(['Ended yesterday', 'Café 100%'])
    expect(await names({ country: ['poland', 'FRANCE'] })).toEqual(['Next spring', 'Café 100%'])
    expect(await names({ country: 'Taiwan' })).toEqual(['At home'])
    expect(await names({ month: ['2025-02'] })).toEqual(['Anywhere', 'Café 100%'])
    expect(await names({ month: ['2027-04', '2025-02', '2026-12'] })).toEqual([
      'Next spring',
      'At home',
      'Anywhere',
      'Café 100%',
    ])
    expect(await names({ month: ['2026-11'], when: 'running' })).toEqual(['Long runner'])
    expect(await names({ month: ['2026-12'], year: 2025 })).toEqual([])
    expect(await names({ month: ['2025-02'], how: 'in-person', country: 'France' })).toEqual(['Café 100%'])
    await db.delete(events).where(inArray(events.id, [online.id, alsoOnline.id]))
  })

  test('the year is the year of the first day', async () => {
    expect(await names({ year: 2025 })).toEqual(['Café 100%'])
  })

  test('several topics give the events that have any of them, each once', async () => {
    expect(await names({ topics: ['Go', 'Rust'] })).toEqual(['Next spring', 'Long runner', 'Ended yesterday'])
  })

  test('all filters work together', async () => {
    expect(await names({ topics: ['Go', 'Rust'], search: 'spring', year: 2027, when: 'upcoming' })).toEqual([
      'Next spring',
    ])
    expect(await names({ topics: ['Go'], search: 'runner', when: 'running' })).toEqual(['Long runner'])
  })
})

test('pages follow each other without a gap and without a repetition, also where days are equal', async () => {
  const { db } = context.store
  for (let index = 0; index < 55; index++) {
    await makeEvent(db, {
      name: `Same day ${index}`,
      start_date: '2030-05-05',
      end_date: '2030-05-05',
      tags: ['Same'],
    })
  }
  for (const filter of [
    { when: 'upcoming', year: 2030 },
    { topics: ['Same'] },
    { search: 'same day' },
    { search: 'day same', how: 'in-person' },
    { month: ['2030-05'] },
    { month: ['2030-05', '2030-07'], country: ['Norway', 'Peru'] },
    { month: ['2030-05', '2030-07'], topics: ['Same', 'Go'] },
  ]) {
    const listedNames: string[] = []
    let after: string | undefined
    do {
      const page = await callAs(context.store, null, today).events.list({ ...filter, after } as object)
      listedNames.push(...page.events.map((event) => event.name))
      after = page.next ?? undefined
    } while (after)
    expect(listedNames).toHaveLength(55)
    expect(new Set(listedNames).size).toBe(55)
  }
})

describe('the figures of the filters', () => {
  const countsOf = (input: object = {}) => callAs(context.store, null, today).events.counts(input)
  const total = async (input: object) => {
    const api = callAs(context.store, null, today)
    let { length } = (await api.events.list({ ...input, when: 'running' })).events
    let after: string | undefined
    do {
      const page = await api.events.list({ ...input, when: 'upcoming', after })
      length += page.events.length
      after = page.next ?? undefined
    } while (after)
    return length
  }

  test('count what is to come or runs, and say what each choice would leave', async () => {
    const counts = await countsOf({ year: 2027 })
    expect(counts).toMatchObject({ all: 1, coming: 1, past: 0, is_complete: true, is_period: true })
    const coming = await countsOf()
    expect(coming).toMatchObject({ all: 58, coming: 58, past: 0, online: 0, in_person: 58, is_period: false })
    expect(coming.months).toEqual([
      { name: '2026-11', coming: 2, past: 0 },
      { name: '2027-04', coming: 1, past: 0 },
      { name: '2030-05', coming: 55, past: 0 },
    ])
    expect(coming.countries).toEqual([
      { name: 'Norway', count: 57 },
      { name: 'Poland', count: 1 },
    ])
    expect(coming.topics).toEqual([
      { name: 'Same', count: 55 },
      { name: 'Go', count: 1 },
      { name: 'Rust', count: 1 },
    ])
  })

  test.each([
    { topics: ['Go', 'Rust'] },
    { country: ['Poland'], topics: ['Rust'] },
    { search: 'rust' },
    { search: 'spring next', how: 'in-person' },
    { month: ['2026-11'] },
  ])('%o: as many as the lists, and under each choice as many as with it', async (selection) => {
    const counts = await countsOf(selection)
    expect(counts.coming).toBe(await total(selection))
    for (const { name, count } of counts.countries)
      expect([name, count]).toEqual([name, await total({ ...selection, country: [name] })])
    for (const { name, count } of counts.topics)
      expect([name, count]).toEqual([name, await total({ ...selection, topics: [name] })])
    for (const { name, coming } of counts.months)
      expect([name, coming]).toEqual([name, await total({ ...selection, month: [name] })])
    expect(counts.online).toBe(await total({ ...selection, how: 'online' }))
    expect(counts.in_person).toBe(await total({ ...selection, how: 'in-person' }))
  })

  test('past months are counted where they are asked for', async () => {
    expect((await countsOf({ month: ['2026-11', '2025-02'], when: 'past' })).months).toEqual([
      { name: '2025-02', coming: 0, past: 1 },
      { name: '2026-11', coming: 2, past: 1 },
    ])
  })

  test('of more events than are counted the figures say that they are not all', async () => {
    const { db } = context.store
    const many = await makeEvents(
      db,
      Array.from({ length: 1501 }, () => ({ start_date: '1999-06-01' })),
    )
    expect(await countsOf({ year: 1999 })).toMatchObject({ past: 1501, is_complete: false })
    await db.delete(events).where(
      inArray(
        events.id,
        many.map(({ id }) => id),
      ),
    )
  })

  test('where nothing is found, they say what there is without one part', async () => {
    const near = (input: object) => callAs(context.store, null, today).events.near(input)
    expect(await near({ search: 'café poland' })).toEqual([
      { part: 'word', word: 'café', count: 1, coming: 1 },
      { part: 'word', word: 'poland', count: 1, coming: 0 },
    ])
    expect(await near({ search: 'runner', year: 2025, topics: ['Go'] })).toEqual([
      { part: 'year', word: null, count: 1, coming: 1 },
    ])
    expect(await near({ search: 'xylophone zither' })).toEqual([])
  })

  test('words that mean one thing are left out together', async () => {
    const { near } = callAs(context.store, null, today).events
    const [ferns] = await makeEvents(context.store.db, [
      { name: 'Ferns', start_date: '2027-03-30', end_date: '2027-04-01', location_name: 'Munich' },
    ])
    expect(await near({ search: 'ferns april 2027' })).toContainEqual({
      part: 'word',
      word: 'april 2027',
      count: 1,
      coming: 1,
    })
    await context.store.db.delete(events).where(eq(events.id, ferns!.id))
  })

  test('cities nearby are those around a name of several words, and not around a month', async () => {
    const { db } = context.store
    const near = async (search: string) =>
      (await callAs(context.store, null, today).events.nearCities({ search })).map(({ city, from }) => [
        city,
        from,
      ])
    const newEvents = await makeEvents(db, [
      { start_date: '2027-03-30', location_name: 'Munich', country_name: 'Germany' },
      { start_date: '2027-03-30', location_name: 'Hong Kong', country_name: 'Hong Kong' },
      { start_date: '2027-03-30', location_name: 'Barcelona', country_name: 'Spain' },
    ])
    expect(await near('spring march 2027 munich')).toEqual([['Munich', 'munich']])
    expect(await near('react hong kong')).toEqual([['Hong Kong', 'hong kong']])
    // Salt is near Barcelona.
    expect(await near('kubernetes salt lake city')).toEqual([])
    expect(await near('kubernetes salt')).toEqual([['Barcelona', 'salt']])
    // Nothing is near Lima: the nearest ones, if that is all that is asked for.
    expect((await near('lima')).length).toBeGreaterThan(1)
    expect(await near('kubernetes lima')).toEqual([])
    await db.delete(events).where(
      inArray(
        events.id,
        newEvents.map(({ id }) => id),
      ),
    )
  })
})

test('a city shows what is to come, soonest first, and the past, newest first, each by country', async () => {
  const { db } = context.store
  const inCity = async (when: 'coming' | 'past' | 'any') =>
    (await callAs(context.store, null, today).events.inCity({ city: 'twinton', when })).events.map(
      ({ name }) => name,
    )
  const event = (name: string, start_date: string, end_date: string, country_name: string) =>
    makeEvent(db, { name, start_date, end_date, location_name: 'Twinton', country_name })
  await event('B later', '2027-02-01', '2027-02-01', 'Belgium')
  await event('A running', '2026-11-01', '2026-12-01', 'Austria')
  await event('A soon', '2026-12-01', '2026-12-01', 'Austria')
  await event('A old', '2020-01-01', '2020-01-01', 'Austria')
  await event('A older', '2019-01-01', '2019-01-01', 'Austria')
  await event('B old', '2021-01-01', '2021-01-01', 'Belgium')
  expect(await inCity('coming')).toEqual(['A running', 'A soon', 'B later'])
  expect(await inCity('past')).toEqual(['A old', 'A older', 'B old'])
  expect(await inCity('any')).toEqual(['A soon', 'A running', 'A old', 'A older', 'B later', 'B old'])
})

test('a city has the events of its venues and other spellings, a town near it its own', async () => {
  const { db } = context.store
  const place = (location_name: string) =>
    makeEvent(db, {
      name: `In ${location_name}`,
      location_name,
      country_name: 'Croatia',
      start_date: '2027-03-01',
    })
  await makeEvents(
    db,
    ['Kuala Lumpur', 'KLCC', 'Kuala Lumpur Convention Centre'].map((location_name) => ({
      name: `At ${location_name}`,
      location_name,
      country_name: 'Malaysia',
      start_date: '2027-03-01',
    })),
  )
  await place('Pula')
  await place('Rovinj')
  // Places are kept for a minute.
  vi.useFakeTimers({ now: Date.now() + 61_000, toFake: ['Date'] })
  await setImmediate()
  const { inCity, countries, weeks } = callAs(context.store, null, today).events
  const namesIn = async (city: string) =>
    (await inCity({ city })).events.map(({ location_name }) => location_name)
  for (const city of ['Kuala Lumpur', 'klcc'])
    expect(new Set(await namesIn(city))).toEqual(
      new Set(['Kuala Lumpur', 'KLCC', 'Kuala Lumpur Convention Centre']),
    )
  expect((await weeks({ city: 'Kuala Lumpur' })).map(({ in_person }) => in_person)).toEqual([3])
  expect(await namesIn('Pula')).toEqual(['Pula'])
  expect(await namesIn('Rovinj')).toEqual(['Rovinj'])
  const cityNames = (await countries()).map(({ name, cities }) => [name, cities.map((city) => city.total)])
  expect(Object.fromEntries(cityNames)).toMatchObject({ Malaysia: [3], Croatia: [1, 1] })
  vi.useRealTimers()
})

test("an event's page says which day it is there, and is kept by the minute near its days", async () => {
  vi.useFakeTimers({ now: new Date('2026-11-22T19:33:00Z'), toFake: ['Date'] })
  const { db } = context.store
  const read = async (start_date: string, time_zone: string | null) => {
    const { slug } = await makeEvent(db, { start_date, end_date: start_date, time_zone })
    const tags = new Set<string>()
    const { today } = await callAs(context.store, null, '2026-11-22', tags).events.detail({ slug })
    return [today, tags.has('clock')]
  }
  expect(await read('2026-11-22', 'Pacific/Auckland')).toEqual(['2026-11-23', true])
  expect(await read('2026-11-23', 'Pacific/Auckland')).toEqual(['2026-11-23', true])
  expect(await read('2026-11-22', null)).toEqual(['2026-11-22', false])
  expect(await read('2027-11-22', 'Pacific/Auckland')).toEqual(['2026-11-23', false])
  vi.useRealTimers()
})

test('places are countries with their cities, those with most conferences first', async () => {
  const { db } = context.store
  const place = (location_name: string, start_date: string, end_date: string) =>
    makeEvent(db, { location_name, country_name: 'Ghana', start_date, end_date })
  await place('Tema', '2025-05-01', '2025-05-02')
  await place('Accra', '2024-05-01', '2024-05-02')
  await place('Accra', '2025-05-01', '2025-05-02')
  await place('accra', '2026-11-19', '2026-11-20')
  await place('Online', '2027-05-01', '2027-05-02')
  const countries = await callAs(context.store, null, today).events.countries()
  expect(countries.find(({ name }) => name === 'Ghana')).toEqual({
    name: 'Ghana',
    total: 4,
    coming: 1,
    city_count: 2,
    region: 'africa',
    cities: [
      { name: 'Accra', total: 3, coming: 1 },
      { name: 'Tema', total: 1, coming: 0 },
    ],
  })
})

test('where no place is chosen yet, there is no country to choose', async () => {
  const { db } = context.store
  const place = { location_name: 'TBA', start_date: '2031-05-01' }
  for (const country_name of ['Togo', 'TBA', 'To be announced', 'unknown', 'Tbatonia'])
    await makeEvent(db, { ...place, country_name })
  const { countries } = await callAs(context.store, null, today).events.counts({ month: ['2031-05'] })
  expect(countries.map(({ name }) => name)).toEqual(['Tbatonia', 'Togo'])
})

describe('what a search means', () => {
  const today = '2026-11-20'
  const names = async (search: string, when: 'upcoming' | 'past' = 'upcoming') =>
    (await callAs(context.store, null, today).events.list({ search, when })).events.map(({ name }) => name)
  let ids: string[]
  beforeAll(async () => {
    const on = (start_date: string) => ({ start_date, end_date: start_date })
    const newEvents = await makeEvents(context.store.db, [
      { name: 'Zebra Lyon', ...on('2027-04-10'), location_name: 'Lyon', country_name: 'France' },
      { name: 'Zebra Winter Lyon', ...on('2027-01-10'), location_name: 'Lyon', country_name: 'France' },
      { name: 'Zebra Spring', ...on('2027-08-10'), location_name: 'Kyoto', country_name: 'Japan' },
      { name: 'Zebra Europe', ...on('2027-04-11'), location_name: 'Boston', country_name: 'United States' },
      { name: 'Zebra in April', ...on('2027-04-12'), location_name: 'Online', country_name: 'Online' },
      { name: 'Zebra Old', ...on('2019-04-12'), location_name: 'Kraków', country_name: 'Poland' },
      {
        name: 'Zebra Kit',
        ...on('2027-06-01'),
        location_name: 'Recife',
        country_name: 'Brazil',
        tags: ['Kubernetes'],
      },
    ])
    ids = newEvents.map(({ id }) => id)
  })
  afterAll(() => context.store.db.delete(events).where(inArray(events.id, ids)))

  test.each<[search: string, found: string[]]>([
    ['zebra europe', ['Zebra Winter Lyon', 'Zebra Lyon', 'Zebra Europe']],
    ['zebra europe spring 2027', ['Zebra Lyon', 'Zebra Europe']],
    ['zebra spring', ['Zebra Lyon', 'Zebra Europe', 'Zebra in April', 'Zebra Spring']],
    ['zebra conferences in april', ['Zebra Lyon', 'Zebra Europe', 'Zebra in April']],
    ['zebra asia', ['Zebra Spring']],
    ['zebra usa', ['Zebra Europe']],
    ['zebra us', ['Zebra Europe']],
    ['zebra south america', ['Zebra Kit']],
    ['zebra k8s', ['Zebra Kit']],
    ['zebra virtual', ['Zebra in April']],
    ['zebra it', ['Zebra Europe', 'Zebra Kit']],
    ['zebra27 june', ['Zebra Kit']],
    ['zebra oceania', []],
  ])('%s', async (search, expectedNames) => {
    expect(await names(search)).toEqual(expectedNames)
    const { coming, terms } = await callAs(context.store, null, today).events.counts({ search })
    expect(coming).toBe(expectedNames.length)
    expect(terms[0]).toEqual(
      search === 'zebra27 june'
        ? { words: 'zebra27', meaning: 'zebra in 2027' }
        : { words: 'zebra', meaning: null },
    )
  })

  test('in the past, too, and among the feeds of the same search', async () => {
    expect(await names('zebra europe', 'past')).toEqual(['Zebra Old'])
    expect(await names('zebra 2019', 'past')).toEqual(['Zebra Old'])
  })
})

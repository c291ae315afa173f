import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { rows } from '#platform/database/db.ts'
import { watchStatements } from '#platform/database/statements.ts'
import { runNightlyJobs } from '#server/operator/jobs.ts'
import { callAs } from '#tests/support/call.ts'
import { useStore } from '#tests/support/database.ts'
import { makeEvent } from '#tests/support/factories/events.ts'
import { makeSeries } from '#tests/support/factories/series.ts'
import { makeSpeaker } from '#tests/support/factories/speakers.ts'
import { makeTalk } from '#tests/support/factories/talks.ts'
import { makeTopic } from '#tests/support/factories/topics.ts'
import { spellingKeys } from './spelling.ts'

const context = useStore()
const today = '2026-11-20'
const find = (search: string) => callAs(context.store, null, today).find.everything({ search })
const suggest = (search: string, among: 'events' | 'speakers' = 'events') =>
  callAs(context.store, null, today).find.suggestion({ search, among })

/** What is found, each kind by its names. */
async function names(search: string) {
  const { events, series, talks, speakers, topics, places } = await find(search)
  const all = {
    events: events.map(({ name }) => name),
    series: series.map(({ name }) => name),
    talks: talks.map(({ title }) => title),
    speakers: speakers.map(({ name }) => name),
    topics: topics.map(({ name }) => name),
    places: places.map(({ city, country }) => city ?? country),
  }
  return Object.fromEntries(Object.entries(all).filter(([, list]) => list.length > 0))
}

let talk: { number: number }
beforeAll(async () => {
  const { db } = context.store
  const day = (start_date: string) => ({ start_date, end_date: start_date })
  const bergen = { location_name: 'Bergen', country_name: 'Norway' }
  await makeEvent(db, { name: 'Kubernetes Past', slug: 'past', ...day('2020-01-01'), ...bergen })
  await makeEvent(db, { name: 'Kubernetes Later', slug: 'later', ...day('2027-05-01'), ...bergen })
  await makeEvent(db, { name: 'Kubernetes Next', slug: 'next', ...day('2026-12-01'), ...bergen })
  const event = await makeEvent(db, {
    name: 'Northern Query Days',
    slug: 'query',
    ...day('2027-03-01'),
    location_name: 'Zürich',
    country_name: 'Switzerland',
    tags: ['Databases'],
  })
  const speaker = await makeSpeaker(db, { name: 'Åsa Håkansson' })
  await makeSpeaker(db, { name: '李小龍' })
  talk = await makeTalk(db, { event, title: 'Reading plans at night', speakers: [speaker] })
  await makeTopic(db, { name: 'Nobody Speaks' })
  await context.store.execute('analyze')
})

test('finds series by their names, the one that is called so first, and none without a visible edition', async () => {
  const { db } = context.store
  const days = ['2019-05-01', '2021-05-01']
  const of = (name: string) => Promise.all(days.map((start_date) => makeEvent(db, { name, start_date })))
  await makeSeries(db, await of('One'), { name: 'Marmot Kaigi', slug: 'marmot' })
  await makeSeries(db, (await of('Two')).slice(0, 1), { name: 'Kaigi' })
  await makeSeries(db, [], { name: 'Kaigi of nobody' })
  expect(await names('kaigi')).toEqual({ series: ['Kaigi', 'Marmot Kaigi'] })
  expect((await find('marmot')).series).toEqual([
    {
      name: 'Marmot Kaigi',
      slug: 'marmot',
      edition_count: 2,
      first_date: days[0],
      last_date: days[1],
    },
  ])
})

test('finds events, talks, speakers, topics and places by the words in them, in any order', async () => {
  expect(await names('days northern')).toEqual({ events: ['Northern Query Days'] })
  expect(await names('databases')).toEqual({ events: ['Northern Query Days'], topics: ['Databases'] })
  expect(await names('ZURICH')).toEqual({ events: ['Northern Query Days'], places: ['Zürich'] })
  expect(await names('switzerland')).toEqual({ events: ['Northern Query Days'], places: ['Switzerland'] })
  expect(await names('hakansson')).toEqual({ talks: ['Reading plans at night'], speakers: ['Åsa Håkansson'] })
  expect(await names('query zurich')).toEqual({ events: ['Northern Query Days'] })
  expect(await names('nobody')).toEqual({ topics: ['Nobody Speaks'] })
  expect(await names('ght')).toEqual({ talks: ['Reading plans at night'] })
})

test('events that come stand before past ones, the next first', async () => {
  expect(await names('kubernetes')).toEqual({
    events: ['Kubernetes Next', 'Kubernetes Later', 'Kubernetes Past'],
  })
})

test('a name in Japanese, Chinese or Korean is found with and without its space', async () => {
  const { db } = context.store
  for (const name of ['霧島 つむぎ', '김 하늘']) await makeSpeaker(db, { name })
  const list = async (search: string) =>
    (await callAs(context.store, null, today).speakers.list({ search })).speakers.map(({ name }) => name)
  for (const search of ['霧島つむぎ', '霧島 つむぎ', 'つむぎ 霧島']) {
    expect((await names(search)).speakers).toEqual(['霧島 つむぎ'])
    expect(await list(search)).toEqual(['霧島 つむぎ'])
  }
  expect((await names('김하늘')).speakers).toEqual(['김 하늘'])
})

test('where no place is chosen yet, there is none to find', async () => {
  const { db } = context.store
  await makeEvent(db, { name: 'Somewhere', location_name: 'TBA', country_name: 'Togo' })
  await makeEvent(db, { name: 'Anywhere', location_name: 'Tbabia', country_name: 'To be decided' })
  expect((await names('tba')).places).toEqual(['Tbabia'])
  expect((await names('be decided')).places).toBeUndefined()
  expect((await names('togo')).places).toEqual(['Togo'])
})

test('while a city is typed, cities and countries that have events are offered', async () => {
  const { find } = callAs(context.store, null, today)
  expect(await find.places({ search: 'zur' })).toEqual([{ city: 'Zürich', country: 'Switzerland' }])
  expect(await find.places({ search: 'togo' })).toEqual([{ city: null, country: 'Togo' }])
  expect(await find.places({ search: '\u0301' })).toEqual([])
})

test('places and times are understood as in the directory; what is called so stands first', async () => {
  const { db } = context.store
  await makeEvent(db, {
    name: 'Spring Quagga',
    slug: 'quagga-spring',
    start_date: '2027-09-01',
    end_date: '2027-09-01',
    country_name: 'Japan',
  })
  await makeEvent(db, {
    name: 'Quagga Days',
    slug: 'quagga-days',
    start_date: '2027-04-01',
    end_date: '2027-04-01',
    location_name: 'Oslo',
    country_name: 'Norway',
  })
  expect(await names('quagga spring 2027')).toEqual({ events: ['Quagga Days'] })
  expect(await names('quagga spring')).toEqual({ events: ['Spring Quagga', 'Quagga Days'] })
  expect(await names('quagga nordics')).toEqual({ events: ['Quagga Days'] })
  expect((await find('quagga nordics')).exact).toBe(1)
  await db.execute(sql`delete from events where slug like 'quagga-%'`)
})

test('a talk comes with its event, its day and its speakers', async () => {
  const { talks } = await find('reading plans')
  expect(talks).toEqual([
    {
      number: talk.number,
      title: 'Reading plans at night',
      date: expect.any(String),
      has_video: false,
      speakers: ['Åsa Håkansson'],
      event_name: 'Northern Query Days',
      event_slug: 'query',
    },
  ])
})

describe('one wrong letter is forgiven', () => {
  test.each([
    ['wrong', 'kubernetas'],
    ['wrong at the beginning', 'qubernetes'],
    ['missing', 'kuberntes'],
    ['too much', 'kubbernetes'],
    ['swapped', 'kubenretes'],
    ['missing at the end', 'kubernete'],
    ['in a word not typed to its end', 'kubre'],
    ['in one of two words', 'kubernets bergen'],
    ['in both words', 'kubernets bregen'],
  ])('%s: %s', async (_, search) => {
    expect((await names(search)).events).toEqual(['Kubernetes Next', 'Kubernetes Later', 'Kubernetes Past'])
  })

  test('in names of speakers, topics, talks and places', async () => {
    expect(await names('hakanson')).toEqual({
      talks: ['Reading plans at night'],
      speakers: ['Åsa Håkansson'],
    })
    expect((await names('databasse')).topics).toEqual(['Databases'])
    expect((await names('raeding')).talks).toEqual(['Reading plans at night'])
    expect((await names('norwya')).places).toEqual(['Norway'])
    expect((await names('bregen')).places).toEqual(['Bergen'])
  })

  test('not two, not in short words, not in numbers', async () => {
    expect(await names('kubarnetas')).toEqual({})
    expect(await names('åsb')).toEqual({})
    expect(await names('2031')).toEqual({})
  })

  test('how many are exact is said', async () => {
    expect((await find('kubernetes')).exact).toBe(3)
    expect((await find('kubernets')).exact).toBe(0)
  })
})

test('terms of one and two letters, and of other scripts, are found', async () => {
  expect((await names('小龍')).speakers).toEqual(['李小龍'])
  expect((await names('qu')).events).toEqual(['Northern Query Days'])
})

test.each([
  '%',
  '_',
  '\\',
  '   %%%   ',
  '...',
  "'",
  '§',
  '\u202e',
  '\ud800',
  'x'.repeat(200),
  'a '.repeat(90),
  '*',
])('finds nothing, and breaks nothing: %j', async (search) => {
  const { exact, ...lists } = await find(search)
  expect(Object.values(lists).flat().length).toBeLessThanOrEqual(25)
  expect(exact).toBeLessThanOrEqual(25)
  expect(await suggest(search)).toSatisfy((text) => text === null || typeof text === 'string')
})

test.each(['', '   ', 'x'.repeat(201)])('is refused: %j', async (search) => {
  await expect(find(search)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  await expect(suggest(search)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
})

test('a search that finds nothing is given back with its words put right', async () => {
  expect(await suggest('Kubernets Nxet')).toBe('kubernetes next')
  expect(await suggest('noway')).toBe('norway')
  expect(await suggest('Hakanson', 'speakers')).toBe('hakansson')
  expect(await suggest('hakanson', 'events')).toBe(null)
  expect(await suggest('xylophone')).toBe(null)
  // Both words are there, but not side by side, as the directory searches.
  expect(await suggest('kubernets days')).toBe(null)
})

test('a search whose words are right is not given back as another', async () => {
  expect(await suggest('kubernetes')).toBe(null)
  expect(await suggest('Zurich days')).toBe(null)
})

test('however many are found, the statements are few', async () => {
  const statements = async (search: string) => (await watchStatements(() => find(search))).statements.length
  await makeEvent(context.store.db, { name: 'Lonely Quagga', slug: 'quagga' })
  expect(await statements('quagga')).toBe(6)
  expect(await statements('quaga')).toBe(11)
  for (let n = 0; n < 7; n++) {
    const event = await makeEvent(context.store.db, { name: `Many Zebras ${n}`, slug: `zebras-${n}` })
    await makeTalk(context.store.db, { event, title: `Stripes of zebras ${n}` })
  }
  expect(await find('zebras')).toMatchObject({ events: { length: 5 }, talks: { length: 5 }, exact: 10 })
  expect(await statements('zebras')).toBe(6)
})

describe('the dictionary', () => {
  const words = async (kind: string) =>
    (
      await rows<{ word: string }>(
        context.store.db,
        sql`select word from words where kind = ${kind} order by word`,
      )
    ).map(({ word }) => word)

  test('is asked by its index, however small it is and whatever the server takes a page to cost', async () => {
    const plan = await context.store.db.transaction(async (tx) => {
      await tx.execute(
        sql`insert into words (kind, word) select 'talks', md5(n::text) from generate_series(1, 500) as n`,
      )
      await tx.execute(sql`analyze words`)
      await tx.execute(sql`set local random_page_cost = 4`)
      const lines = await rows(
        tx,
        sql`explain select word from words where spelling_keys(word) && ${sql.param(spellingKeys(['maria', 'berlin', 'london']))}::text[]`,
      )
      await tx.execute(
        sql`delete from words where kind = 'talks' and word in (select md5(n::text) from generate_series(1, 500) as n)`,
      )
      return JSON.stringify(lines)
    })
    expect(plan).toContain('words_by_spelling')
  })

  test('follows a renamed event and a speaker of a talk at once, and forgets at night', async () => {
    const { db } = context.store
    const speaker = await makeSpeaker(db, { name: 'Ephemera Wanderfalke' })
    const event = await makeEvent(db, {
      name: 'Shortlived Symposium',
      slug: 'short',
      location_name: 'Vanishville',
      country_name: 'Vanishland',
    })
    await makeTalk(db, { event, title: 'Fleeting', speakers: [speaker] })
    expect(await words('talks')).toContain('wanderfalke')
    await db.execute(sql`update events set name = 'Renamed Gathering' where id = ${event.id}::uuid`)
    expect(await words('events')).toContain('gathering')
    expect((await names('vanishvile')).places).toEqual(['Vanishville'])
    expect((await names('gathring')).events).toEqual(['Renamed Gathering'])

    await db.execute(sql`delete from events where id = ${event.id}::uuid`)
    await db.execute(sql`delete from speakers where id = ${speaker.id}::uuid`)
    // What is gone is found neither as a place nor by a near word, also before the night.
    expect(await names('vanishville')).toEqual({})
    expect(await names('vanishvile')).toEqual({})
    expect(await suggest('gathring')).toBe(null)
    await runNightlyJobs(context.store)
    for (const kind of ['events', 'speakers', 'talks'])
      expect(
        (await words(kind)).filter((word) => /vanish|gathering|wanderfalke|shortlived/.test(word)),
      ).toEqual([])
    expect(await rows(db, sql`select from places where city_key = 'vanishville'`)).toEqual([])
  })

  test('those who add the same new words at once, in any order, do not wait for each other', async () => {
    const { db } = context.store
    const both = ['Albatross Ahead', 'Barnacle Below']
    const adding = Array.from({ length: 20 }, (_, n) =>
      db.transaction(async (tx) => {
        for (const name of n % 2 ? both : both.toReversed())
          await makeEvent(tx, { name, slug: `${name.slice(0, 4).toLowerCase()}-${n}`, location_name: name })
      }),
    )
    await Promise.all(adding)
    await runNightlyJobs(context.store)
    const added = /^(albatross|ahead|barnacle|below)$/
    expect((await words('events')).filter((word) => added.test(word))).toEqual([
      'ahead',
      'albatross',
      'barnacle',
      'below',
    ])
    expect((await names('albatros')).places).toEqual(['Albatross Ahead'])
  })

  test('the night makes nothing else of it than the triggers did', async () => {
    const held = () => rows(context.store.db, sql`select kind, word from words order by kind, word`)
    const before = await held()
    await runNightlyJobs(context.store)
    expect(await held()).toEqual(before)
  })
})

import { expect, test } from 'vitest'
import { callAs } from '#tests/support/call.ts'
import { useStore } from '#tests/support/database.ts'
import { makeEvent, makeEvents } from '#tests/support/factories/events.ts'
import { makeSeries } from '#tests/support/factories/series.ts'

const context = useStore()
const today = '2027-03-01'
const nearbyNames = async (id: string) =>
  (await callAs(context.store, null, today).events.nearby({ id })).map(({ name }) => name)

test('the nearest in place, time and topics, in order of day, none that is over, off or the same conference', async () => {
  const { db } = context.store
  const berlin = { location_name: 'Berlin', country_name: 'Germany' }
  const centre = await makeEvent(db, {
    ...berlin,
    name: 'Centre 2027',
    start_date: '2027-05-10',
    tags: ['Rust'],
  })
  await makeEvents(db, [
    { ...berlin, name: 'Same days', start_date: '2027-05-10' },
    { ...berlin, name: 'Two weeks later', start_date: '2027-05-24' },
    { ...berlin, name: 'Far away in time', start_date: '2027-09-01' },
    { ...berlin, name: 'Cancelled', start_date: '2027-05-10', status: 'cancelled' },
    { ...berlin, name: 'Over', start_date: '2027-02-20' },
    {
      name: 'Across the border',
      location_name: 'Prague',
      country_name: 'Czechia',
      start_date: '2027-05-09',
      tags: ['Rust'],
    },
    { name: 'Far and off topic', location_name: 'Rome', country_name: 'Italy', start_date: '2027-05-10' },
    { name: 'Overseas', location_name: 'Tokyo', country_name: 'Japan', start_date: '2027-05-10' },
  ])
  const next = await makeEvent(db, { ...berlin, name: 'Centre 2028', start_date: '2027-05-12' })
  await makeSeries(db, [centre, next])
  expect(await nearbyNames(centre.id)).toEqual(['Across the border', 'Same days', 'Two weeks later'])
  const [prague] = await callAs(context.store, null, today).events.nearby({ id: centre.id })
  expect(prague).toMatchObject({ kilometres: 279, shared_tags: ['Rust'] })
  expect(prague).not.toHaveProperty('distance')
})

test('an event online is near to others online; one that is not there has none', async () => {
  const online = { location_name: 'Online', country_name: 'Online' }
  const centre = await makeEvent(context.store.db, { ...online, start_date: '2031-05-10' })
  const other = await makeEvent(context.store.db, { ...online, start_date: '2031-05-12' })
  expect(await nearbyNames(centre.id)).toEqual([other.name])
  expect(await nearbyNames('0d5c1f7e-52a1-4f0e-9f5a-3f1d0f8b2c11')).toEqual([])
})

test('where nothing is near or alike, the next in its country', async () => {
  const { db } = context.store
  const perth = { location_name: 'Perth', country_name: 'Australia' }
  const brisbane = { location_name: 'Brisbane', country_name: 'Australia' }
  const [past, toCome] = await makeEvents(db, [
    { ...perth, name: 'Quokka', start_date: '2019-05-10' },
    { ...perth, name: 'Numbat', start_date: '2027-05-10' },
    { ...brisbane, name: 'Palms', start_date: '2027-06-14' },
    { ...brisbane, name: 'Too soon for the way', start_date: '2027-03-02' },
    { ...brisbane, name: 'In a year', start_date: '2028-06-14' },
  ])
  expect(await nearbyNames(toCome!.id)).toEqual(['Too soon for the way', 'Palms'])
  expect(await nearbyNames(past!.id)).toEqual(['Numbat', 'Palms'])
})

test('after an event that is over, what is to come about its topics, then near it, the other editions apart', async () => {
  const { db } = context.store
  const tromso = { location_name: 'Tromsø', country_name: 'Norway' }
  const [centre] = await makeEvents(db, [
    { ...tromso, name: 'Fjord 2019', start_date: '2019-05-10', tags: ['Fjords'] },
    { ...tromso, name: 'In three months', start_date: '2027-06-01' },
    { ...tromso, name: 'In two years', start_date: '2029-03-01' },
    {
      name: 'About it',
      location_name: 'Lima',
      country_name: 'Peru',
      start_date: '2027-04-01',
      description: 'Topics: fjords.',
    },
    {
      name: 'Too soon for the way',
      location_name: 'Lima',
      country_name: 'Peru',
      start_date: '2027-03-02',
      tags: ['Fjords'],
    },
    { ...tromso, name: 'Begun', start_date: today, tags: ['Fjords'] },
    { ...tromso, name: 'On a day not known yet', start_date: '2028-01-01', tags: ['Fjords'] },
  ])
  const editions = await makeEvents(db, [
    { ...tromso, name: 'Fjord 2027', start_date: '2027-04-01' },
    { ...tromso, name: 'Fjord 2020', start_date: '2020-05-10' },
    { name: 'Fjord 2021', location_name: 'Malmö', country_name: 'Sweden', start_date: '2021-05-10' },
  ])
  await makeSeries(db, [centre!, ...editions])
  expect(await nearbyNames(centre!.id)).toEqual(['About it', 'In three months'])
  const { next, others } = await callAs(context.store, null, today).events.editions({ id: centre!.id })
  expect(next?.name).toBe('Fjord 2020')
  expect(others.map(({ name }) => name)).toEqual(['Fjord 2020', 'Fjord 2021', 'Fjord 2027'])
})

test('a topic of most conferences brings nothing from far away', async () => {
  const { db } = context.store
  const [cairo, tokyo] = [
    { location_name: 'Cairo', country_name: 'Egypt' },
    { location_name: 'Tokyo', country_name: 'Japan' },
  ]
  const [centre] = await makeEvents(db, [
    { ...cairo, name: 'Nile 2019', start_date: '2019-05-10', tags: ['Everything', 'Rivers'] },
    { ...tokyo, name: 'About rivers', start_date: '2027-04-20', tags: ['Rivers'] },
    ...Array.from({ length: 8 }, (_, n) => ({
      ...tokyo,
      name: `About everything ${n}`,
      start_date: `2027-04-1${n}`,
      tags: ['Everything'],
    })),
  ])
  expect(await nearbyNames(centre!.id)).toEqual(['About rivers'])
})

test('what is about its topics stands before what is near, in order of day, farther away in time where too little is', async () => {
  const nairobi = { location_name: 'Nairobi', country_name: 'Kenya' }
  const sand = { ...nairobi, start_date: '2027-08-10', tags: ['Sand'] }
  const [centre] = await makeEvents(context.store.db, [
    {
      name: 'Dunes',
      location_name: 'Windhoek',
      country_name: 'Namibia',
      start_date: '2027-04-01',
      tags: ['Sand'],
    },
    { ...sand, name: 'About sand' },
    { ...sand, name: 'About water', tags: ['Water'] },
    { ...sand, name: 'Next year', start_date: '2028-04-01' },
    { ...sand, name: 'Overseas', location_name: 'Lima', country_name: 'Peru' },
  ])
  expect(await nearbyNames(centre!.id)).toEqual(['About sand', 'Overseas', 'Next year'])
})

test('where nothing is near or alike, what is nearest within 600 km stands before what is in the country', async () => {
  const [centre] = await makeEvents(context.store.db, [
    {
      name: 'Frost 2020',
      location_name: 'Anchorage',
      country_name: 'United States',
      start_date: '2027-07-01',
    },
    { name: 'Inland', location_name: 'Fairbanks', country_name: 'United States', start_date: '2027-08-10' },
    {
      name: 'Down the coast',
      location_name: 'Seattle',
      country_name: 'United States',
      start_date: '2027-08-10',
    },
    {
      name: 'Nowhere on a map',
      location_name: 'Xyzzy',
      country_name: 'United States',
      start_date: '2027-08-10',
    },
  ])
  expect(await nearbyNames(centre!.id)).toEqual(['Inland', 'Nowhere on a map', 'Down the coast'])
  const past = await makeEvent(context.store.db, {
    name: 'Ice 2020',
    location_name: 'Anchorage',
    country_name: 'United States',
    start_date: '2020-07-01',
  })
  expect(await nearbyNames(past.id)).toEqual(['Frost 2020', 'Nowhere on a map', 'Inland'])
})

test('a conference shows the editions of its series, and none that only has its name', async () => {
  const make = (name: string, start_date: string) =>
    makeEvent(context.store.db, { name, start_date, location_name: 'Selfoss', country_name: 'Iceland' })
  const [first, second, third] = [
    await make('GeyserKaigi 2020', '2020-05-01'),
    await make('GeyserKaigi 2021', '2021-05-01'),
    await make('Geyser Days', '2027-05-01'),
  ]
  const editionsOf = async (id: string) => {
    const { previous, next, others } = await callAs(context.store, null, today).events.editions({ id })
    return [previous?.name, next?.name, others.map(({ name }) => name)]
  }
  expect(await editionsOf(first.id)).toEqual([undefined, undefined, []])
  await makeSeries(context.store.db, [second, third])
  expect(await editionsOf(first.id)).toEqual([undefined, undefined, []])
  expect(await editionsOf(second.id)).toEqual([undefined, 'Geyser Days', ['Geyser Days']])
  expect(await editionsOf(third.id)).toEqual(['GeyserKaigi 2021', undefined, ['GeyserKaigi 2021']])
})

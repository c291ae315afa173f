import { beforeAll, beforeEach, expect, test } from 'vitest'
import { rows } from '#platform/database/db.ts'
import { callAsPerson, refusal } from '#tests/support/call.ts'
import { useStore } from '#tests/support/database.ts'
import { makeEvent } from '#tests/support/factories/events.ts'
import { makePerson, type Person } from '#tests/support/factories/people.ts'

const context = useStore()
let admin: Person
let member: Person
beforeAll(async () => {
  admin = await makePerson(context.store.db, { isAdmin: true })
  member = await makePerson(context.store.db)
})
beforeEach(() => context.store.execute('truncate all_events, old_addresses, follows, places cascade'))

const as = (person: Person | null) => callAsPerson(context.store, person, { isAdmin: person === admin })
const eventIn = (location_name: string, country_name: string, fields = {}) =>
  makeEvent(context.store.db, { location_name, country_name, ...fields })
const followedCities = async () =>
  (
    await rows<{ key: string }>(context.store.db)`
      select city_key as key from follows where city_key is not null`
  ).map(({ key }) => key)
const cityOf = async (name: string) => (await as(null).events.place({ kind: 'city', name })).name

test('cities that are not known are listed with what they may be', async () => {
  const knownCities = [
    ['Berlin', 'Germany'],
    ['München', 'Germany'],
    ['Pasadena CA', 'United States'],
    ['Online', 'Online'],
    ['TBA', 'Germany'],
    ['Goa', 'India'],
  ]
  for (const [city, country] of knownCities) await eventIn(city!, country!)
  const unknownCities = [
    ['KLCC', 'Malaysia', 'Kuala Lumpur'],
    ['Clear Water, FL', 'United States', 'Clearwater, FL'],
    ['Shibuya', 'Japan', 'Tokyo'],
    ['Munchn', 'Germany', 'Munich'],
    ['Hilton Austin, TX', 'United States', 'Austin, TX'],
    ['Hintertupfing', 'Germany', null],
  ]
  for (const [city, country] of unknownCities) await eventIn(city!, country!)
  const { cities, total } = await as(admin).cities.unknown()
  expect(cities.map(({ city, country, proposal }) => [city, country, proposal]).sort()).toEqual(
    unknownCities.sort(),
  )
  expect(total).toBe(unknownCities.length)
})

test('a city is renamed for all its conferences, its followers and its address, and all of it can be undone', async () => {
  const { db } = context.store
  await eventIn('Clear Water', 'United States')
  await eventIn('Clear water', 'United States', { time_zone: 'Asia/Tokyo' })
  await eventIn('Clearwater', 'Canada')
  await as(member).follows.set({ kind: 'city', key: 'Clear Water', is_following: true })
  await as(member).follows.set({ kind: 'country', key: 'Canada', is_following: true })
  const contents = async () => [
    await rows(db)`select id, location_name, time_zone from all_events order by id`,
    await rows(db)`select user_id, city_key, country_key, created_at from follows order by city_key`,
    await rows(db)`select key, new_key from old_addresses where new_key is not null`,
  ]
  const before = await contents()
  const names = { city: 'Clear Water', country: 'United States', new_city: 'Clearwater, FL' }
  const { change_id, event_count } = await as(admin).cities.rename(names)
  expect(event_count).toBe(2)
  expect(
    await rows(db)`select location_name, time_zone from events order by location_name, time_zone`,
  ).toEqual([
    { location_name: 'Clearwater', time_zone: null },
    { location_name: 'Clearwater, FL', time_zone: 'America/New_York' },
    { location_name: 'Clearwater, FL', time_zone: 'Asia/Tokyo' },
  ])
  expect(await cityOf('clear water')).toBe('Clearwater, FL')
  expect(await followedCities()).toEqual(['clearwater, fl'])
  expect(await refusal(as(admin).cities.rename(names))).toMatchObject({ code: 'NOT_FOUND' })
  expect(await as(admin).history.undo({ id: change_id })).toMatchObject({ kept: [] })
  expect(await contents()).toEqual(before)
  expect(await cityOf('CLEAR WATER')).toMatch(/^clear water$/i)
})

test('a name that another country has, too, keeps its address and followers', async () => {
  await eventIn('Paris', 'France')
  await eventIn('Paris', 'United States')
  await as(member).follows.set({ kind: 'city', key: 'Paris', is_following: true })
  await as(admin).cities.rename({ city: 'Paris', country: 'United States', new_city: 'Paris, TX' })
  expect(await cityOf('Paris')).toBe('Paris')
  expect(await followedCities()).toEqual(['paris'])
})

test('other spellings lead to the one of the directory', async () => {
  await eventIn('Bengaluru', 'India')
  await eventIn('Clearwater FL', 'United States')
  await eventIn('Köln', 'Germany')
  expect(await cityOf('Bangalore')).toBe('Bengaluru')
  expect(await cityOf('Clearwater')).toBe('Clearwater FL')
  expect(await cityOf('Clear Water, FL')).toBe('Clearwater FL')
  expect(await cityOf('cologne')).toBe('Köln')
  expect(await refusal(cityOf('Hamburg'))).toMatchObject({ code: 'NOT_FOUND' })
  await context.store.execute('delete from all_events')
  // A city that is known stays, for its feeds and followers.
  expect(await cityOf('Bengaluru')).toBe('Bengaluru')
})

test('a city is found by another name, and by its name without the state', async () => {
  await eventIn('Clearwater FL', 'United States')
  await eventIn('Bengaluru', 'India')
  expect(await cityOf('Clearwater')).toBe('Clearwater FL')
  expect(await cityOf('Clear Water, FL')).toBe('Clearwater FL')
  expect(await cityOf('Bangalore')).toBe('Bengaluru')
})

import { expect, test } from 'vitest'
import { countries } from '#lib/countries.ts'
import { zoneOfCountry } from '#lib/country-zones.ts'
import { fold } from '#lib/text.ts'
import { isTimeZone } from '#lib/time-zones.ts'
import { hasRealData, readFixtureEvents, readRealEvents } from '#tests/support/real-data.ts'
import cities from './cities.json' with { type: 'json' }
import { findCentre, findPlace, zoneOfCity } from './gazetteer.server.ts'
import { kilometresBetween } from './projection.ts'

test.each([
  ['Berlin', 'Germany', 'Europe/Berlin'],
  ['münchen', 'Germany', 'Europe/Berlin'],
  ['Cologne', 'Germany', 'Europe/Berlin'],
  ['St. Gallen', 'Switzerland', 'Europe/Zurich'],
  ['Biel', 'Switzerland', 'Europe/Zurich'],
  ['London', 'UK', 'Europe/London'],
  ['New York, NY', 'USA', 'America/New_York'],
  ['Washington, DC', 'United States', 'America/New_York'],
  ['Portland, OR', 'United States', 'America/Los_Angeles'],
  ['Portland, ME', 'United States', 'America/New_York'],
  ['Portland', 'United States', 'America/Los_Angeles'],
  ['Bengaluru', 'India', 'Asia/Kolkata'],
  ['KLCC', 'Malaysia', 'Asia/Kuala_Lumpur'],
  ['VinUniversity', 'Vietnam', 'Asia/Bangkok'],
  ['Macau SAR', 'China', 'Asia/Macau'],
  ['Hilton Austin, TX', 'United States', 'America/Chicago'],
  ['Washington', 'United States', 'America/New_York'],
  ['Portland ME', 'United States', 'America/New_York'],
  ['Pasadena CA', 'USA', 'America/Los_Angeles'],
  ['Pasadena CA 91101', 'USA', 'America/Los_Angeles'],
  ['Arlington, Virginia', 'United States', 'America/New_York'],
  ['Lehi UT', 'United States', 'America/Denver'],
  ['Toronto ON', 'Canada', 'America/Toronto'],
  ['Newcastle NSW', 'Australia', 'Australia/Sydney'],
  ['Saigon', 'Viet Nam', 'Asia/Ho_Chi_Minh'],
  ['Odesa', 'Ukraine', 'Europe/Kyiv'],
  ['Las Palmas', 'ES', 'Atlantic/Canary'],
  ['Pristina', 'Kosovo', 'Europe/Belgrade'],
])('%s, %s is in %s', async (city, country, zone) => {
  expect((await findPlace(city, country))?.time_zone).toBe(zone)
})

test.each([
  ['Online', 'Online'],
  ['Berlin', 'Nowhere'],
  ['Paris, ZZ', 'United States'],
  ['Boulder CA', 'United States'],
  ['', 'Germany'],
  ['constructor', 'Germany'],
  ['Berlin', 'toString'],
])('%s, %s is not known', async (city, country) => {
  expect(await findPlace(city, country)).toBeUndefined()
})

test.each(countries.filter(({ code }) => zoneOfCountry(code)))(
  'a town of $name that nobody knows has its one zone',
  async ({ code, name }) => {
    expect(await zoneOfCity({ location_name: 'Hintertupfing', country_name: name })).toBe(zoneOfCountry(code))
  },
)

test.each([
  ['Hintertupfing', 'United States', null],
  ['Smallville, Kentucky', 'United States', null],
  ['Hintertupfing', 'Vietnam', 'Asia/Ho_Chi_Minh'],
  ['Otis - OR', 'United States', 'America/Los_Angeles'],
  ['Gnjilane', 'Kosovo', 'Europe/Belgrade'],
  ['Hintertupfing', 'Nowhere', null],
])('the zone of %s, %s is %s', async (location_name, country_name, zone) => {
  expect(await zoneOfCity({ location_name, country_name })).toBe(zone)
})

test('every zone is one that the site takes', () => {
  expect(cities.zones.split(' ').filter((zone) => !isTimeZone(zone))).toEqual([])
})

/** How many of those that take place somewhere are placed, and how many of these in the zone that their source names. */
async function countPlaced(events: Awaited<ReturnType<typeof readRealEvents>>) {
  const onSite = events.filter(({ city, country }) => city && country && city !== 'Online')
  const places = await Promise.all(
    onSite.map(async ({ city, country, timezone }) => ({
      timezone,
      place: await findPlace(city!, country!),
    })),
  )
  const matches = places.filter(({ place }) => place)
  const hour = (zone: string) => new Date('2026-07-01T12:00Z').toLocaleString('sv', { timeZone: zone })
  const zoned = matches.filter(({ timezone }) => timezone && isTimeZone(timezone))
  const isRight = zoned.filter(({ timezone, place }) => hour(timezone!) === hour(place!.time_zone))
  return { known: matches.length / onSite.length, right: isRight.length / zoned.length }
}

test('most real conferences are placed, and in the right zone', async () => {
  const { known, right } = await countPlaced(await readFixtureEvents())
  expect(known).toBeGreaterThan(0.85)
  expect(right).toBeGreaterThan(0.98)
})

test.skipIf(!hasRealData)('so are 97 of 100 of 8,378', async () => {
  const { known, right } = await countPlaced(await readRealEvents())
  expect(known).toBeGreaterThan(0.97)
  expect(right).toBeGreaterThan(0.98)
})

test.each([
  ['Bergen', 60.39],
  ['Birmingham, United States', 33.52],
  ['Portland, ME', 43.66],
  ['Portland ME', 43.66],
  ['Boulder CO', 40.01],
  ['Las Vegas', 36.17],
  ['nowhere at all', undefined],
])('a search around %s', async (text, latitude) => {
  expect((await findCentre(text))?.latitude).toBe(latitude)
})

test('names of cities are folded, as those that are looked up', async () => {
  const names = cities.cities.split('\n').map((line) => line.split(';')[0]!)
  expect(names.filter((name) => fold(name) !== name)).toEqual([])
  expect((await findPlace('N’Dalatando', 'Angola'))?.city_id).toBe("n'dalatando;AO")
})

test('a state decides between cities of one name', async () => {
  expect((await findPlace('Portland - ME', 'United States'))?.latitude).toBe(43.66)
})

test('distances are those on the globe', async () => {
  const [berlin, potsdam, sydney] = [
    await findPlace('Berlin'),
    await findPlace('Potsdam'),
    await findPlace('Sydney'),
  ]
  expect(kilometresBetween(berlin!, berlin!)).toBe(0)
  expect(kilometresBetween(berlin!, potsdam!)).toBeCloseTo(27, -1)
  expect(Math.round(kilometresBetween(berlin!, sydney!) / 100)).toBe(161)
})

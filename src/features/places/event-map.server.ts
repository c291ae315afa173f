import { sql } from 'drizzle-orm'
import { countedEvents, ofWords } from '#features/directory/event-counts.server.ts'
import { howConditions, selectionConditions, where } from '#features/directory/event-list.server.ts'
import { centreOf, positionOf } from '#features/directory/selected-places.server.ts'
import type { EventMap, MapSelection } from '#features/events/events.schemas.ts'
import { zoneOfCity } from '#features/gazetteer/gazetteer.server.ts'
import type { Town } from '#features/gazetteer/places.schemas.ts'
import { kilometresBetween, type MapWindow, regions } from '#features/gazetteer/projection.ts'
import { findCountry } from '#lib/country-names.ts'
import { addDays, daysBetween } from '#lib/dates.ts'
import { findRegion } from '#lib/regions.ts'
import { dayIn } from '#lib/time-zones.ts'
import { type Database, rows } from '#platform/database/db.ts'
import { holdsAll } from '#platform/database/search.ts'
import { limits } from '#src/limits.ts'
import { placeTowns } from './map-layout.ts'

/** `running`: how many are on yesterday, today and tomorrow by UTC: one of them is the day it is there. */
type CityOfEvents = { city: string; country: string; count: number; running: number[] }

/** The continent of a country by its name; Türkiye and Cyprus are on the map of Europe. */
export function regionOf(country: string) {
  const code = findCountry(country)?.code
  return (
    regions.find(({ name }) => code !== undefined && findRegion(name)?.codes.includes(code))?.slug ?? null
  )
}

/** The cities of a selection with how many events each has, and where it lies: those to come, or of the year or months that are chosen. */
export async function mapEvents(db: Database, selection: MapSelection, today: string): Promise<EventMap> {
  // Around a city the positions of the cities decide, which are looked up here anyway.
  const { region, near, within = limits.nearDefaultKilometres, ...filters } = selection
  const centre = near === undefined ? undefined : await centreOf(near)
  const { words, ...conditions } = await selectionConditions(db, filters, today)
  const { counted, ofMonths } = countedEvents(filters, today, [
    ...ofWords(words),
    ...Object.values(conditions).flat(),
  ])
  const cities = await rows<CityOfEvents>(db)`
    select min(location_name) as city, min(country_name) as country, count(*)::integer as count,
      array[${sql.join(
        [-1, 0, 1].map(
          (days) =>
            sql`count(*) filter (where ${addDays(today, days)}::date between start_date and end_date)`,
        ),
        sql`, `,
      )}]::integer[] as running
    from (${counted}) as counted
    ${where([
      ...(words.length > 0 ? [holdsAll(words)] : []),
      ...Object.values(conditions).flat(),
      howConditions['in-person'],
      ...ofMonths,
    ])}
    group by city_key, country_key order by count(*) desc, city_key, country_key`
  const { placed, unplaced } = await placeCities(
    cities.filter(({ country }) => !region || regionOf(country) === region),
    today,
  )
  return {
    cities: placed.filter((place) => !centre || kilometresBetween(centre, place) <= within),
    // What has no position may be near or far.
    unplaced: centre ? 0 : unplaced,
    centre: centre ?? null,
  }
}

/** Where cities lie, those with most events first, and how many events have no place. A venue is at the position of its city. */
async function placeCities(cities: CityOfEvents[], today: string) {
  const placed = new Map<string, EventMap['cities'][number]>()
  let unplaced = 0
  for (const { city, country, count, running: runningByDay } of cities) {
    const event = { location_name: city, country_name: country }
    const position = await positionOf(event)
    if (!position) {
      unplaced += count
      continue
    }
    // Most cities have none, and their day need not be looked up.
    const running = runningByDay.some(Boolean)
      ? runningByDay[daysBetween(today, dayIn(await zoneOfCity(event), today)) + 1]!
      : 0
    const key = `${position.latitude},${position.longitude}`
    const same = placed.get(key)
    if (!same) placed.set(key, { city, country, ...position, count, running })
    else placed.set(key, { ...same, count: same.count + count, running: same.running + running })
  }
  return { placed: [...placed.values()].sort((one, other) => other.count - one.count), unplaced }
}

/** The towns that a locator shows around its middle. */
export async function readTowns(db: Database, window: MapWindow): Promise<Town[]> {
  const cities = await rows<CityOfEvents>(db)`
    select min(location_name) as city, min(country_name) as country, count(*)::integer as count, '{}'::integer[] as running
    from events group by city_key, country_key having count(*) > 1 order by count(*) desc, city_key`
  return placeTowns((await placeCities(cities, '')).placed, window)
}

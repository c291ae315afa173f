import { sql } from 'drizzle-orm'
import { findPlace, kilometresBetween } from '#features/places/gazetteer.server.ts'
import type { Place } from '#features/places/places.schemas.ts'
import { searchWords } from '#lib/text.ts'
import { type Database, rows } from '#server/database/db.ts'
import { limits } from '#src/limits.ts'
import type { NearCity } from './events.schemas.ts'

/** Events to come that are looked at, the next ones first. */
const mostRead = 1500

/** The city that a search names, with all its words or with one of them. */
async function placeIn(search: string): Promise<{ name: string; place: Place } | undefined> {
  for (const name of [search, ...searchWords(search)]) {
    const place = await findPlace(name)
    if (place) return { name, place }
  }
}

/** The nearest cities with events to come, around the city that a search names. */
export async function findNearCities(db: Database, search: string, today: string): Promise<NearCity[]> {
  const centre = await placeIn(search)
  if (!centre) return []
  const cities = await rows<Omit<NearCity, 'kilometres' | 'from'>>(
    db,
    sql`
      select min(location_name) as city, min(country_name) as country, count(*)::integer as count
      from (
        select location_name, country_name, city_key, country_key from events
        where start_date >= ${today}::date order by start_date limit ${mostRead}
      ) as coming
      where city_key <> 'online' group by city_key, country_key`,
  )
  const near: NearCity[] = []
  for (const each of cities) {
    const position = await findPlace(each.city, each.country)
    const kilometres = position && Math.round(kilometresBetween(centre.place, position))
    if (kilometres !== undefined && kilometres <= limits.nearKilometres)
      near.push({ ...each, kilometres, from: centre.name })
  }
  return near.sort((one, other) => one.kilometres - other.kilometres).slice(0, limits.nearCities)
}

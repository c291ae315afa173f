import type { NearCity } from '#features/events/events.schemas.ts'
import { findCentre, findPlace } from '#features/gazetteer/gazetteer.server.ts'
import type { Place } from '#features/gazetteer/places.schemas.ts'
import { kilometresBetween } from '#features/gazetteer/projection.ts'
import { searchTerms } from '#lib/search-terms.ts'
import { type Database, rows } from '#platform/database/db.ts'
import { serverLimits } from '#src/limits.ts'

/** Events to come that are looked at, the next ones first. */
const maxNearRows = 1500

/** Words of a search that are looked at, and most of them that are one name. */
const maxWords = 6
const maxOfName = 3

/** What may be a city in a search: all of it, then words beside each other, most first, but for those that say when. */
function namesIn(search: string, today: string): string[] {
  const words = searchTerms(search, today)
    .filter(
      ({ clauses }) => !clauses.flat().some((clause) => typeof clause === 'object' && 'months' in clause),
    )
    .flatMap(({ words }) => words)
    .filter((word) => !/^\d+$/.test(word))
    .slice(0, maxWords)
  const lengths = Array.from({ length: maxOfName }, (_, index) => maxOfName - index)
  const runs = lengths.flatMap((length) =>
    words.slice(length - 1).map((_, start) => words.slice(start, start + length).join(' ')),
  )
  return [search, ...runs]
}

/**
 * The nearest cities with events to come, around the first city that a search names and that has some; if it is nothing but
 * a city, however far away they are.
 */
export async function findNearCities(db: Database, search: string, today: string): Promise<NearCity[]> {
  const centres: { name: string; place: Place }[] = []
  for (const name of namesIn(search, today)) {
    // Salt is a city, but not in Salt Lake City.
    if (centres.some((centre) => centre.name.includes(name))) continue
    const place = name === search ? await findCentre(search) : await findPlace(name)
    if (place) centres.push({ name, place })
  }
  if (centres.length === 0) return []
  const cities = await rows<Omit<NearCity, 'kilometres' | 'from'>>(db)`
    select min(location_name) as city, min(country_name) as country, count(*)::integer as count
    from (
      select location_name, country_name, city_key, country_key from events
      where start_date >= ${today}::date order by start_date limit ${maxNearRows}
    ) as coming
    where city_key <> 'online' group by city_key, country_key`
  for (const { name, place } of centres) {
    const placedCities: NearCity[] = []
    for (const each of cities) {
      const position = await findPlace(each.city, each.country)
      const kilometres = position && Math.round(kilometresBetween(place, position))
      if (kilometres !== undefined)
        placedCities.push({ ...each, kilometres, from: name.replace(/,[^,]*$/, '') })
    }
    const nearest = placedCities.sort((one, other) => one.kilometres - other.kilometres)
    const near = nearest.filter(({ kilometres }) => kilometres <= serverLimits.nearKilometres)
    if (near.length > 0) return near.slice(0, serverLimits.nearCities)
    if (name === search) return nearest.slice(0, serverLimits.nearCities)
  }
  return []
}

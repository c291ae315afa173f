import { sql } from 'drizzle-orm'
import { readRecentPlaces } from '#features/directory/selected-places.server.ts'
import type { CountryOfEvents } from '#features/events/events.schemas.ts'
import { type Database, rows } from '#platform/database/db.ts'
import { serverLimits } from '#src/limits.ts'
import { regionOf } from './event-map.server.ts'

/**
 * The countries that have events, by name, each with its cities that have the most to come. They are spelled as most events
 * spell them; what is in a venue counts for its city.
 */
export async function listCountries(db: Database, today: string): Promise<CountryOfEvents[]> {
  const places = (await readRecentPlaces(db)).filter(({ city_id }) => city_id !== null)
  const columnOf = (name: 'city_key' | 'country_key' | 'city_id') =>
    sql.param(places.map((place) => place[name]))
  const countries = await rows<Omit<CountryOfEvents, 'region'>>(db)`
    with cities as (
      select country_key,
        mode() within group (order by country_name) as country, mode() within group (order by location_name) as name,
        count(*)::integer as total,
        (count(*) filter (where end_date >= ${today}::date))::integer as coming
      from events
      left join unnest(${columnOf('city_key')}::text[], ${columnOf('country_key')}::text[], ${columnOf('city_id')}::text[])
        as place (city_key, country_key, city_id) using (city_key, country_key)
      where city_key <> 'online' and country_key <> 'online' group by country_key, coalesce(city_id, city_key)
    ),
    ordered as (
      select *, row_number() over (partition by country_key order by coming desc, total desc, name) as position from cities
    ),
    countries as (
      select country_key, mode() within group (order by country) as name,
        sum(total)::integer as total, sum(coming)::integer as coming, count(*)::integer as city_count,
        json_agg(json_build_object('name', name, 'total', total, 'coming', coming) order by position)
          filter (where position <= ${serverLimits.citiesOfCountry}::integer) as cities
      from ordered group by country_key order by total desc limit ${serverLimits.countries}
    )
    select name, total, coming, city_count, cities from countries order by country_key`
  return countries.map((country) => ({ ...country, region: regionOf(country.name) }))
}

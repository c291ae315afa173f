import { sql } from 'drizzle-orm'
import { forgetOldAddress, recordOldAddress } from '#features/administration/old-addresses.server.ts'
import { beginSet } from '#features/change-log/undo.server.ts'
import { isOnlinePlace } from '#features/events/events.ts'
import { proposedCity, zoneOfCity } from '#features/gazetteer/gazetteer.server.ts'
import { fold } from '#lib/text.ts'
import { isUndecidedPlace } from '#lib/undecided-place.ts'
import { type Database, rows } from '#platform/database/db.ts'
import { serverLimits } from '#src/limits.ts'
import type { UnknownCity } from './city-names.schemas.ts'

type CityOfEvents = Omit<UnknownCity, 'proposal'> & { city_key: string }

/** 'kuala lumpur' and 'pasadena, CA' with capitals. */
const withCapitals = (name: string) => name.replace(/(?<![\p{L}'’])\p{L}/gu, (letter) => letter.toUpperCase())

/** The cities of conferences that are none of the gazetteer's, those with the most conferences first, each with what it may be. */
export async function readUnknownCities(db: Database): Promise<{ cities: UnknownCity[]; total: number }> {
  const all = await rows<CityOfEvents>(db)`
    select mode() within group (order by location_name) as city, country_name as country, city_key, count(*)::integer as event_count
    from events group by city_key, country_name order by event_count desc, city_key, country_name`
  const cities: UnknownCity[] = []
  for (const { city_key, ...row } of all) {
    if (isOnlinePlace(row.city) || isOnlinePlace(row.country) || isUndecidedPlace(row.city)) continue
    const proposal = await proposedCity(row.city, row.country)
    if (proposal === undefined) continue
    const [name = '', state] = proposal?.split(', ') ?? []
    const existing = all.find(
      ({ city_key: key, country }) =>
        country === row.country && fold(name) === key.replace(/[\s,-]+[a-z]{2}$/, ''),
    )
    const isInState = existing && (!state || fold(existing.city).endsWith(fold(state)))
    cities.push({ ...row, proposal: proposal && (isInState ? existing.city : withCapitals(proposal)) })
  }
  return { cities: cities.slice(0, serverLimits.unknownCitiesListed), total: cities.length }
}

type Renaming = { city: string; country: string; new_city: string }

/**
 * Renames a city for all its conferences, as one set of changes, and takes its followers along. Its former address leads to
 * the new name, unless the name is that of a city of another country, too. Returns the set, and how many conferences moved.
 */
export async function renameCity(
  tx: Database,
  viewer: { id: string },
  { city, country, new_city }: Renaming,
): Promise<{ change_id: number; event_count: number } | undefined> {
  const [key, newKey] = [fold(city), fold(new_city)]
  const change_id = await beginSet(tx, { by: viewer.id, via: 'form' })
  await tx.execute(sql`select set_config('hallway.bulk', 'on', true)`)
  const zone = await zoneOfCity({ location_name: new_city, country_name: country })
  const renamed = await rows(tx)`
    update all_events set location_name = ${new_city}, time_zone = coalesce(time_zone, ${zone})
    where city_key = ${key} and country_name = ${country} and location_name <> ${new_city} returning id`
  if (renamed.length === 0) return undefined
  await forgetOldAddress(tx, 'city', newKey)
  const remaining = await rows(tx)`select from all_events where city_key = ${key} limit 1`
  if (key !== newKey && remaining.length === 0) {
    await recordOldAddress(tx, 'city', key, newKey)
    await tx.execute(sql`
      insert into follows (user_id, city_key, created_at)
      select user_id, ${newKey}, created_at from follows where city_key = ${key} on conflict do nothing`)
    await tx.execute(sql`delete from follows where city_key = ${key}`)
  }
  return { change_id, event_count: renamed.length }
}

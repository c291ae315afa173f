import { and, eq, sql } from 'drizzle-orm'
import { findPlace } from '#features/gazetteer/gazetteer.server.ts'
import { listedCountry } from '#lib/country-names.ts'
import { decodePathPart, fold } from '#lib/text.ts'
import { type Database, rows } from '#platform/database/db.ts'
import { old_addresses } from './old-addresses.tables.ts'

type Kind = (typeof old_addresses.$inferSelect)['kind']

/** From now on the address of `key` leads to `newKey`; with null it says that the record is gone. */
export async function recordOldAddress(
  tx: Database,
  kind: Kind,
  key: string,
  newKey: string | null,
): Promise<void> {
  await tx
    .insert(old_addresses)
    .values({ kind, key, new_key: newKey })
    .onConflictDoUpdate({ target: [old_addresses.kind, old_addresses.key], set: { new_key: newKey } })
}

/** The record has its address again. */
export async function forgetOldAddress(tx: Database, kind: Kind, key: string): Promise<void> {
  await tx.delete(old_addresses).where(and(eq(old_addresses.kind, kind), eq(old_addresses.key, key)))
}

/** Where the address of a record that is not there leads now: another key, null if it is gone, undefined if there never was one. */
export async function findNewKey(db: Database, kind: Kind, key: string): Promise<string | null | undefined> {
  const steps = await rows<{ new_key: string | null }>(db)`
    with recursive steps as (
      select key, new_key, 1 as step from old_addresses where kind = ${kind} and key = ${key}
      union all
      select next.key, next.new_key, step + 1 from steps
      join old_addresses as next on next.kind = ${kind} and next.key = steps.new_key
      where step < 100
    )
    select new_key from steps order by step desc limit 1`
  return steps[0]?.new_key
}

/** The city that is or was called so, also if its last conference went, or is known by this name elsewhere; null for one that is no city of the gazetteer. */
export async function findCity(db: Database, name: string): Promise<string | null | undefined> {
  const nameOfKey = async (key: string) =>
    (
      await rows<{ name: string }>(db)`
        select location_name as name from events where city_key = ${key} order by start_date desc, id limit 1`
    )[0]?.name
  const present = await nameOfKey(fold(name))
  if (present) return present
  const newKey = await findNewKey(db, 'city', fold(name))
  const renamed = newKey && (await nameOfKey(newKey))
  if (renamed) return renamed
  const cityId = (await findPlace(name))?.city_id
  if (!cityId) return newKey === null ? null : undefined
  const spellings = await rows<{ location_name: string; country_name: string; city_key: string }>(db)`
    select location_name, country_name, city_key from places`
  const keys: string[] = []
  for (const { location_name, country_name, city_key } of spellings)
    if ((await findPlace(location_name, country_name))?.city_id === cityId) keys.push(city_key)
  const [usual] = await rows<{ name: string }>(db)`
    select mode() within group (order by location_name) as name from events
    where city_key = any (${sql.param(keys)}::text[])`
  return usual?.name ?? (newKey === null ? name : undefined)
}

const kindsOfFolders: Record<string, Kind> = {
  conferences: 'event',
  speakers: 'speaker',
  topics: 'topic',
  cities: 'city',
  countries: 'country',
  series: 'series',
}

/** As `findNewKey`, for the encoded path of a feed or file below the page of a record: the path it has now. */
export async function findNewPath(db: Database, path: string): Promise<string | null | undefined> {
  const [, folder = '', key = '', ...rest] = path.split('/')
  const kind = kindsOfFolders[folder]
  if (!kind) return
  const [talk] = rest[0] === 'talks' ? [Number.parseInt(rest[1] ?? '', 10)] : []
  const newTalk = talk ? await findNewKey(db, 'talk', String(talk)) : undefined
  if (newTalk === null) return null
  if (newTalk) rest[1] = rest[1]!.replace(/^\d+/, newTalk)
  const name = decodePathPart(key)
  const currentName = kind === 'country' ? listedCountry(name) : name
  if (currentName !== name) return pathOf(currentName)
  if (kind === 'event' || kind === 'speaker' || kind === 'series') {
    const newName = await findNewKey(db, kind, name)
    return pathOf(newTalk && newName === undefined ? name : newName)
  }
  if (kind === 'city') {
    const city = await findCity(db, name)
    return pathOf(city === name ? undefined : city)
  }
  const newKey = await findNewKey(db, kind, fold(name))
  if (!newKey) return newKey
  const [topic] = await rows<{ name: string }>(db)`select name from topics where fold(name) = ${newKey}`
  return pathOf(topic?.name)

  function pathOf(newKey: string | null | undefined) {
    return newKey && `/${[folder, encodeURIComponent(newKey), ...rest].join('/')}`
  }
}

import { ORPCError } from '@orpc/server'
import { type SQL, sql } from 'drizzle-orm'
import type { EventSelection, NearFilter } from '#features/events/events.schemas.ts'
import { isNearItsDays, isOnlinePlace } from '#features/events/events.ts'
import { findCentre, findPlace, zoneOfCity } from '#features/gazetteer/gazetteer.server.ts'
import type { Position } from '#features/gazetteer/places.schemas.ts'
import { kilometresBetween } from '#features/gazetteer/projection.ts'
import { fold } from '#lib/text.ts'
import { dayIn } from '#lib/time-zones.ts'
import { type Database, rows } from '#platform/database/db.ts'
import { limits } from '#src/limits.ts'

type DirectoryPlace = Position & { city_key: string; country_key: string; city_id: string | null }

/** The places of the last reading: thousands of them are located again only if one is new. */
let lastReading: { text: string; places: Promise<DirectoryPlace[]>; readAt: number } | undefined

async function locate(text: string): Promise<DirectoryPlace[]> {
  const places: DirectoryPlace[] = []
  for (const line of text.split('\n')) {
    const [city = '', country = ''] = line.split('\t')
    if (isOnlinePlace(city) || isOnlinePlace(country)) continue
    const place = await findPlace(city, country)
    if (!place) continue
    const { latitude, longitude, city_id } = place
    places.push({ latitude, longitude, city_id, city_key: fold(city), country_key: fold(country) })
  }
  return places
}

/** The lists of a page ask at the same moment: one reading is for all of them. */
const readings = new WeakMap<Database, Promise<DirectoryPlace[]>>()

/** All cities that have events and a position. The table `places` may lack a new one until the night. */
export function readPlaces(db: Database): Promise<DirectoryPlace[]> {
  const reading = readings.get(db) ?? readPlacesNow(db)
  if (!readings.has(db)) setImmediate(() => readings.delete(db))
  readings.set(db, reading)
  return reading
}

async function readPlacesNow(db: Database): Promise<DirectoryPlace[]> {
  const [row] = await rows<{ text: string | null }>(db)`
    select string_agg(location_name || E'\t' || country_name, E'\n') as text from places`
  const text = row?.text ?? ''
  const places = lastReading?.text === text ? lastReading.places : locate(text)
  lastReading = { text, places, readAt: Date.now() }
  return places
}

/** The same as it was at most a minute ago, so that the page of a city takes no further statement. */
export const readRecentPlaces = (db: Database) =>
  lastReading && Date.now() - lastReading.readAt < 60_000 ? lastReading.places : readPlaces(db)

/** The keys of a city's events: as it is spelled, by its other spellings, and by venues in it. */
export async function cityKeysOf(db: Database, city: string): Promise<string[]> {
  const places = await readRecentPlaces(db)
  const ids = new Set(places.filter(({ city_key }) => city_key === fold(city)).map(({ city_id }) => city_id))
  ids.delete(null)
  const keys = places.filter(({ city_id }) => ids.has(city_id)).map(({ city_key }) => city_key)
  return [...new Set([fold(city), ...keys])]
}

/** The condition on `events` that they take place in a city. */
export async function cityCondition(db: Database, city: string): Promise<SQL> {
  const [key, ...otherKeys] = await cityKeysOf(db, city)
  // With one key the index gives the order.
  return otherKeys.length === 0
    ? sql`city_key = ${key}`
    : sql`city_key = any (${sql.param([key, ...otherKeys])}::text[])`
}

/** Where the city of an event lies; null where it is not known, and for what is online. */
export async function positionOf(event: {
  location_name: string
  country_name: string
}): Promise<Position | null> {
  if (isOnlinePlace(event.location_name) || isOnlinePlace(event.country_name)) return null
  const place = await findPlace(event.location_name, event.country_name)
  return place ? { latitude: place.latitude, longitude: place.longitude } : null
}

/** The city around which events are looked for. */
export async function centreOf(near: string): Promise<Position> {
  const centre = await findCentre(near)
  if (centre) return centre
  throw new ORPCError('BAD_REQUEST', {
    message: `“${near}” is not a city that is known here. Try a larger one nearby, or add its country.`,
  })
}

/** The condition on `events` that they take place within a distance of a city. */
export async function nearConditions(db: Database, { near, within }: NearFilter): Promise<SQL[]> {
  if (near === undefined) return []
  const centre = await centreOf(near)
  const places = (await readPlaces(db)).filter(
    (place) => kilometresBetween(centre, place) <= (within ?? limits.nearDefaultKilometres),
  )
  const cities = sql.param(places.map(({ city_key }) => city_key))
  const countries = sql.param(places.map(({ country_key }) => country_key))
  return [
    sql`(city_key, country_key) in (select * from unnest(${cities}::text[], ${countries}::text[]))`,
    sql.raw(`status <> 'moved_online'`),
  ]
}

type Placed = {
  location_name: string
  country_name: string
  start_date?: string | null
  end_date?: string | null
}

/** The days that it is in zones, for the quarter of an hour in which none changes: to read a clock takes 10 µs. */
let days = { quarter: 0, today: '', ofZones: new Map<string | null, string>() }

/** The day it is at an event, if it is about to begin, on or just over, and that day is not `today`. */
async function localTodayOf(event: Placed, today: string): Promise<string | undefined> {
  const { start_date, end_date } = event
  if (!start_date || !end_date || !isNearItsDays({ start_date, end_date }, today)) return
  const zone = await zoneOfCity(event)
  const quarter = Math.floor(Date.now() / 900_000)
  if (days.quarter !== quarter || days.today !== today) days = { quarter, today, ofZones: new Map() }
  const localToday = days.ofZones.get(zone) ?? dayIn(zone, today)
  days.ofZones.set(zone, localToday)
  return localToday === today ? undefined : localToday
}

/** Events with their position, and how far they are from the city that a selection names. */
export async function withPositions<Event extends Placed>(
  events: Event[],
  { near }: EventSelection = {},
  today?: string,
) {
  const centre = near === undefined ? undefined : await centreOf(near)
  return Promise.all(
    events.map(async (event) => {
      const position = await positionOf(event)
      const localToday = today && (await localTodayOf(event, today))
      const kilometres = centre && position ? Math.round(kilometresBetween(centre, position)) : undefined
      return {
        ...event,
        position,
        ...(kilometres === undefined ? {} : { kilometres }),
        ...(localToday && { local_today: localToday }),
      }
    }),
  )
}

import { sql } from 'drizzle-orm'
import { findPlace } from '#features/places/gazetteer.server.ts'
import type { Place } from '#features/places/places.schemas.ts'
import { kilometresBetween } from '#features/places/projection.ts'
import { daysBetween } from '#lib/dates.ts'
import { type Database, rows } from '#platform/database/db.ts'
import { limits } from '#src/limits.ts'
import { cardColumns, willTakePlace } from './event-list.server.ts'
import type { EventCard, NearbyEvent } from './events.schemas.ts'
import { isOnline } from './events.ts'

/** Events before and after the day that are compared: some weeks of a large directory. */
const mostCompared = 250

/** How far away in place, time and topic still counts as near: a week, 300 km and a missing topic weigh the same. */
const farthest = 5

/** Up to three events to come that are nearest to one in place, time and topics, nearest first. */
export async function findNearbyEvents(db: Database, eventId: string, today: string): Promise<NearbyEvent[]> {
  const candidates = await rows<EventCard>(
    db,
    sql`
      with centre as materialized (select id, start_date, conference_key from events where id = ${eventId}::uuid)
      select ${cardColumns} from (
        select * from events where id = ${eventId}::uuid
        union all (
          select * from events
          where start_date >= greatest((select start_date from centre), ${today}::date)
            and conference_key is distinct from (select conference_key from centre) and ${willTakePlace}
          order by start_date, id limit ${mostCompared}
        ) union all (
          select * from events
          where start_date >= ${today}::date and start_date < (select start_date from centre)
            and conference_key is distinct from (select conference_key from centre) and ${willTakePlace}
          order by start_date desc, id desc limit ${mostCompared}
        )
      ) as candidate`,
  )
  const centre = candidates.find(({ id }) => id === eventId)
  if (!centre) return []
  const centrePlace = await placeOf(centre)
  const distances = await Promise.all(
    candidates
      .filter((event) => event !== centre)
      .map(async (event) => {
        const kilometres = distanceKm(centrePlace, await placeOf(event))
        const shared_tags = event.tags.filter((tag) => centre.tags.includes(tag))
        return {
          event,
          kilometres,
          shared_tags,
          distance: distanceOf(centre, event, kilometres, shared_tags.length),
        }
      }),
  )
  return distances
    .filter(({ distance }) => distance <= farthest)
    .sort((one, other) => one.distance - other.distance)
    .slice(0, limits.nearbyEvents)
    .map(({ event: { excerpt: _, ...event }, kilometres, shared_tags }) => ({
      ...event,
      kilometres,
      shared_tags,
    }))
}

const placeOf = async (event: EventCard) =>
  isOnline(event) ? undefined : findPlace(event.location_name, event.country_name)

const distanceKm = (one: Place | undefined, other: Place | undefined) =>
  one && other ? Math.round(kilometresBetween(one, other)) : null

function distanceOf(centre: EventCard, event: EventCard, kilometres: number | null, sharedTopics: number) {
  const weeks = Math.abs(daysBetween(centre.start_date, event.start_date)) / 7
  return placeDistance(centre, event, kilometres) + weeks - Math.min(sharedTopics, 2)
}

/** In units of 300 km. Where the distance is unknown, the names of the places decide. */
function placeDistance(centre: EventCard, event: EventCard, kilometres: number | null) {
  if (kilometres !== null) return kilometres / 300
  if (isOnline(centre) !== isOnline(event)) return 2
  if (isOnline(centre) || centre.location_name === event.location_name) return 0
  return centre.country_name === event.country_name ? 1 : farthest
}

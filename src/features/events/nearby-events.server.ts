import { sql } from 'drizzle-orm'
import { findPlace } from '#features/places/gazetteer.server.ts'
import type { Place } from '#features/places/places.schemas.ts'
import { kilometresBetween } from '#features/places/projection.ts'
import { daysBetween } from '#lib/dates.ts'
import { fold } from '#lib/text.ts'
import { type Database, rows } from '#platform/database/db.ts'
import { limits } from '#src/limits.ts'
import { cardColumns, willTakePlace } from './event-list.server.ts'
import type { EventCard, NearbyEvent } from './events.schemas.ts'
import { isOnline } from './events.ts'
import { otherTopics } from './labelled-facts.ts'

/** Events before and after the day that are compared: some weeks of a large directory. */
const mostCompared = 250
/** And the next of each of its topics. */
const mostOfTag = 20

/** How far away in place, time and topic still counts as near, in weeks: 300 km weigh as much as one, a shared topic as two. */
const farthest = 5
const weeksOfTopic = 2
/** A topic of more than a quarter of all, such as research, says little. */
const commonShare = 1 / 4
const fewEvents = 5
/** After an event that is over, what is to come in two months is as near as a week is to one that is to come. */
const weeksAfterPast = 8
/** How many days before it people decide to go to what is near, and to what is farther away than `farKilometres`. */
const daysOfNotice = { near: 1, far: 7 }
const farKilometres = 1000
/** What shares a topic is wanted from so far where little is near. */
const farthestOfTopic = { days: 182, kilometres: 4000 }
/** Where nothing is near or alike, what is nearest within so many kilometres, before an event. */
const farthestOfOthers = 600

/**
 * Up to three events to come that are nearest to one in place, time and topics, those that share a topic first, and farther ones about its
 * topics where there are fewer; for one that is over, the next about its topics.
 */
export async function findNearbyEvents(db: Database, eventId: string, today: string): Promise<NearbyEvent[]> {
  const candidateRows = await rows<EventCard & { is_around: boolean }>(
    db,
    sql`
      with centre as materialized (select id, start_date, conference_key, tags from events where id = ${eventId}::uuid)
      select ${cardColumns}, is_around from (
        select *, true as is_around from events where id = ${eventId}::uuid
        union all (
          select *, true from events
          where start_date >= greatest((select start_date from centre), ${today}::date + 1)
            and conference_key is distinct from (select conference_key from centre) and ${willTakePlace}
          order by start_date, id limit ${mostCompared}
        ) union all (
          select *, true from events
          where start_date > ${today}::date and start_date < (select start_date from centre)
            and conference_key is distinct from (select conference_key from centre) and ${willTakePlace}
          order by start_date desc, id desc limit ${mostCompared}
        ) union all (
          select events.*, false from unnest((select tags from centre)) as centre_tag (name) cross join lateral (
            select event_id from event_tags where tag = centre_tag.name and start_date > ${today}::date
            order by start_date, event_id limit ${mostOfTag}
          ) as tagged join events on events.id = tagged.event_id
          where conference_key is distinct from (select conference_key from centre) and ${willTakePlace}
        )
      ) as candidate`,
  )
  const candidates = [...Map.groupBy(candidateRows, ({ id }) => id).values()].map(([first]) => first!)
  const centre = candidates.find(({ id }) => id === eventId)
  if (!centre) return []
  const isOver = centre.end_date < today
  const centrePlace = await placeOf(centre)
  const centreTopics = new Set(topicsOf(centre).map(fold))
  const counts = new Map<string, number>()
  const eventsAround = candidates.filter(({ is_around }) => is_around)
  for (const event of eventsAround)
    for (const tag of new Set(topicsOf(event).map(fold))) counts.set(tag, (counts.get(tag) ?? 0) + 1)
  const mostOfTopic = Math.max(fewEvents, eventsAround.length * commonShare)
  const isTelling = (tag: string) => (counts.get(fold(tag)) ?? 0) <= mostOfTopic
  const weeksTo = ({ start_date }: EventCard) =>
    isOver
      ? daysBetween(today, start_date) / 7 / weeksAfterPast
      : Math.abs(daysBetween(centre.start_date, start_date)) / 7
  const distances = await Promise.all(
    candidates
      .filter((event) => event !== centre)
      .map(async (event) => {
        const kilometres = distanceKm(centrePlace, await placeOf(event))
        const shared_tags = topicsOf(event).filter((tag) => centreTopics.has(fold(tag)) && isTelling(tag))
        // Whoever missed one looks for its topics first, and travels farther for them.
        const isWanted = isOver && shared_tags.length > 0
        const place = placeDistance(centre, event, kilometres)
        const distance =
          (isWanted ? Math.min(place, farthest - 1) - farthest : place) +
          weeksTo(event) -
          weeksOfTopic * Math.min(shared_tags.length, 2)
        return { event, kilometres, shared_tags, distance }
      }),
  )
  const isWithinReach = ({ start_date }: EventCard, kilometres: number | null) =>
    Math.abs(daysBetween(centre.start_date, start_date)) <= farthestOfTopic.days &&
    (kilometres ?? 0) <= farthestOfTopic.kilometres
  const reachable = distances
    .filter(
      ({ event, kilometres }) => !(isOver && daysBetween(today, event.start_date) < noticeFor(kilometres)),
    )
    .sort((one, other) => one.distance - other.distance)
  const chosen = reachable.filter(
    ({ event, distance, kilometres, shared_tags }) =>
      (distance <= farthest || (!isOver && shared_tags.length > 0 && isWithinReach(event, kilometres))) &&
      // Without a topic in common only what is close; after one that is over, that is no reason to go.
      (shared_tags.length > 0 ||
        (!isOver && (kilometres ?? 300 * placeDistance(centre, event, null)) <= limits.nearKilometres)),
  )
  const farther = reachable.filter(
    ({ event, kilometres }) =>
      !isOver &&
      isOnline(event) === isOnline(centre) &&
      (kilometres ?? (isOnline(centre) ? 0 : Infinity)) <= farthestOfOthers &&
      isWithinReach(event, kilometres),
  )
  return (
    (chosen.length > 0 ? chosen : farther)
      .slice(0, limits.nearbyEvents)
      // What shares a topic stands first.
      .sort(
        (one, other) =>
          Number(other.shared_tags.length > 0) - Number(one.shared_tags.length > 0) ||
          (one.event.start_date < other.event.start_date ? -1 : 1),
      )
      .map(({ event: { excerpt: _, is_around: __, ...event }, kilometres, shared_tags }) => ({
        ...event,
        kilometres,
        shared_tags,
      }))
  )
}

const noticeFor = (kilometres: number | null) =>
  (kilometres ?? 0) > farKilometres ? daysOfNotice.far : daysOfNotice.near

/** With those that its description names. */
const topicsOf = ({ tags, excerpt }: EventCard) => [...tags, ...otherTopics(excerpt, tags)]

const placeOf = async (event: EventCard) =>
  isOnline(event) ? undefined : findPlace(event.location_name, event.country_name)

const distanceKm = (one: Place | undefined, other: Place | undefined) =>
  one && other ? Math.round(kilometresBetween(one, other)) : null

/** In units of 300 km. Where the distance is unknown, the names of the places decide. */
function placeDistance(centre: EventCard, event: EventCard, kilometres: number | null) {
  if (kilometres !== null) return kilometres / 300
  if (isOnline(centre) !== isOnline(event)) return 2
  if (isOnline(centre)) return 0
  if (centre.country_name !== event.country_name) return farthest
  return centre.location_name === event.location_name ? 0 : 1
}

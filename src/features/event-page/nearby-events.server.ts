import { sql } from 'drizzle-orm'
import { cardColumns, willTakePlace } from '#features/directory/event-list.server.ts'
import type { EventCard, NearbyEvent } from '#features/events/events.schemas.ts'
import { isDayOpen, isOnline } from '#features/events/events.ts'
import { otherTopics } from '#features/events/labelled-facts.ts'
import { findPlace } from '#features/gazetteer/gazetteer.server.ts'
import type { Place } from '#features/gazetteer/places.schemas.ts'
import { kilometresBetween } from '#features/gazetteer/projection.ts'
import { daysBetween } from '#lib/dates.ts'
import { fold } from '#lib/text.ts'
import { isUndecidedPlace } from '#lib/undecided-place.ts'
import { type Database, rows } from '#platform/database/db.ts'
import { serverLimits } from '#src/limits.ts'

/** Events before and after the day that are compared: some weeks of a large directory. */
const maxCompared = 250
/** And the next of each of its topics. */
const maxOfTag = 20

/** How far away in place, time and topic still counts as near, in weeks: 300 km weigh as much as one, a shared topic as two. */
const farthest = 5
const weeksOfTopic = 2
/** Nobody goes to two at the same time. */
const weeksOfClash = 2
/** A topic of more than a quarter of all, such as research, says little. */
const commonShare = 1 / 4
const fewEvents = 5
/** After an event that is over, what is to come in two months is as near as a week is to one that is to come. */
const weeksAfterPast = 8
/** How many days before it people decide to go to what is near, and to what is farther away than `farKilometres`. */
const daysOfNotice = { near: 1, far: 7 }
const farKilometres = 1000
/** What is to come is wanted so many days before or after an event. */
const maxDays = 182
/** Where too little is near or alike, what is nearest within so many kilometres and days. */
const farthestOfOthers = { kilometres: 600, days: 60 }

/** What suggests an event, the best first. Nobody reads of what is near but about something else before what is alike. */
const ranks = { topic: 0, close: 1, nearest: 2, far: 3, anywhere: 4 }

const isOfOtherConference = sql`not exists (select from centre where series_id = events.series_id)`

type FoundEvent = EventCard & { found_by: 'day' | 'topic' }
/** With its topics and those that its description names, by their folded names. */
type Candidate = FoundEvent & { topics: Map<string, string> }

/** The event, those around its day, and the next of each of its topics. */
const readCandidates = (db: Database, eventId: string, today: string) =>
  rows<FoundEvent>(db)`
    with centre as materialized (
      select id, start_date, series_id, tags
      from events where id = ${eventId}::uuid
    )
    select ${cardColumns}, found_by from (
      select *, 'day' as found_by from events where id = ${eventId}::uuid
      union all (
        select *, 'day' from events
        where start_date >= greatest((select start_date from centre), ${today}::date + 1)
          and ${isOfOtherConference} and ${willTakePlace}
        order by start_date, id limit ${maxCompared}
      ) union all (
        select *, 'day' from events
        where start_date > ${today}::date and start_date < (select start_date from centre)
          and ${isOfOtherConference} and ${willTakePlace}
        order by start_date desc, id desc limit ${maxCompared}
      ) union all (
        select events.*, 'topic' from unnest((select tags from centre)) as centre_tag (name) cross join lateral (
          select event_id from event_tags where tag = centre_tag.name and start_date > ${today}::date
          order by start_date, event_id limit ${maxOfTag}
        ) as tagged join events on events.id = tagged.event_id
        where ${isOfOtherConference} and ${willTakePlace}
      )
    ) as candidate`

/** What one event is compared with. */
type Centre = { event: Candidate; place: Place | undefined; isOver: boolean; today: string }

/**
 * Up to three events to come: those about the same topics, the nearer the better; if these are fewer, what is close, the
 * nearest others, and the next in its country or online; if there are none, the nearest anywhere.
 */
export async function findNearbyEvents(db: Database, eventId: string, today: string): Promise<NearbyEvent[]> {
  const candidateRows = await readCandidates(db, eventId, today)
  const candidates: Candidate[] = [
    ...new Map(candidateRows.toReversed().map((event) => [event.id, event])).values(),
  ].map((event) => ({ ...event, topics: topicsOf(event) }))
  const event = candidates.find(({ id }) => id === eventId)
  if (!event) return []
  const centre = { event, place: await placeOf(event), isOver: event.end_date < today, today }
  const tellingTopics = tellingTopicsOf(event, candidates)
  const comparisons = await Promise.all(
    candidates
      .filter((other) => other !== event && !isUndecidedPlace(other.location_name) && !isDayOpen(other))
      .map((other) => compare(centre, other, tellingTopics)),
  )
  const suggestions = comparisons
    .filter(({ days, kilometres }) => !centre.isOver || days >= noticeFor(kilometres))
    .flatMap((comparison) => {
      const rank = rankOf(centre, comparison)
      return rank === null ? [] : { ...comparison, rank }
    })
    .sort(
      (one, other) =>
        one.rank - other.rank ||
        Number(other.isForSame) - Number(one.isForSame) ||
        one.distance - other.distance,
    )
  // The last resort, where there is nothing better.
  const resort = centre.isOver && isOnline(event) ? ranks.far : ranks.anywhere
  return suggestions
    .slice(0, serverLimits.nearbyEvents)
    .filter(({ rank }) => rank < resort || rank === suggestions[0]!.rank)
    .sort(
      (one, other) =>
        Number(one.shared_tags.length === 0) - Number(other.shared_tags.length === 0) ||
        one.event.start_date.localeCompare(other.event.start_date),
    )
    .map(({ event: { found_by: _, topics: __, ...card }, kilometres, shared_tags }) => ({
      ...card,
      kilometres,
      shared_tags,
    }))
}

/** The folded topics of an event that few of those around its day have. */
function tellingTopicsOf(event: Candidate, candidates: Candidate[]): Set<string> {
  const eventsAround = candidates.filter(({ found_by }) => found_by === 'day')
  const counts = new Map<string, number>()
  for (const around of eventsAround)
    for (const tag of around.topics.keys()) counts.set(tag, (counts.get(tag) ?? 0) + 1)
  const maxOfTopic = Math.max(fewEvents, eventsAround.length * commonShare)
  return new Set([...event.topics.keys()].filter((tag) => (counts.get(tag) ?? 0) <= maxOfTopic))
}

/** How far an event is from the centre, in place, time and topics. */
async function compare(
  { event: centre, place, isOver, today }: Centre,
  event: Candidate,
  topics: Set<string>,
) {
  const kilometres = distanceKm(place, await placeOf(event))
  const shared_tags = [...event.topics].flatMap(([folded, tag]) => (topics.has(folded) ? tag : []))
  const weeksOfPlace = placeDistance(centre, event, kilometres)
  const isClash =
    !isOver && event.start_date <= centre.end_date && centre.start_date <= event.end_date && weeksOfPlace > 0
  const days = daysBetween(isOver ? today : centre.start_date, event.start_date)
  const distance =
    (isClash ? weeksOfClash : 0) +
    // People travel farther for their topics.
    (shared_tags.length > 0 ? Math.min(weeksOfPlace, farthest + weeksOfPlace / 10) : weeksOfPlace) +
    (isOver ? days / 7 / weeksAfterPast : Math.abs(days) / 7) -
    weeksOfTopic * Math.min(shared_tags.length, 2)
  const way = kilometres ?? (weeksOfPlace === 0 ? 0 : Number.POSITIVE_INFINITY)
  // A conference for researchers is nothing for others because it is near.
  const isForSame = isAcademic(centre) === isAcademic(event)
  return { event, kilometres, shared_tags, days, way, distance, isForSame }
}

type Comparison = Awaited<ReturnType<typeof compare>>

function rankOf({ event: centre, isOver }: Centre, comparison: Comparison): number | null {
  const { event, shared_tags, days, way, distance, isForSame } = comparison
  const isInTime = Math.abs(days) <= maxDays
  if (shared_tags.length > 0) return isOver || isInTime ? ranks.topic : ranks.far
  if (!isForSame) return null
  // What is online, too, is no way to go on from something else.
  if (!(isOver && isOnline(centre))) {
    if (isInTime && way <= serverLimits.nearKilometres && (isOver || distance <= farthest)) return ranks.close
    if (way <= farthestOfOthers.kilometres && Math.abs(days) <= farthestOfOthers.days) return ranks.nearest
  }
  if (!isInTime) return null
  return event.country_name === centre.country_name ? ranks.far : ranks.anywhere
}

const noticeFor = (kilometres: number | null) =>
  (kilometres ?? 0) > farKilometres ? daysOfNotice.far : daysOfNotice.near

const topicsOf = ({ tags, excerpt }: EventCard) =>
  new Map([...tags, ...otherTopics(excerpt, tags)].map((tag) => [fold(tag), tag]))

const isAcademic = ({ topics }: Candidate) => topics.has('research')

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

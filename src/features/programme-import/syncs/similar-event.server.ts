import { sql } from 'drizzle-orm'
import type { ListedEvent } from '#features/events/event-listing.server.ts'
import { conferenceKey } from '#features/events/slug.ts'
import { findPlace } from '#features/gazetteer/gazetteer.server.ts'
import { fold, hostOf } from '#lib/text.ts'
import { type Database, rows } from '#platform/database/db.ts'

/** What a programme says of its conference. */
export type DescribedEvent = {
  name: string
  start_date: string
  end_date: string
  location_name: string
  country_name: string
  website: string | null
}

/** Words that the names of unrelated conferences share. */
const genericWords = new Set(
  'conf conference congress summit day days camp fest festival forum meetup event workshop the of and for in at dev devs developer developers tech open source software data world international'.split(
    ' ',
  ),
)

const wordsOf = (name: string) =>
  new Set(
    conferenceKey(name)
      .split(/[^\p{L}\p{N}]+/u)
      .filter((word) => word.length > 1),
  )

/** Null where one of the cities is unknown. */
async function isSamePlace(one: DescribedEvent, other: DescribedEvent): Promise<boolean | null> {
  if (fold(one.location_name) === fold(other.location_name)) return true
  const [place, otherPlace] = await Promise.all(
    [one, other].map(({ location_name, country_name }) => findPlace(location_name, country_name)),
  )
  if (!place || !otherPlace) return null
  return place.latitude === otherPlace.latitude && place.longitude === otherPlace.longitude
}

/** How likely two conferences on common days are the same one: 0 if nothing says so. */
export async function likeness(one: DescribedEvent, other: DescribedEvent): Promise<number> {
  const [words, otherWords] = [wordsOf(one.name), wordsOf(other.name)]
  const commonWords = [...words].filter((word) => otherWords.has(word))
  const hasSameName = conferenceKey(one.name) === conferenceKey(other.name)
  const hasSameHost = one.website && other.website && hostOf(one.website) === hostOf(other.website)
  const hasDistinctiveWord = commonWords.some((word) => !genericWords.has(word))
  if (!hasSameName && !hasSameHost && !hasDistinctiveWord) return 0
  const isSame = await isSamePlace(one, other)
  if (hasSameName || hasSameHost) return isSame === false ? 0 : hasSameName ? 4 : 3
  if (!isSame) return 0
  return commonWords.length === Math.min(words.size, otherWords.size) ? 2 : 1
}

/** No conference is longer: the index by first day finds those that may have begun before. */
const maxDays = 60

/** The listed conference that a programme is most likely of, by name, days and place. */
export async function findSimilarEvent(
  db: Database,
  event: DescribedEvent,
): Promise<ListedEvent | undefined> {
  const candidates = await rows<ListedEvent & DescribedEvent>(
    db,
    sql`
      select id, slug, name, start_date::text as start_date, end_date::text as end_date, location_name, country_name, website, created_by
      from events
      where start_date between ${event.start_date}::date - ${maxDays}::integer and ${event.end_date}::date
        and end_date >= ${event.start_date}::date`,
  )
  const scores = await Promise.all(candidates.map((candidate) => likeness(event, candidate)))
  const best = Math.max(0, ...scores)
  return best > 0 ? candidates[scores.indexOf(best)] : undefined
}

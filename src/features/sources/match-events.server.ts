import { conferenceKey } from '#features/events/slug.ts'
import { findPlace } from '#features/gazetteer/gazetteer.server.ts'
import type { Place } from '#features/gazetteer/places.schemas.ts'
import { kilometresBetween } from '#features/gazetteer/projection.ts'
import { daysBetween } from '#lib/dates.ts'
import { fold } from '#lib/text.ts'

/** What two conferences are compared by. */
export type Comparable = {
  name: string
  start_date: string
  end_date: string
  location_name: string
  country_name: string
  website: string | null
}

type Prepared<Event extends Comparable> = {
  event: Event
  name: string
  words: string[]
  host: string | undefined
  address: string | undefined
  place: Place | undefined
  city: string
}

export type Match<Event> = { event: Event; isCertain: boolean; score: number }

/** Words that the names of unrelated conferences share. */
const genericWords = new Set(
  'conf conference conferences congress summit day days camp fest festival forum meetup event workshop the of and for in on at a by annual international world global dev devs developer developers tech technology open source software data edition online virtual europe usa us eu asia'.split(
    ' ',
  ),
)
/** Sites with pages of many conferences: the same host says nothing. */
const sharedHosts =
  /(?:meetup|eventbrite|github|linkedin|twitter|facebook|google|sessionize|lu|notion|luma)\.\w+$/

const bareName = (name: string) =>
  conferenceKey(name)
    .replace(/\b(?:the|conference|conf|online|virtual)\b|\b\d{1,2}(?:st|nd|rd|th)\b/g, ' ')
    .replace(/conf\b/g, '')
    .replace(/[^\p{L}\p{N}+#.]+/gu, ' ')
    .trim() || conferenceKey(name)

export async function prepare<Event extends Comparable>(event: Event): Promise<Prepared<Event>> {
  const url = event.website ? URL.parse(event.website) : null
  const host = url?.host.replace(/^www\./, '')
  const name = bareName(event.name)
  return {
    event,
    name,
    words: name.split(' ').filter((word) => word.length > 1 && !genericWords.has(word)),
    host: host && !sharedHosts.test(host) ? host : undefined,
    address: url ? `${host}${url.pathname.replace(/\/$|\/index\.html?$/, '')}${url.search}` : undefined,
    place: await findPlace(event.location_name, event.country_name),
    city: fold(event.location_name).replace(/,.*$/, ''),
  }
}

const nearKm = 40

/** Null if one of the places is unknown, or one of them is online. */
function isSamePlace(one: Prepared<Comparable>, other: Prepared<Comparable>): boolean | null {
  if (one.city === other.city) return true
  if (one.city === 'online' || other.city === 'online' || !one.place || !other.place) return null
  return kilometresBetween(one.place, other.place) < nearKm
}

/** Whether a name says what the other one does: all distinctive words of the shorter one, or nearly the same letters. */
function isNearName(one: Prepared<Comparable>, other: Prepared<Comparable>): boolean {
  const [short, long] = one.words.length <= other.words.length ? [one, other] : [other, one]
  if (short.words.length > 0 && short.words.every((word) => long.words.includes(word))) return true
  const common = short.words.filter((word) => long.words.includes(word))
  if (common.length > 0 && common.length * 2 >= short.words.length) return true
  const [letters, otherLetters] = [one, other].map(({ name }) => name.replaceAll(' ', '')) as [string, string]
  const [fewer, more] =
    letters.length < otherLetters.length ? [letters, otherLetters] : [otherLetters, letters]
  return fewer.length > 3 && more.includes(fewer)
}

const nearDays = 7

/** Whether two conferences are the same one: certainly, perhaps, or not (undefined). */
export function compareEvents(
  one: Prepared<Comparable>,
  other: Prepared<Comparable>,
): { isCertain: boolean; score: number } | undefined {
  const [{ event: a }, { event: b }] = [one, other]
  const isOverlapping = a.start_date <= b.end_date && b.start_date <= a.end_date
  const distance = Math.abs(daysBetween(a.start_date, b.start_date))
  const isNear = isOverlapping || distance <= nearDays
  const isSameYear = a.start_date.slice(0, 4) === b.start_date.slice(0, 4)
  const place = isSamePlace(one, other)
  const hasSameName = one.name === other.name
  const hasSameAddress = one.address !== undefined && one.address === other.address
  const hasSameHost = one.host !== undefined && one.host === other.host
  const isCertain =
    place === true && isOverlapping && (hasSameName || (hasSameAddress && one.host !== undefined))
  const isLike = hasSameName || hasSameHost || isNearName(one, other)
  if (isCertain) return { isCertain, score: 10 + (hasSameName ? 1 : 0) + (hasSameAddress ? 1 : 0) }
  if (!isLike) return undefined
  // Another city on the same days is another conference of the same name, unless it moved online.
  if (
    !(isNear && place !== false) &&
    !(place === true && isSameYear && distance < 190 && (hasSameName || hasSameHost))
  )
    return undefined
  return {
    isCertain,
    score: (place ? 2 : 0) + (isOverlapping ? 2 : 0) + (hasSameName ? 2 : 0) + (hasSameHost ? 1 : 0),
  }
}

/** Finds for entries of a source the listed conferences that they are, or may be. */
export async function createMatcher<Event extends Comparable>(events: Event[]) {
  const byMonth = new Map<string, Prepared<Event>[]>()
  for (const event of events) {
    const prepared = await prepare(event)
    const month = event.start_date.slice(0, 7)
    byMonth.set(month, [...(byMonth.get(month) ?? []), prepared])
  }
  return async (values: Comparable): Promise<Match<Event>[]> => {
    const prepared = await prepare(values)
    const matches: Match<Event>[] = []
    for (let offset = -7; offset <= 7; offset++) {
      const month = new Date(
        Date.UTC(+values.start_date.slice(0, 4), +values.start_date.slice(5, 7) - 1 + offset, 1),
      )
      for (const other of byMonth.get(month.toISOString().slice(0, 7)) ?? []) {
        const match = compareEvents(prepared, other)
        if (match) matches.push({ event: other.event, ...match })
      }
    }
    return matches.sort((one, other) => other.score - one.score)
  }
}

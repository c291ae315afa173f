import type { Position } from '#features/gazetteer/places.schemas.ts'
import { kilometresBetween } from '#features/gazetteer/projection.ts'
import { findCountry } from '#lib/country-names.ts'
import { daysBetween } from '#lib/dates.ts'
import { fold } from '#lib/text.ts'
import { isUndecidedPlace } from '#lib/undecided-place.ts'
import { withoutArchive } from '#lib/web-archive.ts'
import { compareNames, haveCommonKey, keysOf, lettersOf, type Named, type Names } from './compare-names.ts'
import { readName } from './read-name.ts'

/** What conferences are compared by. */
export type Conference = {
  name: string
  start_date: string
  end_date: string
  location_name: string
  country_name: string
  website?: string | null
}

/** A conference as `compare` takes it. */
export type Identity<Event extends Conference = Conference> = Named & {
  event: Event
  edition: string
  city: string
  country: string
  isOnline: boolean
  /** Unknown for 'TBA', online and what the gazetteer does not have. */
  position: Position | undefined
  host: string | null
  page: string | null
}

/** Sites with pages of many conferences: their host says nothing. */
const sharedHosts =
  /(?:^|\.)(?:meetup|eventbrite|github|linkedin|twitter|x|facebook|google|sessionize|lu|notion|luma|lanyrd|skillsmatter|oreilly|linuxfoundation|youtube|medium|amazon|microsoft|ieee|acm)\.\w+$/

const wordsOf = (text: string): string[] => fold(text).match(/[\p{L}\p{N}]+/gu) ?? []

function placeWordsOf(city: string, country: string): Set<string> {
  const cityWords = wordsOf(city.replace(/\(.*?\)/g, ' '))
  const plainCity = wordsOf(city.replace(/\s*[,(/].*$/, ''))
  const countryWords = wordsOf(country)
  const words = [...cityWords, ...countryWords, lettersOf(plainCity), lettersOf(countryWords)]
  for (const part of [plainCity, countryWords])
    if (part.length > 1) words.push(part.map((word) => word[0]).join(''))
  const code = findCountry(country)?.code.toLowerCase()
  if (code) words.push(code, ...(code === 'us' ? ['usa'] : code === 'gb' ? ['uk', 'england'] : []))
  return new Set(words)
}

/** The page without scheme, www, years and slashes at its end; of a copy in the web archive, the original. */
export function readPage(website: string | null | undefined): { host: string | null; page: string | null } {
  const original = website && withoutArchive(website).replace(/^(?!https?:)/, 'http://')
  const url = original ? URL.parse(original) : null
  if (!url) return { host: null, page: null }
  const host = url.hostname
    .split('.')
    .filter((label) => !/^(www\d?|\d{2,4})$/.test(label))
    .join('.')
  const path = url.pathname.toLowerCase().replace(/\/(?:index\.html?|home)?$/, '')
  return { host, page: host + path + url.search }
}

/** Reads what a conference is compared by; `position` is the gazetteer's of its city. */
export function identityOf<Event extends Conference>(
  event: Event,
  position: Position | undefined,
): Identity<Event> {
  const city = fold(event.location_name)
  const name = readName(event.name)
  const placeWords = placeWordsOf(event.location_name, event.country_name)
  const isOnline = city === 'online' || fold(event.country_name) === 'online'
  return {
    event,
    name,
    edition: editionKey(event),
    city: isUndecidedPlace(city) ? '' : lettersOf(wordsOf(city.replace(/\s*[,(/].*$/, ''))),
    country: isUndecidedPlace(event.country_name) ? '' : fold(event.country_name),
    isOnline,
    position: isOnline ? undefined : position,
    placeWords,
    ...readPage(event.website),
    keys: keysOf(name, placeWords),
  }
}

export type Verdict = 'same' | 'perhaps' | 'different'
export type Reason = { code: string; text: string }
export type Comparison = { verdict: Verdict; reasons: Reason[] }

const reasonTexts = {
  years: 'Their names have different years.',
  numbers: 'Their names have different numbers.',
  seasons: 'Their names have different months or seasons.',
  words: 'Each name has a word of its own.',
  part: 'One takes place within the other.',
  days: 'Their days are too far apart.',
  'same-name': 'Their names are the same.',
  'longer-name': 'One name is contained in the other.',
  'same-year': 'They take place in the same year.',
  'same-days': 'They have days in common.',
  'near-days': 'Their days are within a week of each other.',
  'other-days': 'Their days are within two months of each other.',
  'same-place': 'They are in the same city.',
  'other-place': 'Their cities are different.',
  'no-place': 'One of them is online or in an unknown place.',
  'same-page': 'They have the same website.',
  'same-site': 'Their websites are on the same host.',
  'other-site': 'Their websites are different.',
} as const
type Code = keyof typeof reasonTexts
const reason = (code: Code): Reason => ({ code, text: reasonTexts[code] })
const verdictFor = (verdict: Verdict, codes: Code[]): Comparison => ({ verdict, reasons: codes.map(reason) })
export const sameEdition = (['same-name', 'same-year', 'same-place'] as const).map(reason)
const different = (code: Code) => verdictFor('different', [code])

const nearKm = 40
/** Conferences that are further apart are not compared in pairs. */
export const windowDays = 60
/** Of what is postponed, the furthest. */
export const matchedDays = 190
const week = 7
const fortnight = 14
/** Lists are wrong by a month, and few conferences take place twice within one. */
const month = 35

/** `near`: another name of a place close by. */
type Places = 'same' | 'near' | 'online' | 'one online' | 'unknown' | 'other'

function comparePlaces(one: Identity, other: Identity): Places {
  if (one.isOnline || other.isOnline) return one.isOnline && other.isOnline ? 'online' : 'one online'
  const isSameCountry = one.country === other.country || one.country === '' || other.country === ''
  if (one.position && other.position) {
    const distance = kilometresBetween(one.position, other.position)
    return distance === 0 ? 'same' : distance < nearKm ? 'near' : 'other'
  }
  if (!isSameCountry) return 'other'
  if (one.city === '' || other.city === '') return 'unknown'
  if (one.city === other.city) return 'same'
  const [short, long] = one.city.length < other.city.length ? [one.city, other.city] : [other.city, one.city]
  return short.length > 3 && long.includes(short) ? 'same' : 'unknown'
}

/** Whether the second says where it is, and that is elsewhere: two spellings of a city are one place. */
export function isElsewhere(one: Identity, other: Identity): boolean {
  const place = comparePlaces(one, other)
  if (place === 'unknown') return other.city !== '' && one.city !== other.city
  return place === 'near' || place === 'other' || place === 'one online'
}

/** `own`: that of the longer name says its own word, so that each has a page of its own. */
type Sites = 'page' | 'host' | 'own' | 'other' | 'none'

function compareSites(one: Identity, other: Identity, { extra, isLongerFirst }: Names): Sites {
  if (!one.page || !other.page) return 'none'
  if (one.page === other.page) return one.page === one.host && sharedHosts.test(one.host) ? 'none' : 'page'
  if (one.host !== other.host) return 'other'
  const [longer, shorter] = (isLongerFirst ? [one, other] : [other, one]).map(({ page }) =>
    lettersOf(wordsOf(page!)),
  ) as [string, string]
  if (extra.some((word) => longer.includes(word) && !shorter.includes(word))) return 'own'
  return sharedHosts.test(one.host!) ? 'none' : 'host'
}

/** Days between two conferences; 0 if they have one in common. */
const gapBetween = ({ event: a }: Identity, { event: b }: Identity) =>
  a.start_date <= b.end_date && b.start_date <= a.end_date
    ? 0
    : a.start_date > b.end_date
      ? daysBetween(b.end_date, a.start_date)
      : daysBetween(a.end_date, b.start_date)

const differ = <Value>(one: Value | null, other: Value | null) =>
  one !== null && other !== null && one !== other

/** Name, city and year, letter by letter but for accents: 'C++ Day' is not 'C# Day'. No two listed conferences have the same one. */
export const editionKey = ({ name, start_date, location_name }: EditionOf): string =>
  [fold(name).trim().replace(/\s+/g, ' '), start_date.slice(0, 4), fold(location_name)].join('\n')
type EditionOf = Pick<Conference, 'name' | 'start_date' | 'location_name'>

/** Of one name, city, year and page, but postponed. */
const isPostponed = (one: Identity, other: Identity) =>
  one.page !== null &&
  one.page === other.page &&
  one.edition === other.edition &&
  gapBetween(one, other) < matchedDays

/** Whether two conferences are the same one, perhaps, or not, and why. */
export function compare(one: Identity, other: Identity): Comparison {
  const gap = gapBetween(one, other)
  if (gap > windowDays)
    return isPostponed(one, other)
      ? { verdict: 'perhaps', reasons: [...sameEdition, reason('same-page')] }
      : different('days')
  if (differ(one.name.year, other.name.year)) return different('years')
  if (differ(one.name.number, other.name.number)) return different('numbers')
  if (differ(one.name.season, other.name.season)) return different('seasons')
  if (!haveCommonKey(one, other)) return different('words')
  const place = comparePlaces(one, other)
  const names = compareNames(one, other, place === 'same' || place === 'near')
  if (names.relation === 'other') return different('words')
  const sites = compareSites(one, other, names)
  if (one.name.isSatellite !== other.name.isSatellite || sites === 'own') return different('part')
  const evidence = {
    ...{ gap, place, sites, relation: names.relation },
    isShared: sites === 'page' || sites === 'host',
    isOtherKind: differ(one.name.kind, other.name.kind),
    isMain: sites === 'page' || (sites === 'host' && [one.page, other.page].includes(one.host)),
  }
  const verdict = names.relation === 'same' ? verdictOfSameName(evidence) : verdictOfLongerName(evidence)
  return verdictFor(verdict, codesOf(evidence))
}

type Evidence = {
  gap: number
  relation: 'same' | 'longer'
  place: Places
  sites: Sites
  isShared: boolean
  /** The same page, or that of the whole site and one of it. */
  isMain: boolean
  /** 'DevOps Days' and 'DevOpsCon'. */
  isOtherKind: boolean
}

function verdictOfSameName({ gap, place, isShared, sites, isOtherKind }: Evidence): Verdict {
  if (isOtherKind && sites === 'other') return gap === 0 && place === 'same' ? 'perhaps' : 'different'
  if (place === 'same') {
    const maxGap = sites === 'page' ? month : isShared ? fortnight : 0
    return gap <= maxGap ? 'same' : 'perhaps'
  }
  if (place === 'near' || place === 'online') {
    if (gap === 0) return 'same'
    return gap <= week || (isShared && place === 'near' && gap <= fortnight) ? 'perhaps' : 'different'
  }
  if (place === 'other') return gap === 0 && sites === 'page' ? 'perhaps' : 'different'
  if (place === 'one online' && sites === 'other') return 'different'
  if (gap === 0) return sites === 'page' ? 'same' : 'perhaps'
  return gap <= week && isShared ? 'perhaps' : 'different'
}

function verdictOfLongerName({ gap, place, sites, isShared, isMain, isOtherKind }: Evidence): Verdict {
  if (gap > 0 || place === 'other' || (isOtherKind && sites === 'other')) return 'different'
  if (place === 'same' || place === 'near') return isMain && !isOtherKind ? 'same' : 'perhaps'
  return isShared ? 'perhaps' : 'different'
}

const codesOf = ({ gap, relation, place, isShared, sites }: Evidence): Code[] => [
  relation === 'same' ? 'same-name' : 'longer-name',
  gap === 0 ? 'same-days' : gap <= week ? 'near-days' : 'other-days',
  ...(place === 'other'
    ? (['other-place'] as const)
    : place === 'unknown' || place === 'one online'
      ? (['no-place'] as const)
      : (['same-place'] as const)),
  ...(isShared
    ? [sites === 'page' ? ('same-page' as const) : ('same-site' as const)]
    : sites === 'other'
      ? (['other-site'] as const)
      : []),
]

import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { readPage } from '#features/identity/compare.ts'
import { isWorldRegion, readName, seriesKey } from '#features/identity/read-name.ts'
import { fold } from '#lib/text.ts'

/** What a conference is recognised by as an edition of a series. */
export type Candidate = {
  id: string
  name: string
  start_date: string
  location_name: string
  country_name: string
  website: string | null
  /** The first sentence of the description, which says what an abbreviated name stands for. */
  meaning?: string | null
}

/** Conferences that look like the editions of one, in order of day. `score`: from 0 to 1, how sure that is. */
type Group<C extends Candidate> = { candidates: Edition<C>[]; score: number }

/** From this score on, all groups were right that could be checked: their editions join without a person. */
export const sureScore = 0.95

const yearOf = ({ start_date }: Candidate) => Number(start_date.slice(0, 4))

/** What its name and website say of a conference. */
export type Edition<C extends Candidate = Candidate> = C & {
  key: string
  number: number | null
  site: string | null
  /** Its website is that of the whole host, not a page for it alone. */
  isHost: boolean
  words: string[]
}

export function readEdition<C extends Candidate>(candidate: C): Edition<C> {
  const { seriesWords, number } = readName(candidate.name)
  const { host, page } = readPage(candidate.website)
  return {
    ...candidate,
    key: seriesKey(candidate.name),
    number: number === null ? null : Number(number),
    site: host,
    isHost: host !== null && /^(\/\d{4})?$/.test(page!.slice(host.length)),
    words: seriesWords,
  }
}

const hasTwoInAYear = (editions: Edition[]) => new Set(editions.map(yearOf)).size < editions.length

/** Several in a year may be editions if they are counted through, in order of day. */
function areNumbered(editions: Edition[]): boolean {
  const numbers = sorted(editions).map(({ number }) => number)
  return (
    numbers.length > 2 &&
    numbers.every((number, index) => number !== null && (index === 0 || number > numbers[index - 1]!))
  )
}

const isPlausible = (editions: Edition[]) => !hasTwoInAYear(editions) || areNumbered(editions)

const sorted = <Row extends Candidate>(list: Row[]): Row[] =>
  list.toSorted((one, other) =>
    one.start_date < other.start_date
      ? -1
      : one.start_date > other.start_date
        ? 1
        : one.id < other.id
          ? -1
          : 1,
  )

const groupBy = (editions: Edition[], keyOf: (edition: Edition) => string) => [
  ...Map.groupBy(editions, keyOf).values(),
]

const isOnline = ({ location_name }: Candidate) => fold(location_name) === 'online'

/** The longest pause between two editions of a series that is still believed, in years. */
const maxPauseYears = 8

const splitAtPauses = (editions: Edition[]): Edition[][] => {
  const parts: Edition[][] = []
  for (const edition of sorted(editions)) {
    const last = parts.at(-1)
    if (last && yearOf(edition) - yearOf(last.at(-1)!) <= maxPauseYears) last.push(edition)
    else parts.push([edition])
  }
  return parts
}

/** Editions of one name: all if they can be one series, or else those of a site, of a country, of a city. */
function splitNamesakes(editions: Edition[]): Edition[][] {
  if (isPlausible(editions) && !isScattered(editions)) return [editions]
  for (const keyOf of [
    ({ site, id }: Edition) => site ?? id,
    (edition: Edition) => fold(edition.country_name),
    (edition: Edition) => `${fold(edition.country_name)} ${fold(edition.location_name)}`,
  ]) {
    const parts = groupBy(editions, keyOf).filter((part) => part.length > 1)
    if (parts.length > 0 && parts.every((part) => isPlausible(part) && !isScattered(part))) return parts
  }
  const single = withoutDoubleYears(editions)
  if (single.length * 4 >= editions.length * 3 && !isScattered(single)) return [single]
  return groupBy(
    editions,
    (edition) => `${fold(edition.country_name)} ${fold(edition.location_name)}`,
  ).filter((part) => part.length > 1 && isPlausible(part))
}

/** Of years with two editions a person decides. */
const withoutDoubleYears = (editions: Edition[]) => {
  const counts = countsOf(editions, yearOf)
  return editions.filter((edition) => counts.get(yearOf(edition)) === 1)
}

const countsOf = <Key>(editions: Edition[], keyOf: (edition: Edition) => Key) => {
  const counts = new Map<Key, number>()
  for (const edition of editions) counts.set(keyOf(edition), (counts.get(keyOf(edition)) ?? 0) + 1)
  return counts
}

const countriesOf = (editions: Edition[]) =>
  new Set(editions.filter((edition) => !isOnline(edition)).map(({ country_name }) => fold(country_name)))

/** In two countries, each on a site of its own: perhaps namesakes, unless their descriptions begin alike. In more, none of them in one year, it travels. */
const isScattered = (editions: Edition[]) => {
  const sites = editions.map(({ site }) => site && domainOf(site)).filter((site) => site !== null)
  const countries = new Set(
    editions.map(({ country_name, location_name }) => fold(country_name || location_name)),
  )
  if (new Set(editions.map(({ meaning }) => meaning ?? null)).size === 1 && editions[0]?.meaning) return false
  const isEachOnItsOwn = sites.length > 1 && new Set(sites).size === sites.length
  if (countries.size > 2 && !hasTwoInAYear(editions)) return false
  return countries.size > 1 && isEachOnItsOwn && sites.length * 2 >= editions.length
}

/** 'symfony.com' of 'amsterdam2019.symfony.com', 'raid.example.uk' of 'raid2026.example.uk'. */
const domainOf = (site: string) =>
  (/[^.]+\.(?:[^.]{1,3}\.[^.]{2}|[^.]+)$/.exec(site)?.[0] ?? site).replace(/[-_]?\d{2,4}(?=\.)/, '')

/** Without what takes place away from the country of nearly all others, on a site of its own: a namesake. */
function withoutStrangers(editions: Edition[]): Edition[] {
  const inPerson = editions.filter((edition) => !isOnline(edition))
  const countryOf = ({ country_name }: Edition) => fold(country_name)
  const [home] = [...countsOf(inPerson, countryOf)].find(
    ([, count]) => count > 1 && count * 3 >= inPerson.length * 2,
  ) ?? [null]
  if (home === null) return editions
  const sites = countsOf(editions, ({ site }) => site)
  const meanings = countsOf(editions, ({ meaning }) => meaning ?? null)
  return editions.filter(
    (edition) =>
      isOnline(edition) ||
      countryOf(edition) === home ||
      (edition.site !== null && sites.get(edition.site)! > 1) ||
      (edition.meaning != null && meanings.get(edition.meaning)! > 1),
  )
}

function scoreOf(editions: Edition[]): number {
  const sites = new Set(editions.map(({ site }) => site))
  const keys = new Set(editions.map(({ key }) => key))
  let score = 1
  if (sites.size > 1 || sites.has(null)) score -= 0.05
  if (countriesOf(editions).size > 1) score -= 0.1
  if (keys.size > 1) score -= 0.15
  if (hasTwoInAYear(editions)) score -= 0.2
  return Math.round(score * 100) / 100
}

/**
 * Groups what looks like the editions of one conference. Two in one year are never in one group unless they are counted
 * through; nor are sister events, satellites and namesakes that their sites or places tell apart.
 */
export async function groupEditions<C extends Candidate>(editions: Edition<C>[]): Promise<Group<C>[]> {
  const ofName: Edition[][] = []
  for (const group of groupBy(editions, ({ key }) => key)) {
    for (const part of splitAtPauses(group).map(withoutStrangers))
      ofName.push(...(part.length === 1 ? [part] : splitNamesakes(part)))
    await yieldAfterWork()
  }
  const joined = await joinBySite(ofName, editions)
  return joined
    .filter((group) => group.length > 1)
    .map((group) => ({ candidates: sorted(group) as Edition<C>[], score: scoreOf(group) }))
}

const workMs = 10
let yieldAt = 0

/** Thousands of names are grouped in the process that answers requests. */
async function yieldAfterWork() {
  if (performance.now() < yieldAt) return
  await yieldToEventLoop()
  yieldAt = performance.now() + workMs
}

/** Each group of a site is compared with the others; of more, most are no editions. */
const maxGroupsOfSite = 100

/** Groups of one site whose names begin alike become one, if no year has two: a conference that changed its name. */
async function joinBySite(groups: Edition[][], editions: Edition[]): Promise<Edition[][]> {
  const shared = sharedSites(editions)
  const bySite = Map.groupBy(groups, (group) => {
    const site = mainSite(group)
    return site && !shared.has(site) ? site : null
  })
  const joined = [...(bySite.get(null) ?? [])]
  bySite.delete(null)
  for (const ofSite of bySite.values()) {
    await yieldAfterWork()
    if (ofSite.length > maxGroupsOfSite) {
      joined.push(...ofSite)
      continue
    }
    const parts: Edition[][] = []
    for (const group of ofSite.toSorted((one, other) => other.length - one.length)) {
      const match = parts.find((part) => beginAlike(part[0]!, group[0]!) && isSeries([...part, ...group]))
      if (match) match.push(...group)
      else parts.push([...group])
    }
    joined.push(...parts)
  }
  return joined
}

const isSeries = (editions: Edition[]) => isPlausible(editions) && splitAtPauses(editions).length === 1

/** Sites where different conferences take place in one year: they tell nothing. */
const sharedSites = (editions: Edition[]) =>
  new Set(
    [...Map.groupBy(editions, ({ site, start_date }) => `${site} ${start_date.slice(0, 4)}`).values()]
      .filter((ofYear) => new Set(ofYear.map(keyWithoutCity)).size > 1)
      .map(([first]) => first!.site),
  )

/** Words of a name up to those of its city: 'GopherCon' of 'GopherCon San Diego'. */
export function withoutCity(words: string[], city: string): string[] {
  const cityWords: string[] = fold(city).match(/[\p{L}\p{N}]+/gu) ?? []
  return words.slice(0, words.findLastIndex((word) => !cityWords.includes(fold(word))) + 1)
}

/** One host may list a conference twice: 'NodeConf EU Kilkenny' and 'NodeConf EU Kilkenny City'. */
const keyWithoutCity = ({ key, words, isHost, location_name }: Edition) =>
  (isHost && withoutCity(words, location_name).join('')) || key

/** The site of most editions. */
function mainSite(group: Edition[]): string | null {
  const bySite = [...Map.groupBy(group, ({ site }) => site)].filter(([site]) => site !== null)
  return bySite.sort((one, other) => other[1].length - one[1].length)[0]?.[0] ?? null
}

/** Words of a name that the other one lacks, if they say where it takes place: sister events in other places. */
function hasOtherPlace(one: Edition, other: Edition): boolean {
  const placeWords = (edition: Edition, rest: Edition) => {
    const place = fold(`${edition.location_name} ${edition.country_name}`)
    return edition.words.filter(
      (word) => !rest.words.includes(word) && (isWorldRegion(word) || place.includes(word)),
    )
  }
  const [places, otherPlaces] = [placeWords(one, other), placeWords(other, one)]
  const travels = one.isHost && other.isHost
  const all = [...places, ...otherPlaces]
  return (!travels && places.length > 0 && otherPlaces.length > 0) || all.some((word) => isWorldRegion(word))
}

function beginAlike(one: Edition, other: Edition): boolean {
  if (hasOtherPlace(one, other)) return false
  if (one.key.startsWith(other.key) || other.key.startsWith(one.key)) return true
  const shortest = Math.min(one.words.length, other.words.length)
  const different = one.words.findIndex((word, index) => word !== other.words[index])
  const common = different === -1 ? shortest : different
  return common * 2 > shortest || (common * 2 === shortest && one.words[0]!.length > 4)
}

import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { namesOfCities } from '#lib/city-names.ts'
import { countries } from '#lib/countries.ts'
import { countryOf } from '#lib/country-names.ts'
import { zoneOfCountry } from '#lib/country-zones.ts'
import { states } from '#lib/same-names.ts'
import { fold } from '#lib/text.ts'
import { similarName } from '#platform/similar-name.ts'
import type { Place, Position } from './places.schemas.ts'

/** Districts, venues and misspellings, folded, with the city. */
const partsOfCities: Record<string, string> = {
  bagatelle: 'port louis',
  bangaluru: 'bengaluru',
  beijng: 'beijing',
  chiyoda: 'tokyo',
  'clear water': 'clearwater',
  coex: 'seoul',
  cordis: 'hong kong',
  hkust: 'hong kong',
  klcc: 'kuala lumpur',
  koto: 'tokyo',
  'la jolla': 'san diego',
  minato: 'tokyo',
  napels: 'naples',
  odaiba: 'tokyo',
  'royal holloway': 'egham',
  sandton: 'johannesburg',
  shibuya: 'tokyo',
  sumida: 'tokyo',
  taipai: 'taipei',
  taito: 'tokyo',
  tallin: 'tallinn',
  ticc: 'taipei',
  'universitat rovira i virgili': 'tarragona',
  urumchi: 'urumqi',
  vinuniversity: 'hanoi',
  waikiki: 'honolulu',
}

/** Towns and islands of their own, with the city near them. */
const townsNearCity: Record<string, string> = {
  "saint julian's": 'birkirkara',
  bali: 'denpasar',
  banff: 'calgary',
  'big island': 'hilo',
  'cape canaveral': 'titusville',
  crete: 'irakleion',
  cyberjaya: 'putrajaya',
  davos: 'chur',
  goa: 'panaji',
  'gran canaria': 'las palmas de gran canaria',
  labin: 'pula',
  opatija: 'rijeka',
  penang: 'george town',
  piccadilly: 'adelaide',
  'porto de galinhas': 'cabo',
  portoroz: 'koper',
  rovinj: 'pula',
  'saint julians': 'birkirkara',
  'saint leon-rot': 'wiesloch',
  snowbird: 'sandy',
  'sophia-antipolis': 'antibes',
  stanford: 'palo alto',
  tenerife: 'santa cruz de tenerife',
  texel: 'den helder',
  valbonne: 'antibes',
  valletta: 'birkirkara',
}

/** What is called so, folded, by its name in the gazetteer. Washington is a state, too. */
const otherCityNames: Record<string, string> = {
  ...Object.fromEntries(
    namesOfCities.flatMap(({ listedName, names }) =>
      names.map((name) => [fold(name), listedName]).filter(([name]) => name !== listedName),
    ),
  ),
  ...{ washington: 'washington, d.c.', 'washington dc': 'washington, d.c.' },
  ...partsOfCities,
  ...townsNearCity,
}

/** Cities that sources place in China have a country of their own in the gazetteer. */
const otherCountries: Record<string, string> = {
  'hong kong': 'HK',
  macau: 'MO',
  'sha tin': 'HK',
  taipei: 'TW',
}

/** Beside those whose names stand for nothing else. */
const furtherStates = [
  ['District of Columbia', 'DC'],
  ['Georgia', 'GA'],
  ['New York', 'NY'],
  ['Washington', 'WA'],
] as const

/** The states of the US by their codes and names, folded. */
const stateOfName = new Map(
  [...states, ...furtherStates].flatMap(([name, code]) => [
    [fold(name), code] as const,
    [fold(code), code] as const,
  ]),
)

type Gazetteer = { zones: string[]; cities: Buffer; lines: Uint32Array }
let gazetteer: Promise<Gazetteer> | undefined

/**
 * Lines in one buffer, and where each begins, sorted by name: a map of names would take fifty times the memory. Not
 * imported, because a module keeps its source.
 */
async function readGazetteer(): Promise<Gazetteer> {
  const file = JSON.parse(await readFile(path.join(import.meta.dirname, 'cities.json'), 'utf8'))
  const cities = Buffer.from(file.cities)
  const starts: number[] = []
  // A city stands between two line ends.
  for (let end = 0; end < cities.length - 1; end = cities.indexOf('\n', end + 1)) starts.push(end + 1)
  const endOf = (start: number) => cities.indexOf(';', start)
  // The sort is stable: the largest city of a name stays first. By bytes, which are in the order of the names.
  const lines = Uint32Array.from(starts).sort((one, other) =>
    cities.compare(cities, other, endOf(other), one, endOf(one)),
  )
  return { zones: file.zones.split(' '), cities, lines }
}

const nameAt = (cities: Buffer, start: number) => cities.toString('utf8', start, cities.indexOf(';', start))

/** How a city may be called in the gazetteer: 'st. gallen' and 'saint gallen', without what follows a comma. */
function namesOf(city: string): string[] {
  const name = fold(city).trim()
  const short = name.replace(/\s*[,(/].*$/, '')
  // 'Toronto ON', 'Newcastle NSW'
  const bare = fold(city.trim().replace(/\s(?:-\s)?[A-Z]{2,3}$/, ''))
  const plain = short.replace(/[-\s](?:city|ku|sar|island)$/, '')
  return [name, short, short.replace(/^st\.? /, 'saint '), plain, bare, `${short} city`].flatMap(
    (variant) => [...(Object.hasOwn(otherCityNames, variant) ? [otherCityNames[variant]!] : []), variant],
  )
}

/** Words that are cities, too. */
const wordsOfVenues = new Set(['medina', 'university'])

/** Words of a venue's name that may be its city, most first: 'Vancouver Convention Center', 'Politecnico di Milano'. */
function namesWithin(venue: string): string[] {
  const words = fold(venue)
    .split(/[\s,()/-]+/)
    .filter(Boolean)
    .slice(0, 8)
  return [3, 2, 1].flatMap((length) =>
    words
      .map((_, start) => words.slice(start, start + length))
      .filter((run) => run.length === length && run.length < words.length && run.join('').length >= 5)
      .map((run) => run.join(' '))
      .filter((name) => !wordsOfVenues.has(name))
      .flatMap((name) => [...(Object.hasOwn(otherCityNames, name) ? [otherCityNames[name]!] : []), name]),
  )
}

/** Of shorter names two letters are too many to differ in. */
const minSpelledLetters = 5

const maxCachedPlaces = 20_000
/** What was asked for before: the cities of a directory are few. */
const answers = new Map<string, FoundPlace | undefined>()

/** `city_id`: the same for all spellings of a city and venues in it, null for a town that is only near it. */
type FoundPlace = Place & { city_id: string | null }

/** Where a city lies; undefined if it is not known. Without a country it is the largest of that name. */
export async function findPlace(city: string, country = ''): Promise<FoundPlace | undefined> {
  const question = `${city};${country}`
  if (answers.has(question)) return answers.get(question)
  const code = country === '' ? '' : countryOf(country)?.code
  const place = code === undefined ? undefined : await search(city, code)
  if (answers.size >= maxCachedPlaces) answers.clear()
  answers.set(question, place)
  return place
}

/**
 * The city that a conference's is meant to be, if its own is none of the gazetteer's: that of a district or venue, or the
 * nearest spelling in the same country or state. Folded, with the state; null where nothing is near.
 */
export async function proposedCity(city: string, country: string): Promise<string | null | undefined> {
  const code = countryOf(country)?.code
  if (!code) return null
  const inState = placeInState(city, code)
  const isPart = namesOf(inState?.city ?? city).some((name) => Object.hasOwn(partsOfCities, name))
  const line = await lineOf(city, code)
  if (line && !isPart && (await lineOf(city, code, false))) return undefined
  const name = line?.[0] ?? (await nearestName(inState?.city ?? city, inState?.area ?? code))
  return name === undefined ? null : [name, inState?.area.slice(3)].filter(Boolean).join(', ')
}

async function nearestName(city: string, area: string): Promise<string | undefined> {
  gazetteer ??= readGazetteer()
  const { cities } = await gazetteer
  const lines = cities.toString().matchAll(new RegExp(`^([^;]*);${area}(?:-..)?;`, 'gm'))
  const names = namesOf(city).filter(({ length }) => length >= minSpelledLetters)
  const allNames = Array.from(lines, ([, name]) => name!)
  return names.map((name) => similarName(name, allNames)).find((name) => name !== undefined)
}

/** Where a city lies that somebody looks for: 'Bergen', 'Birmingham, United States', 'Portland, ME'. */
export async function findCentre(text: string): Promise<Place | undefined> {
  const [, city, country] = text.match(/^(.+),\s*([^,]+)$/) ?? []
  if (!city || !country) return findPlace(text)
  if (/^[A-Z]{2}$/i.test(country)) return (await findPlace(text, 'US')) ?? findPlace(city, country)
  return findPlace(city, country)
}

/**
 * The time zone of a conference: without one, its times are at no certain moment. A town that is not known has the one of
 * its state or country, if that has one.
 */
export async function zoneOfCity(event: {
  location_name: string
  country_name: string
}): Promise<string | null> {
  const place = await findPlace(event.location_name, event.country_name)
  if (place) return place.time_zone
  const code = countryOf(event.country_name)?.code
  if (!code) return null
  const state = placeInState(event.location_name, code)?.area
  return (state && (await onlyZoneIn(state))) || zoneOfCountry(code) || (await onlyZoneIn(code)) || null
}

async function search(city: string, code: string): Promise<FoundPlace | undefined> {
  const line = await lineOf(city, code)
  if (!line) return undefined
  const [name, area, latitude, longitude, zone] = line
  const { zones } = await gazetteer!
  return {
    latitude: Number(latitude),
    longitude: Number(longitude),
    time_zone: zones[Number(zone)]!,
    city_id: namesOf(city).some((variant) => Object.hasOwn(townsNearCity, variant))
      ? null
      : `${name};${area}`,
  }
}

/** The country of the largest city of a name, as the list of countries has it. */
export const countryOfCity = async (city: string): Promise<string | undefined> =>
  (await cityNamed(city, ''))?.country

/** Where a city lies that is called just so, in a country by its code, or the largest of all; undefined for a part of it. */
export async function cityNamed(
  name: string,
  code: string,
): Promise<(Position & { country: string }) | undefined> {
  const line = name === '' ? undefined : await lineOf(name, code, false)
  const country = line && countries.find(({ code: listedCode }) => listedCode === line[1]!.slice(0, 2))
  return country && { latitude: Number(line[2]), longitude: Number(line[3]), country: country.name }
}

/** The code of a state of the USA: 'OR', 'Oregon', 'D.C.' */
export const stateNamed = (name: string): string | undefined =>
  stateOfName.get(fold(name.replaceAll('.', '')))

const endsInState = new RegExp(
  `^(.+?)(\\s*,\\s*|\\s+-\\s*|\\s+)(${[...stateOfName.keys()].join('|')}|[a-z]{2})(?:\\s+\\d{5})?$`,
  'i',
)

/** 'Portland, ME', 'Portland - ME', 'Portland ME' and 'Portland, Maine' are not the larger one in Oregon. */
function placeInState(text: string, code: string) {
  const [, city, separator, state] = (['US', ''].includes(code) && text.match(endsInState)) || []
  if (!city || !separator || !state) return undefined
  // 'Paris, ZZ' is nowhere; a word may be one of the name, as in 'Walla Walla in spring'.
  const isSure = code === 'US' && (separator.trim() !== '' || /^[A-Z]{2}$/.test(state))
  return { city, area: `US-${stateOfName.get(fold(state)) ?? state.toUpperCase()}`, isSure }
}

/** The line of a city; with `isWithin` also of one that is named within the name of a venue. */
async function lineOf(city: string, code: string, isWithin = code !== ''): Promise<string[] | undefined> {
  gazetteer ??= readGazetteer()
  const file = await gazetteer
  const inState = placeInState(city, code)
  const countryOfName = (name: string) =>
    code === 'CN' && Object.hasOwn(otherCountries, name) ? otherCountries[name]! : code
  const lineIn = (text: string, areaOf: (name: string) => string) => {
    // A word of what somebody looks for may be a city, but not which of those of its name.
    const names = isWithin ? [...namesOf(text), ...namesWithin(text)] : namesOf(text)
    for (const name of new Set(names)) {
      const line = findLine(file, name, areaOf(name))
      if (line) return line
    }
    return undefined
  }
  const line = inState && lineIn(inState.city, () => `${inState.area};`)
  return line || inState?.isSure ? line : lineIn(city, countryOfName)
}

const zonesOfAreas = new Map<string, string | undefined>()

/** The time zone of all cities of a country, or of a state of the US; undefined if they have several. */
async function onlyZoneIn(area: string): Promise<string | undefined> {
  if (zonesOfAreas.has(area)) return zonesOfAreas.get(area)
  gazetteer ??= readGazetteer()
  const { cities, zones } = await gazetteer
  const lines = cities.toString().matchAll(new RegExp(`;${area}(?:-..)?;[^;]*;[^;]*;(\\d+)$`, 'gm'))
  const numbers = new Set(Array.from(lines, ([, number]) => Number(number)))
  const zone = numbers.size === 1 ? zones[[...numbers][0]!] : undefined
  zonesOfAreas.set(area, zone)
  return zone
}

/** The largest city of a name in a country, or in all. */
function findLine({ cities, lines }: Gazetteer, name: string, code: string): string[] | undefined {
  let [low, high] = [0, lines.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (nameAt(cities, lines[middle]!) < name) low = middle + 1
    else high = middle
  }
  for (; low < lines.length; low++) {
    const start = lines[low]!
    const end = cities.indexOf('\n', start)
    const line = cities.toString('utf8', start, end === -1 ? undefined : end).split(';')
    if (line[0] !== name) return undefined
    if (`${line[1]};`.startsWith(code)) return line
  }
  return undefined
}

import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { countries } from '#lib/countries.ts'
import { findCountry } from '#lib/country-names.ts'
import { fold } from '#lib/text.ts'
import type { Place } from './places.schemas.ts'

/**
 * English or common names of cities, and those that the gazetteer has, folded; also suburbs, resorts and venues whose city
 * is nearby.  */
const otherCityNames: Record<string, string> = {
  "saint julian's": 'birkirkara',
  "xi'an": 'xi’an',
  aarhus: 'arhus',
  amoy: 'xiamen',
  antwerp: 'antwerpen',
  athina: 'athens',
  bagatelle: 'port louis',
  bali: 'denpasar',
  banff: 'calgary',
  bangalore: 'bengaluru',
  bangaluru: 'bengaluru',
  beijng: 'beijing',
  belagavi: 'belgaum',
  beograd: 'belgrade',
  'big island': 'hilo',
  bruges: 'brugge',
  brussel: 'brussels',
  bruxelles: 'brussels',
  bucuresti: 'bucharest',
  'cape canaveral': 'titusville',
  chiyoda: 'tokyo',
  'ciudad de mexico': 'mexico city',
  'clear water': 'clearwater',
  coex: 'seoul',
  cologne: 'koln',
  cordis: 'hong kong',
  crete: 'irakleion',
  cyberjaya: 'putrajaya',
  danang: 'da nang',
  davos: 'chur',
  'den haag': 'the hague',
  firenze: 'florence',
  galway: 'gaillimh',
  geneva: 'geneve',
  genova: 'genoa',
  ghent: 'gent',
  goa: 'panaji',
  gothenburg: 'goteborg',
  'gran canaria': 'las palmas de gran canaria',
  heraklion: 'irakleion',
  hkust: 'hong kong',
  'jeju island': 'jeju city',
  kiev: 'kyiv',
  klcc: 'kuala lumpur',
  kobenhavn: 'copenhagen',
  kochi: 'cochin',
  koto: 'tokyo',
  'la jolla': 'san diego',
  labin: 'pula',
  lisboa: 'lisbon',
  lucerne: 'luzern',
  luebeck: 'lubeck',
  macao: 'macau',
  marrakech: 'marrakesh',
  milano: 'milan',
  minato: 'tokyo',
  moskva: 'moscow',
  munchen: 'munich',
  napels: 'naples',
  napoli: 'naples',
  nara: 'nara-shi',
  'new york': 'new york city',
  newcastle: 'newcastle upon tyne',
  'newcastle-upon-tyne': 'newcastle upon tyne',
  nuremberg: 'nurnberg',
  nyc: 'new york city',
  odaiba: 'tokyo',
  opatija: 'rijeka',
  penang: 'george town',
  piccadilly: 'adelaide',
  'porto de galinhas': 'cabo',
  portoroz: 'koper',
  praha: 'prague',
  'rapperswil-jona': 'rapperswil',
  rhodes: 'rodos',
  roma: 'rome',
  rovinj: 'pula',
  'royal holloway': 'egham',
  'saint gallen': 'sankt gallen',
  'saint julians': 'birkirkara',
  'saint leon-rot': 'wiesloch',
  'saint malo': 'saint-malo',
  sandton: 'johannesburg',
  seville: 'sevilla',
  shatin: 'sha tin',
  shibuya: 'tokyo',
  snowbird: 'sandy',
  'sophia-antipolis': 'antibes',
  stanford: 'palo alto',
  sumida: 'tokyo',
  taipai: 'taipei',
  taito: 'tokyo',
  tallin: 'tallinn',
  tenerife: 'santa cruz de tenerife',
  texel: 'den helder',
  ticc: 'taipei',
  torino: 'turin',
  'universitat rovira i virgili': 'tarragona',
  urumchi: 'urumqi',
  valbonne: 'antibes',
  valletta: 'birkirkara',
  venezia: 'venice',
  vinuniversity: 'hanoi',
  waikiki: 'honolulu',
  warszawa: 'warsaw',
  washington: 'washington, d.c.',
  'washington dc': 'washington, d.c.',
  wien: 'vienna',
  wuerzburg: 'wurzburg',
}

/** Those of them that are towns and islands of their own. */
const townsNearCity = new Set([
  'bali',
  'banff',
  'big island',
  'cape canaveral',
  'crete',
  'cyberjaya',
  'davos',
  'goa',
  'gran canaria',
  'labin',
  'opatija',
  'penang',
  'piccadilly',
  'porto de galinhas',
  'portoroz',
  'rovinj',
  "saint julian's",
  'saint julians',
  'saint leon-rot',
  'snowbird',
  'sophia-antipolis',
  'stanford',
  'tenerife',
  'texel',
  'valbonne',
  'valletta',
])

/** Cities that sources place in China have a country of their own in the gazetteer. */
const otherCountries: Record<string, string> = {
  'hong kong': 'HK',
  macau: 'MO',
  'sha tin': 'HK',
  taipei: 'TW',
}

type Gazetteer = { zones: string[]; cities: Buffer; lines: Uint32Array }
let gazetteer: Promise<Gazetteer> | undefined

/**
 * Lines in one buffer, and where each begins, sorted by name: a map of names would take fifty times the memory. Not
 * imported, because a module keeps its source.
 */
async function readGazetteer(): Promise<Gazetteer> {
  const file = JSON.parse(await readFile(path.join(import.meta.dirname, 'cities.json'), 'utf8'))
  const cities = Buffer.from(file.cities)
  const starts: { name: string; start: number }[] = []
  // A city stands between two line ends.
  for (let end = 0; end < cities.length - 1; end = cities.indexOf('\n', end + 1))
    starts.push({ name: nameAt(cities, end + 1), start: end + 1 })
  // The sort is stable: the largest city of a name stays first.
  starts.sort((one, other) => (one.name < other.name ? -1 : Number(one.name > other.name)))
  return { zones: file.zones.split(' '), cities, lines: Uint32Array.from(starts, ({ start }) => start) }
}

const nameAt = (cities: Buffer, start: number) => cities.toString('utf8', start, cities.indexOf(';', start))

/** How a city may be called in the gazetteer: 'st. gallen' and 'saint gallen', without what follows a comma. */
function namesOf(city: string): string[] {
  const name = fold(city).trim()
  const short = name.replace(/\s*[,(/].*$/, '')
  const plain = short.replace(/[-\s](?:city|ku|sar|island)$/, '')
  return [name, short, short.replace(/^st\.? /, 'saint '), plain, `${short} city`].flatMap((variant) => [
    ...(Object.hasOwn(otherCityNames, variant) ? [otherCityNames[variant]!] : []),
    variant,
  ])
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

const maxCachedPlaces = 20_000
/** What was asked for before: the cities of a directory are few. */
const answers = new Map<string, FoundPlace | undefined>()

/** `city_id`: the same for all spellings of a city and venues in it, null for a town that is only near it. */
type FoundPlace = Place & { city_id: string | null }

/** Where a city lies; undefined if it is not known. Without a country it is the largest of that name. */
export async function findPlace(city: string, country = ''): Promise<FoundPlace | undefined> {
  const question = `${city};${country}`
  if (answers.has(question)) return answers.get(question)
  const code = country === '' ? '' : findCountry(country)?.code
  const place = code === undefined ? undefined : await search(city, code)
  if (answers.size >= maxCachedPlaces) answers.clear()
  answers.set(question, place)
  return place
}

/** Where a city lies that somebody looks for: 'Bergen', 'Birmingham, United States', 'Portland, ME'. */
export async function findCentre(text: string): Promise<Place | undefined> {
  const [, city, country] = text.match(/^(.+),\s*([^,]+)$/) ?? []
  if (!city || !country) return findPlace(text)
  if (/^[A-Z]{2}$/i.test(country)) return (await findPlace(text, 'US')) ?? findPlace(city, country)
  return findPlace(city, country)
}

/** The time zone of a conference: without one, its times are at no certain moment. */
export const zoneOfCity = async (event: { location_name: string; country_name: string }) =>
  (await findPlace(event.location_name, event.country_name))?.time_zone ?? null

async function search(city: string, code: string): Promise<FoundPlace | undefined> {
  const line = await lineOf(city, code)
  if (!line) return undefined
  const [name, area, latitude, longitude, zone] = line
  const { zones } = await gazetteer!
  return {
    latitude: Number(latitude),
    longitude: Number(longitude),
    time_zone: zones[Number(zone)]!,
    city_id: namesOf(city).some((variant) => townsNearCity.has(variant)) ? null : `${name};${area}`,
  }
}

/** The country of the largest city of a name, as the list of countries has it. */
export async function countryOfCity(city: string): Promise<string | undefined> {
  const code = (await lineOf(city, ''))?.[1]?.slice(0, 2)
  return countries.find((country) => country.code === code)?.name
}

async function lineOf(city: string, code: string): Promise<string[] | undefined> {
  gazetteer ??= readGazetteer()
  const file = await gazetteer
  // 'Portland, ME' and 'Portland - ME' are not the larger one in Oregon.
  const state = code === 'US' ? city.match(/(?:,| -) *([A-Z]{2})$/i)?.[1]?.toUpperCase() : undefined
  const countryOf = (name: string) =>
    code === 'CN' && Object.hasOwn(otherCountries, name) ? otherCountries[name]! : code
  // A word of what somebody looks for may be a city, but not which of those of its name.
  const names = code === '' ? namesOf(city) : [...namesOf(city), ...namesWithin(city)]
  for (const name of new Set(names)) {
    const line = findLine(file, name, state ? `US-${state};` : countryOf(name))
    if (line) return line
  }
  return undefined
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

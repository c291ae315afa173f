import { countries } from '#lib/countries.ts'
import { fold } from '#lib/text.ts'
import type { Place } from './places.schemas.ts'

/** Names that organisers give countries, besides those of the form. */
const otherCountryNames: Record<string, string> = {
  usa: 'US',
  'united states of america': 'US',
  uk: 'GB',
  england: 'GB',
  scotland: 'GB',
  wales: 'GB',
  'northern ireland': 'GB',
  'czech republic': 'CZ',
  turkey: 'TR',
  'the netherlands': 'NL',
  'hong kong': 'HK',
  myanmar: 'MM',
}

/** English or common names of cities, and those that the gazetteer has, folded. */
const otherCityNames: Record<string, string> = {
  aarhus: 'arhus',
  antwerp: 'antwerpen',
  bangalore: 'bengaluru',
  bruges: 'brugge',
  cologne: 'koln',
  'den haag': 'the hague',
  'saint gallen': 'sankt gallen',
  geneva: 'geneve',
  ghent: 'gent',
  gothenburg: 'goteborg',
  heraklion: 'irakleion',
  kiev: 'kyiv',
  lucerne: 'luzern',
  munchen: 'munich',
  'new york': 'new york city',
  nuremberg: 'nurnberg',
  seville: 'sevilla',
  washington: 'washington, d.c.',
}

const codes = new Map([
  ...countries.map(({ code, name }): [string, string] => [fold(name), code]),
  ...Object.entries(otherCountryNames),
])

type Gazetteer = { zones: string[]; lines: Map<string, string> }
let gazetteer: Promise<Gazetteer> | undefined

/** Read with the first question, and kept: some five megabytes. */
async function readGazetteer(): Promise<Gazetteer> {
  const { default: file } = await import('./cities.json', { with: { type: 'json' } })
  const lines = new Map<string, string>()
  // The largest come first: a name that several have means the largest.
  const add = (key: string, line: string) => lines.has(key) || lines.set(key, line)
  for (const line of file.cities.split('\n')) {
    const [name = '', code = ''] = line.split(';')
    for (const each of new Set([name, ...name.split('/')])) {
      const key = fold(each.trim())
      add(`${key};`, line)
      add(`${key};${code}`, line)
      add(`${key};${code.slice(0, 2)}`, line)
    }
  }
  return { zones: file.zones.split(' '), lines }
}

/** How a city may be called in the gazetteer: 'st. gallen' and 'saint gallen', without what follows a comma. */
function namesOf(city: string): string[] {
  const name = fold(city).trim()
  const short = name.replace(/\s*[,(].*$/, '')
  return [name, short, short.replace(/^st\.? /, 'saint '), `${short} city`].flatMap((each) => [
    each,
    ...(otherCityNames[each] ? [otherCityNames[each]] : []),
  ])
}

/** Where a city lies; undefined if it is not known. Without a country it is the largest of that name. */
export async function findPlace(city: string, country?: string): Promise<Place | undefined> {
  gazetteer ??= readGazetteer()
  const { zones, lines } = await gazetteer
  const code = country === undefined ? '' : codes.get(fold(country).trim())
  if (code === undefined) return undefined
  // 'Portland, ME' is not the larger one in Oregon.
  const state = code === 'US' ? city.match(/, *([A-Z]{2})$/)?.[1] : undefined
  const line = namesOf(city)
    .map((name) => lines.get(`${name};${state ? `US-${state}` : code}`))
    .find((found) => found !== undefined)
  const [, , latitude, longitude, zone] = line?.split(';') ?? []
  if (!zone) return undefined
  return { latitude: Number(latitude), longitude: Number(longitude), time_zone: zones[Number(zone)]! }
}

const earthRadiusKm = 6371
const radians = (degrees: number) => (degrees * Math.PI) / 180

/** The way between two places as the crow flies, in kilometres. */
export function kilometresBetween(one: Place, other: Place): number {
  const half = (a: number, b: number) => Math.sin(radians(b - a) / 2) ** 2
  const chord =
    half(one.latitude, other.latitude) +
    Math.cos(radians(one.latitude)) * Math.cos(radians(other.latitude)) * half(one.longitude, other.longitude)
  return 2 * earthRadiusKm * Math.asin(Math.sqrt(chord))
}

import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { countries } from '#lib/countries.ts'
import { findCountry } from '#lib/country-names.ts'
import { fold } from '#lib/text.ts'
import type { Place } from './places.schemas.ts'

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

let gazetteer: Promise<{ zones: string[]; cities: Buffer }> | undefined

/**
 * Lines, which are searched as they are: an index of them would take a moment to make, and five times the memory. Not
 * imported, because a module keeps its source.
 */
async function readGazetteer() {
  const file = JSON.parse(await readFile(path.join(import.meta.dirname, 'cities.json'), 'utf8'))
  return { zones: file.zones.split(' '), cities: Buffer.from(file.cities) }
}

/** How a city may be called in the gazetteer: 'st. gallen' and 'saint gallen', without what follows a comma. */
function namesOf(city: string): string[] {
  const name = fold(city).trim()
  const short = name.replace(/\s*[,(].*$/, '')
  return [name, short, short.replace(/^st\.? /, 'saint '), `${short} city`].flatMap((variant) => [
    variant,
    ...(otherCityNames[variant] ? [otherCityNames[variant]] : []),
  ])
}

const mostKept = 5000
/** What was asked for before: the cities of a directory are few. */
const answers = new Map<string, Place | undefined>()

/** Where a city lies; undefined if it is not known. Without a country it is the largest of that name. */
export async function findPlace(city: string, country = ''): Promise<Place | undefined> {
  const question = `${city};${country}`
  if (answers.has(question)) return answers.get(question)
  const code = country === '' ? '' : findCountry(country)?.code
  const place = code === undefined ? undefined : await search(city, code)
  if (answers.size >= mostKept) answers.clear()
  answers.set(question, place)
  return place
}

/** The time zone of a conference: without one, its times are at no certain moment. */
export const zoneOfCity = async (event: { location_name: string; country_name: string }) =>
  (await findPlace(event.location_name, event.country_name))?.time_zone ?? null

async function search(city: string, code: string): Promise<Place | undefined> {
  const line = await lineOf(city, code)
  if (!line) return undefined
  const [, , latitude, longitude, zone] = line
  const { zones } = await gazetteer!
  return { latitude: Number(latitude), longitude: Number(longitude), time_zone: zones[Number(zone)]! }
}

/** The country of the largest city of a name, as the list of countries has it. */
export async function countryOfCity(city: string): Promise<string | undefined> {
  const code = (await lineOf(city, ''))?.[1]?.slice(0, 2)
  return countries.find((country) => country.code === code)?.name
}

/** The largest city of a name comes first. */
async function lineOf(city: string, code: string): Promise<string[] | undefined> {
  gazetteer ??= readGazetteer()
  const { cities } = await gazetteer
  // 'Portland, ME' is not the larger one in Oregon.
  const state = code === 'US' ? city.match(/, *([A-Z]{2})$/)?.[1] : undefined
  for (const name of new Set(namesOf(city))) {
    const start = cities.indexOf(`\n${name};${state ? `US-${state};` : code}`) + 1
    if (start === 0 || name.includes(';')) continue
    return cities.toString('utf8', start, cities.indexOf('\n', start)).split(';')
  }
  return undefined
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

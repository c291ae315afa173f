import { countryOf, findCountry } from '#lib/country-names.ts'
import { fold } from '#lib/text.ts'
import { cityNamed, findPlace, stateNamed } from './gazetteer.server.ts'
import { kilometresBetween } from './projection.ts'

/** `isCertain`: the gazetteer has the city in the country; else a person decides. */
export type AddressPlace = { city?: string; country?: string; isCertain: boolean }

/** Where codes stand before or behind a city: 'D-10115 Berlin', '1012 AB Amsterdam', 'London SW1A 1AA', 'Dublin 2', 'Paris Cedex 08'. */
const postalCodes = [
  /^〒?\s*(?:[A-Z]{1,3}[- ]?)?\d{2,6}(?:[- ]\d{2,4})?(?:\s[A-Z]{2}(?=\s))?\s+(?=\p{L})/u,
  /(?:^|\s)[A-Z]{1,2}\d[A-Z\d]?\s*\d[A-Z]{2}$/,
  /(?:^|\s)[A-Z]\d[A-Z\d]\s*(?:\d[A-Z]\d|[A-Z\d]{4})$/,
  /(?:^|\s)(?:[A-Z]{1,2}-?)?〒?\d{1,6}(?:[- ]\d{2,4})?[A-Z]{0,3}$/,
  /\scedex$/i,
  // 'København K'
  /(?<=\p{Ll})\s[A-Z]$/u,
]

function withoutCodes(part: string): string {
  const bare = postalCodes.reduce((text, code) => text.replace(code, '').trim(), part)
  return bare === part ? part : withoutCodes(bare)
}

/** Countries that are one city. */
const citiesOfTheirOwn = new Set(['SG', 'MC', 'HK', 'MO', 'GI', 'VA'])
/** States and provinces called as a city in them, in which other cities lie far from it. */
const wideRegions = new Set(
  'quebec,sao paulo,rio de janeiro,cordoba,mendoza,chihuahua,durango,oaxaca,queretaro'.split(','),
)
/** In kilometres. What lies nearer than `district` is part of the city, what lies farther away than `region` has only its name. */
const distances = { district: 15, region: 120, wideRegion: 800 }

/** The city of an address, read from right to left: '1 Main St, Portland, OR 97201, USA'. */
export async function placeOfAddress(text: string, countryName?: string): Promise<AddressPlace> {
  const parts = text
    .slice(0, 500)
    .split(/[\n,;|·•]|\s[-–—]\s/)
    .map((part) => part.trim())
    .filter(Boolean)
  const inState = await cityInState(parts, countryName)
  if (inState) return inState
  const { country, rest } = countryAtEnd(parts, countryName)
  if (!country) return withoutCountry(rest)
  const names = rest.map(withoutCodes).filter(Boolean)
  for (let index = names.length - 1; index >= 0; index--) {
    const city = await cityWithin(names, index, country.code)
    if (city) return { city, country: country.name, isCertain: true }
  }
  const isOneCity = citiesOfTheirOwn.has(country.code) || (parts.length === 1 && !countryName)
  if (isOneCity && (await cityNamed(country.name, country.code)))
    return { city: country.name, country: country.name, isCertain: true }
  const town = names.findLast((name) => !/\d/.test(name))
  return { city: town, country: country.name, isCertain: false }
}

/** The city, country and position of an address, where the gazetteer has its city; of a city alone there is nothing to say. */
export async function placeInAddress(text: string, countryName?: string) {
  // What the country is, an address says itself.
  const own = await placeOfAddress(text)
  const { city, country, isCertain } = own.isCertain
    ? own
    : await placeOfAddress(text, countryName || undefined)
  if (!isCertain || !city || !country || fold(city) === fold(text)) return undefined
  const place = await findPlace(city, country)
  return place && { ...place, city, country }
}

/** A city and a state of the USA behind it, with or without the country. */
async function cityInState(
  parts: string[],
  countryName: string | undefined,
): Promise<AddressPlace | undefined> {
  if (parts.length < 2) return undefined
  const endsInCountry = countryOf(parts.at(-1)!)?.code === 'US'
  const isAmerican = endsInCountry || (countryName && countryOf(countryName)?.code === 'US')
  if (countryName && !isAmerican) return undefined
  const names = (endsInCountry ? parts.slice(0, -1) : parts).map(withoutCodes).filter(Boolean)
  const state = stateNamed(names.at(-1) ?? '')
  const before = names.at(-2)
  if (!state || !before) return undefined
  const city = `${before}, ${state}`
  if (await cityNamed(city, 'US')) return { city, country: 'United States', isCertain: true }
  if (!isAmerican) return undefined
  // 'Fifth Avenue 1, New York, USA': a city is called as its state.
  const name = names.at(-1)!
  const isStreet = /\d/.test(parts[parts.indexOf(before)] ?? before)
  if (name.length > 2 && isStreet && (await cityNamed(name, 'US')))
    return { city: name, country: 'United States', isCertain: true }
  return { city, country: 'United States', isCertain: false }
}

/** The country that an address ends with, perhaps without a comma before it, and the parts before. */
function countryAtEnd(parts: string[], countryName: string | undefined) {
  const last = withoutCodes(parts.at(-1) ?? '')
  // Most texts of one part are words of a search: for those, names in other languages are not worth the memory.
  const atEnd = parts.length > 1 ? countryOf(last) : findCountry(last)
  const beside = countryName === undefined ? undefined : countryOf(countryName)
  if (atEnd && (!beside || beside.code === atEnd.code)) return { country: atEnd, rest: parts.slice(0, -1) }
  if (beside) return { country: beside, rest: parts }
  const words = last.split(/\s+/)
  for (const count of [3, 2, 1]) {
    const country = words.length > count ? findCountry(words.slice(-count).join(' ')) : undefined
    if (country) return { country, rest: [...parts.slice(0, -1), words.slice(0, -count).join(' ')] }
  }
  return { rest: parts }
}

async function withoutCountry(parts: string[]): Promise<AddressPlace> {
  for (const name of parts.map(withoutCodes).filter(Boolean).toReversed()) {
    const place = await cityNamed(name, '')
    if (place) return { city: withState(name, 'US'), country: place.country, isCertain: true }
  }
  return { isCertain: false }
}

/** The city among `names` at `index`, or the one before it if that is only the region: 'Campinas, São Paulo'. */
async function cityWithin(names: string[], index: number, code: string): Promise<string | undefined> {
  const [name, before = ''] = [names[index]!, names[index - 1]]
  const place = await cityNamed(name, code)
  const other = place && (await cityNamed(before, code))
  if (!place || !other) return place && withState(name, code)
  const distance = kilometresBetween(place, other)
  const reach = wideRegions.has(fold(name)) ? distances.wideRegion : distances.region
  return withState(distance > distances.district && distance < reach ? before : name, code)
}

/** 'Austin TX' as cities are listed, 'Milano MI' and 'Sydney NSW' without the province. */
function withState(name: string, code: string): string {
  const [, city, state] = name.match(/^(.+)\s([A-Z]{2,3})$/) ?? []
  if (!city || !state) return name
  return code === 'US' && stateNamed(state) ? `${city}, ${state}` : city
}

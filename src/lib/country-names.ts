import { type Country, countries } from './countries.ts'
import { fold } from './text.ts'

/** How a name is looked up: 'The Gambia', 'Bosnia and Herzegovina' and 'Saint Lucia' are not spelled so in the list. */
const keyOf = (name: string) =>
  fold(name)
    .trim()
    .replaceAll('&', 'and')
    .replaceAll('’', "'")
    .replace(/^the /, '')
    .replace(/^saint /, 'st. ')

/** Names that organisers give countries, besides those of the list. */
const otherNames: Record<string, string> = {
  us: 'US',
  'u.s.': 'US',
  usa: 'US',
  'u.s.a.': 'US',
  'united states of america': 'US',
  uk: 'GB',
  'u.k.': 'GB',
  'great britain': 'GB',
  england: 'GB',
  scotland: 'GB',
  wales: 'GB',
  'northern ireland': 'GB',
  'czech republic': 'CZ',
  'slovak republic': 'SK',
  'republic of ireland': 'IE',
  holland: 'NL',
  deutschland: 'DE',
  italia: 'IT',
  brasil: 'BR',
  espana: 'ES',
  uae: 'AE',
  turkey: 'TR',
  'russian federation': 'RU',
  'viet nam': 'VN',
  'republic of korea': 'KR',
  'ivory coast': 'CI',
  'hong kong': 'HK',
  macau: 'MO',
  myanmar: 'MM',
}

const byKey = new Map(countries.map((country) => [keyOf(country.name), country]))
for (const country of countries)
  for (const [key, code] of Object.entries(otherNames)) if (code === country.code) byKey.set(key, country)

/** The country that somebody calls so. */
export const findCountry = (name: string): Country | undefined => byKey.get(keyOf(name))

/** The name of the country in the list; one that is not known, such as Online, stays as it is. */
export const listedCountry = (name: string): string => findCountry(name)?.name ?? name

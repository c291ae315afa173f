import { countries } from './countries.ts'

/** Takes most of a millisecond: all countries' zones would hold up every request for a quarter of a second. */
const zonesOf = (code: string): string[] =>
  (
    new Intl.Locale(`und-${code}`) as Intl.Locale & { getTimeZones?(): string[] | undefined }
  ).getTimeZones?.() ?? []

/** CLDR's names of zones are the oldest ones. */
const newerNames: Record<string, string> = {
  'Africa/Asmera': 'Africa/Asmara',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
}

/** The zone of a country, by its code, that has only one. */
export function zoneOfCountry(code: string | undefined): string | undefined {
  const zones = code ? zonesOf(code) : []
  return zones.length === 1 ? (newerNames[zones[0]!] ?? zones[0]) : undefined
}

/** The country of a zone, by name. */
export const countryOfZone = (zone: string): string | undefined =>
  countries.find(({ code }) => zonesOf(code).some((name) => zone === name || zone === newerNames[name]))?.name

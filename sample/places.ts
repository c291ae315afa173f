/** The time zone of a country, or of a city if the country has several. */
const zones: Record<string, string> = {
  AR: 'America/Argentina/Cordoba',
  AT: 'Europe/Vienna',
  AU: 'Australia/Hobart',
  BE: 'Europe/Brussels',
  BR: 'America/Sao_Paulo',
  CH: 'Europe/Zurich',
  CL: 'America/Santiago',
  CO: 'America/Bogota',
  DE: 'Europe/Berlin',
  DK: 'Europe/Copenhagen',
  EE: 'Europe/Tallinn',
  ES: 'Europe/Madrid',
  FI: 'Europe/Helsinki',
  FR: 'Europe/Paris',
  GB: 'Europe/London',
  GH: 'Africa/Accra',
  IE: 'Europe/Dublin',
  IN: 'Asia/Kolkata',
  IS: 'Atlantic/Reykjavik',
  IT: 'Europe/Rome',
  JO: 'Asia/Amman',
  JP: 'Asia/Tokyo',
  KE: 'Africa/Nairobi',
  KR: 'Asia/Seoul',
  MX: 'America/Mexico_City',
  NL: 'Europe/Amsterdam',
  NO: 'Europe/Oslo',
  NZ: 'Pacific/Auckland',
  PL: 'Europe/Warsaw',
  PT: 'Europe/Lisbon',
  RW: 'Africa/Kigali',
  SE: 'Europe/Stockholm',
  SG: 'Asia/Singapore',
  SI: 'Europe/Ljubljana',
  TR: 'Europe/Istanbul',
  TW: 'Asia/Taipei',
  VN: 'Asia/Ho_Chi_Minh',
  ZA: 'Africa/Johannesburg',
  'Halifax CA': 'America/Halifax',
  'Montréal CA': 'America/Toronto',
  'Pittsburgh US': 'America/New_York',
  'Portland US': 'America/Los_Angeles',
}

const countries = new Intl.DisplayNames('en', { type: 'region' })

/** Turns 'Bergen NO' into city, country and time zone if known. */
export function placeOf(place: string) {
  const code = place.slice(-2)
  const country = countries.of(code)
  if (!country || country === code) throw new Error(`No such country: ${place}`)
  return { city: place.slice(0, -3), code, country, zone: zones[place] ?? zones[code] }
}

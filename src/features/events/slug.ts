import { fold, hashOf } from '#lib/text.ts'

const maxLength = 200

/** Slugs that the routes use: `new` is the form, and an id redirects to the slug. */
const isReserved = (slug: string) =>
  slug === 'new' || /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(slug)

/** A hash of eight letters and digits. */
const shortId = (text: string) => (hashOf(text) % 36 ** 8).toString(36).padStart(8, '0')

/**
 * `slug`, or a short id if it says nothing: no letter or digit is left, or all that is left of a name in another script
 * is a number, which would be the same for the next one. The id comes from the name, so that a clash stays a clash.
 */
function fallBackToShortId(slug: string, name: string): string {
  if (/[a-z]/.test(slug)) return slug
  return /\d/.test(slug) && !/\p{L}/u.test(name) ? slug : shortId(fold(name))
}

const joinWithinLimit = (base: string, end: string) => `${base.slice(0, maxLength - end.length - 1)}-${end}`

type Edition = { name: string; start_date: string; location_name: string }

/** The city and the short id that tell two different conferences apart where all else in their slugs is the same. */
function endings({ name, start_date, location_name }: Edition): { city: string; id: string } {
  const city = importSlug(location_name)
    .replace(/^-+|-+$/g, '')
    .slice(0, 60)
  return {
    city,
    id: shortId(`${name.toLowerCase()} ${start_date.slice(0, 4)} ${location_name.toLowerCase()}`),
  }
}

/** The slug of a conference that is made with the form: the name and the year of `startDate` (yyyy-MM-dd). */
export function formSlug(name: string, startDate: string): string {
  const words = fold(name)
    .replace(/[^a-z0-9_\s-]/g, '')
    .replace(/[\s_-]+/g, '-')
    .replace(/^-|-$/g, '')
  return joinWithinLimit(fallBackToShortId(words, name), startDate.slice(0, 4))
}

/** The slugs that a conference made with the form may get, best first: name and year; with the city; with a short id. */
export function formSlugCandidates(event: Edition): string[] {
  const slug = formSlug(event.name, event.start_date)
  const { city, id } = endings(event)
  return [slug, joinWithinLimit(slug, city), joinWithinLimit(slug, `${city}-${id}`)]
}

/**
 * The slug of an imported conference: the name alone. It may be reserved; slugCandidates leaves that one out. The letter of
 * the specification makes one hyphen of each run of signs, also at the ends ('C# Days!' is 'c-days-'). Letters of other
 * scripts and pictures are no signs: they fall away with the hyphens beside them.
 */
export function importSlug(name: string): string {
  const folded = fold(name)
  const hyphened = folded.replace(/[^a-z0-9]+/g, '-')
  const slug = /(?![a-z])\p{L}|\p{Extended_Pictographic}/u.test(folded)
    ? hyphened.replace(/^-|-$/g, '')
    : hyphened
  return fallBackToShortId(slug, name).slice(0, maxLength)
}

/**
 * The slugs that an imported conference may get, best first: its name; with the year; with the city; and, where different
 * names of one year and city become one slug, with a short id. Always the same ones for the same conference.
 */
export function slugCandidates(event: Edition): string[] {
  const nameSlug = importSlug(event.name)
  const base = nameSlug.replace(/-+$/, '')
  const year = event.start_date.slice(0, 4)
  const { city, id } = endings(event)
  const candidates = [
    nameSlug,
    joinWithinLimit(base, year),
    joinWithinLimit(base, `${year}-${city}`),
    joinWithinLimit(base, `${year}-${city}-${id}`),
  ]
  return candidates.filter((slug) => !isReserved(slug))
}

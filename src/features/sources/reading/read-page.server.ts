import type { EventStatus } from '#features/events/event-status.ts'
import { placeOfAddress } from '#features/gazetteer/address.server.ts'
import { countryOfCity } from '#features/gazetteer/gazetteer.server.ts'
import { normaliseUrl, plainText, shortenText, shortLine } from '#features/reading/plain-text.ts'
import { unreadable } from '#features/reading/unreadable.ts'
import { findCountry, listedCountry } from '#lib/country-names.ts'
import { fold } from '#lib/text.ts'
import { limits } from '#src/limits.ts'
import { type PageField, type PageValues, pageFields } from '../page-reading.schemas.ts'
import { daysOfConference, month } from './days-in-text.ts'
import { type PageParts, parsePage } from './page-parts.ts'
import { eventsInPage, type StructuredEvent } from './structured-events.server.ts'

/** What a page says of its conference. `guesses` names the values that no structured data has. */
export type ReadPage = {
  values: PageValues
  guesses: PageField[]
  status?: EventStatus
  programme?: string
  calendar?: string
}

/** Reads the page of a conference. Runs in the reading thread. */
export async function readPage(html: string, url: string, today: string): Promise<ReadPage> {
  const page = parsePage(html)
  const event = eventOfPage(await eventsInPage(page), page, url)
  const structured = event ? await withCountry(valuesOfEvent(event, url)) : {}
  const guessed = await guessValues(page, url, today)
  // Where the structured data has a city, the country of another city in the text is not its own.
  if (structured.location_name) {
    delete guessed.country_name
    delete guessed.format
  }
  if (structured.start_date) delete guessed.end_date
  if (!structured.end_date && structured.start_date) structured.end_date = structured.start_date
  const values: PageValues = {}
  const guesses: PageField[] = []
  // A page may still describe the last edition.
  const isPast = structured.end_date !== undefined && structured.end_date < today
  for (const field of pageFields) {
    const value = structured[field] ?? guessed[field]
    if (!value) continue
    values[field] = value
    const isUnsurePlace = event?.isUnsure && (field === 'location_name' || field === 'country_name')
    const isGuess = !structured[field] || event?.isUncertain || isPast || isUnsurePlace
    if (field !== 'website' && isGuess) guesses.push(field)
  }
  if (!values.name && !values.start_date)
    throw unreadable('Nothing about a conference was found at this address. Please fill in the form')
  return {
    values,
    guesses,
    programme: programmeIn(page, url),
    calendar: calendarIn(page, url),
    status: event?.status,
  }
}

/** The event that the page is about: the one with its address, or whose name its title has, or the only one. */
function eventOfPage(events: StructuredEvent[], page: PageParts, url: string) {
  const key = (address: string | undefined) => address?.replace(/^https?:\/\/(?:www\.)?|[/?#]*$/g, '')
  const title = fold(page.title)
  const own =
    events.find((event) => event.name && title.includes(fold(event.name))) ??
    events.find((event) => key(event.url) === key(url))
  const event = own ?? events[0]
  return event && { ...event, isUncertain: !own && (events.length > 1 || !isNamed(event, page, url)) }
}

/** Whether title, heading or host have a word of the event's name: one that is beside the point is only a guess. */
function isNamed(
  { name = '' }: StructuredEvent,
  { title, ogTitle, headings }: PageParts,
  url: string,
): boolean {
  const context = fold([title, ogTitle, ...headings.slice(0, 3)].join(' ')).trim()
  const words = fold(name)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 2 && !/^\d+$/.test(word))
  const host = URL.parse(url)?.hostname ?? ''
  return context === '' || words.some((word) => context.includes(word) || host.includes(word))
}

export function valuesOfEvent(event: StructuredEvent, url: string): PageValues {
  const { name, description, start_date, end_date, city, country, isOnline, format } = event
  return {
    name: shortLine(name, limits.eventName) ?? undefined,
    description: description ? shortenText(plainText(description), limits.eventDescription) : undefined,
    location_name: isOnline && !city ? 'Online' : (shortLine(city, limits.place) ?? undefined),
    country_name: isOnline && !city ? 'Online' : country && listedCountry(country).slice(0, limits.place),
    start_date,
    end_date,
    format,
    website: url,
    logo_url: normaliseUrl(event.image, url) ?? undefined,
  }
}

async function withCountry(values: PageValues): Promise<PageValues> {
  if (values.country_name || !values.location_name) return values
  const place = await placeIn(values.location_name)
  return { ...values, ...place, format: values.format ?? place?.format }
}

async function guessValues(page: PageParts, url: string, today: string): Promise<PageValues> {
  const marked = [page.title, page.description, ...page.headings, ...page.times]
  const title = [page.title, page.ogTitle, page.siteName, page.headings[0], url].join(' ')
  const days = daysOfConference({ title, text: page.text, marked }, today)
  const near = days?.near ?? page.text.slice(0, 600)
  const place = (await placeIn([page.description, page.title, near].join('\n'))) ?? {}
  return {
    name: nameIn(page, url),
    description: page.description
      ? shortenText(plainText(page.description), limits.eventDescription)
      : undefined,
    start_date: days?.start,
    end_date: days?.end,
    ...place,
    website: url,
    logo_url: normaliseUrl(page.icon ?? page.image, url) ?? undefined,
    code_of_conduct_url: linkIn(
      page,
      url,
      /code of conduct|verhaltenskodex|code de conduite|codigo de conducta/,
    ),
    cfp_url: linkIn(
      page,
      url,
      /call for (?:papers|speakers|proposals|presentations|participation)|\bcfp\b|submit (?:a |your )?(?:talk|proposal)|appel a (?:conferences|orateurs|propositions)|convocatoria/,
    ),
  }
}

function linkIn(page: PageParts, url: string, words: RegExp): string | undefined {
  const link = page.links.find(({ text }) => text.length < 80 && words.test(fold(text)))
  return (link && normaliseUrl(link.href, url)) ?? undefined
}

const siteWords = /^(?:home|homepage|welcome|start(?:seite)?|accueil|inicio|index|about|overview)$/

const dateAfterName = new RegExp(`\\s+(?:in|en|im|on|at|am|em|du|vom)\\s+(?:\\d{1,2}\\s+)?${month}.*$`, 'i')

/** The part of the title that names the conference: the one that shares letters with the host, or has a year, or is the longest. */
function nameIn(page: PageParts, url: string): string | undefined {
  const host =
    URL.parse(url)
      ?.hostname.replace(/^www\./, '')
      .replace(/[^a-z0-9]/g, '') ?? ''
  const parts = [page.ogTitle, page.siteName, page.title, page.headings[0] ?? '']
    .flatMap((title) => title.split(/\s+[|–—·•:-]+\s+|\s*\|\s*|: |, |(?<=\w{4})\. /))
    .map((part) =>
      part
        .replace(/^(?:welcome to|willkommen (?:bei|zur)|bienvenue (?:a|à)|home)\s+/i, '')
        .replace(dateAfterName, '')
        .replace(/\s+/g, ' ')
        .trim(),
    )
    .filter((part) => part.length > 2 && part.length <= 80 && !siteWords.test(fold(part)))
  const score = (part: string) => {
    const words = fold(part).split(/[^\p{L}\p{N}]+/u)
    const letters = words.join('')
    const isOfHost = words.some((word) => word.length > 2 && !/^\d+$/.test(word) && host.includes(word))
    return (
      (isOfHost || (letters.length > 2 && host.includes(letters)) ? 3 : 0) +
      (/\b20\d\d\b/.test(part) ? 2 : 0) +
      (/conf|camp|days?\b|summit|con\b|fest|kaigi|meeting|symposium|congres/i.test(part) ? 1.5 : 0) -
      words.length / 5
    )
  }
  // A page that repeats a name means it: others are spelling mistakes and short forms.
  const repeated = (part: string) => Math.min(3, parts.filter((other) => other === part).length) / 2
  // A page may have one title, as long as a sentence.
  const [best = page.title || page.ogTitle] = parts.toSorted(
    (one, other) => score(other) + repeated(other) - score(one) - repeated(one),
  )
  return best && (shortLine(best, limits.eventName) ?? undefined)
}

const cityWord = `\\p{Lu}[\\p{L}.'’-]+`
const cityPattern = new RegExp(`^${cityWord}(?:[ -](?:${cityWord}|am|an|der|de|la|del|do|upon)){0,4}$`, 'u')
const afterPreposition = new RegExp(
  `(?<![\\p{L}])(?:[Ii]n|[Aa]t|[Ee]m|[ÀàEe]n?|[Nn]ach|(?:heart|centre|center|city|coeur|cœur) (?:of|de))\\s+(${cityWord}(?:\\s+${cityWord}){0,2})`,
  'gu',
)

/** The first city that a text names with its country, else the first known city that stands alone. */
async function placeIn(
  text: string,
): Promise<Pick<PageValues, 'location_name' | 'country_name' | 'format'> | undefined> {
  const parts = text
    .slice(0, 5000)
    .split(
      /[\n,|·•()–—@:;!?/]|\s-\s|\.(?:\s|$)|\d+|\s(?:&|\+|and|und|et|e|y)\s(?=on-?line|virtual|remote)|(?<=on-?line|virtual|remote)\s(?:&|\+|and|und|et|e|y)\s/i,
    )
    .map((part) => part.trim())
    .filter(Boolean)
  const isOnline = parts.some((part) => /^(?:fully |100% )?(?:on-?line|virtual)$/i.test(part))
  const format = isOnline ? 'hybrid' : undefined
  for (const [index, part] of parts.entries()) {
    const country = index > 0 && (findCountry(part) ?? findCountry(part.split(' ')[0]!))
    if (!country) continue
    const city = cityAtEnd(parts[index - 1]!)
    // "Portland, Oregon, USA"
    const before = parts.slice(Math.max(0, index - 2), index - 1).filter((part) => cityPattern.test(part))
    const place = await placeOfAddress([...before, city ?? ''].join(', '), country.name)
    if (place.isCertain) return { location_name: place.city!, country_name: country.name, format }
  }
  const namedPlaces = [...text.matchAll(afterPreposition)].map(([, match]) =>
    match!.replace(/(?<!\bSt)\.(?:\s.*)?$/s, ''),
  )
  for (const part of [...parts.filter((part) => cityPattern.test(part)), ...namedPlaces].slice(0, 60)) {
    const country = await countryOfCity(part)
    if (country) return { location_name: part, country_name: country, format }
  }
  return isOnline || /\b(?:online|virtual) (?:\w+ ){0,2}(?:conference|event|only)\b/i.test(text)
    ? { location_name: 'Online', country_name: 'Online' }
    : undefined
}

/** "The conference takes place in Berlin" ends with a city. */
const cityAtEnd = (part: string) => part.match(new RegExp(`(${cityWord}(?:[ -]${cityWord}){0,3})$`, 'u'))?.[1]

/** The address of a Sessionize or pretalx programme that the page embeds or links. */
function programmeIn(page: PageParts, url: string): string | undefined {
  for (const { href } of page.links) {
    const address = normaliseUrl(href, url) ?? ''
    const sessionize = address.match(/^https:\/\/sessionize\.com\/api\/v2\/(\w+)\/view/)?.[1]
    if (sessionize) return `https://sessionize.com/api/v2/${sessionize}/view/All`
    const pretalx = address.match(/^(https:\/\/pretalx\.[^/]+\/[^/]+)\/(?:schedule|talk|widget)/)?.[1]
    if (pretalx) return `${pretalx}/schedule/export/schedule.json`
  }
  return undefined
}

function calendarIn(page: PageParts, url: string): string | undefined {
  const link = page.links.find(
    ({ href, type }) => type === 'text/calendar' || /^[^?#]+\.ics(?:[?#]|$)/i.test(href),
  )
  return (link && normaliseUrl(link.href.replace(/^webcals?:/i, 'https:'), url)) ?? undefined
}

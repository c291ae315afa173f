import type { EventFormat } from '#features/events/event-provisions.ts'
import type { EventStatus } from '#features/events/event-status.ts'
import { placeOfAddress } from '#features/gazetteer/address.server.ts'
import { findPlace } from '#features/gazetteer/gazetteer.server.ts'
import { dayOf, localTimeOf } from '#features/reading/programme-times.ts'
import { countryOf } from '#lib/country-names.ts'
import { daysInText } from './days-in-text.ts'
import type { PageParts } from './page-parts.ts'

/** What JSON-LD or microdata says of an event. Days are yyyy-MM-dd. */
export type StructuredEvent = {
  name?: string
  description?: string
  url?: string
  image?: string
  start_date?: string
  end_date?: string
  status: EventStatus
  format?: EventFormat
} & Location

/** Where a text or structured data says that something takes place. `isUnsure`: the gazetteer does not have the city. */
export type Location = { city?: string; country?: string; isOnline: boolean; isUnsure?: boolean }

type Node = Record<string, unknown>
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const listOf = (value: unknown): unknown[] =>
  Array.isArray(value) ? value : value === undefined ? [] : [value]

/** The first text among the values of a property; of a node its name, address or value. */
function textOf(value: unknown): string | undefined {
  for (const entry of listOf(value)) {
    if (typeof entry === 'string' && entry.trim() !== '') return entry.trim()
    if (typeof entry === 'number') return String(entry)
    if (!isNode(entry)) continue
    const text = [entry.name, entry['@value'], entry.url, entry.contentUrl, entry['@id']].find(
      (part) => typeof part === 'string' && part.trim() !== '',
    )
    if (typeof text === 'string') return text.trim()
  }
  return undefined
}

const eventType = /(?:^|[/:#])(?:[A-Za-z]*Event|Festival|Hackathon)$/
/** Parts of a conference, not conferences. */
const isEvent = (node: Node) =>
  listOf(node['@type']).some((type) => typeof type === 'string' && eventType.test(type.trim()))

const maxNodes = 20_000
const maxEvents = 1000

/** All events in a page: in the order of the page, without those that are part of another one. */
export async function eventsInPage(page: PageParts): Promise<StructuredEvent[]> {
  const roots: unknown[] = page.jsonLd.flatMap((script) => parseJson(script) ?? [])
  return eventsIn([...roots, ...page.items])
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(
      text.replace(/^\s*(?:<!--|\/\*\s*<!\[CDATA\[\s*\*\/)|(?:-->|\/\*\s*\]\]>\s*\*\/)\s*$/g, ''),
    )
  } catch {
    return undefined
  }
}

export async function eventsIn(roots: unknown[]): Promise<StructuredEvent[]> {
  const events: StructuredEvent[] = []
  const queue = [...roots].reverse()
  for (let count = 0; queue.length > 0 && count < maxNodes && events.length < maxEvents; count++) {
    const value = queue.pop()
    if (Array.isArray(value)) {
      for (let index = Math.min(value.length, maxNodes) - 1; index >= 0; index--) queue.push(value[index])
      continue
    }
    if (!isNode(value)) continue
    if (isEvent(value)) events.push(await readEvent(value))
    // Of an event only what it is part of: its parts are sessions.
    else
      queue.push(
        ...Object.values(value)
          .filter((part) => typeof part === 'object')
          .reverse(),
      )
  }
  return events.filter(({ name, start_date }) => name || start_date)
}

const statuses: [RegExp, EventStatus][] = [
  [/Cancelled$/i, 'cancelled'],
  [/(?:Postponed|Rescheduled)$/i, 'postponed'],
  [/MovedOnline$/i, 'moved_online'],
]

async function readEvent(node: Node): Promise<StructuredEvent> {
  const place = await placeOf(node.location)
  const mode = textOf(node.eventAttendanceMode) ?? ''
  const status = textOf(node.eventStatus) ?? ''
  const zone = place.city ? (await findPlace(place.city, place.country))?.time_zone : undefined
  return {
    name: textOf(node.name),
    description: textOf(node.description),
    url: textOf(node.url) ?? textOf(node['@id']),
    image: textOf(node.logo) ?? textOf(node.image),
    ...daysOf(textOf(node.startDate), textOf(node.endDate), zone),
    ...place,
    isOnline: /OnlineEventAttendanceMode$/.test(mode) || (place.isOnline && !place.city),
    format: formatOf(mode, place),
    status: statuses.find(([pattern]) => pattern.test(status))?.[1] ?? 'scheduled',
  }
}

function formatOf(mode: string, { city, isOnline }: Location): EventFormat | undefined {
  if (!city) return undefined
  if (/OnlineEventAttendanceMode$/.test(mode)) return 'online'
  return /MixedEventAttendanceMode$/.test(mode) || isOnline ? 'hybrid' : undefined
}

function daysOf(start: string | undefined, end: string | undefined, zone: string | undefined) {
  const first = dayIn(start, zone)
  const last = dayIn(end, zone)
  return { start_date: first, end_date: first && (!last || last < first) ? first : last }
}

/** The local day of a moment: that of its own offset, or of the place if it is in UTC. */
function dayIn(text: string | undefined, zone: string | undefined): string | undefined {
  if (!text) return undefined
  const isUtc = /\d(?:Z|[+-]00:?00)$/i.test(text)
  return (
    localTimeOf(text, isUtc ? (zone ?? null) : null)?.date ??
    dayOf(text) ??
    daysInText(text.slice(0, 100))[0]?.start
  )
}

const isVirtual = (location: unknown) =>
  isNode(location) && listOf(location['@type']).some((type) => /VirtualLocation$/.test(String(type)))

/** "Berlin, Germany", or a place with its address, or several. */
async function placeOf(value: unknown): Promise<Location> {
  const locations = listOf(value)
  let isOnline = locations.some(isVirtual)
  for (const location of locations.filter((location) => !isVirtual(location))) {
    const [first] = listOf(isNode(location) ? (location.address ?? location) : location)
    const text = typeof first === 'string' ? first : textOf(location)
    const place = (isNode(first) && (await placeOfParts(first))) || (await placeOfText(text ?? ''))
    isOnline ||= place.isOnline
    if (place.city || place.country) return { ...place, isOnline }
  }
  return { isOnline }
}

/** Of a postal address in parts. */
async function placeOfParts(address: Node): Promise<Location | undefined> {
  const city = textOf(address.addressLocality)
  const country = countryOf(textOf(address.addressCountry) ?? '')?.name
  if (!city && !country) return undefined
  const place = city ? await placeOfAddress(city, country) : undefined
  if (place?.isCertain) return { city: place.city, country: place.country, isOnline: false }
  return { city, country, isOnline: false, isUnsure: city !== undefined }
}

const onlineWords = /\b(?:online|virtual(?:ly)?|remote(?:ly)?|hybrid)\b|https?:\/\/\S+/gi
const joiningWords =
  /^(?:[\s&+/,:;|()-]|\b(?:and|und|et|or|in|in-person)\b)+|(?:[\s&+/,:;|()-]|\b(?:and|und|et|or)\b)+$/gi

/** Of a text: an address, 'Online', the address of a video call, or both. */
export async function placeOfText(text: string): Promise<Location> {
  const address = text.replace(onlineWords, ' ')
  const isOnline = address !== text
  const { city, country, isCertain } = await placeOfAddress(address.replace(joiningWords, ''))
  if (isOnline && !isCertain) return { isOnline }
  return { city, ...(country && { country }), isOnline, ...(!isCertain && { isUnsure: true }) }
}

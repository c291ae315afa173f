import ICAL from 'ical.js'
import { eventFields } from '#features/events/event-editing.schemas.ts'
import { normalLanguages } from '#features/events/event-provisions.ts'
import { countryOfCity } from '#features/gazetteer/gazetteer.server.ts'
import { parseImport } from '#features/listing/csv-import.ts'
import { unreadable } from '#features/reading/unreadable.ts'
import { topicForm } from '#features/topics/topics.schemas.ts'
import { listedCountry } from '#lib/country-names.ts'
import { addDays, daysBetween } from '#lib/dates.ts'
import { optionalDay, optionalUrl } from '#lib/fields.ts'
import { isLanguage } from '#lib/language-name.ts'
import { fold } from '#lib/text.ts'
import { usualTopicName } from '#lib/topic-names.ts'
import { limits } from '#src/limits.ts'
import type { EntryValues, SourceEntry, SourceFormat } from '../sources.schemas.ts'
import { parsePage } from './page-parts.ts'
import { eventsInPage, splitCity } from './structured-events.server.ts'

export type SourceFile = { name: string; content: Uint8Array }
export type ReadList = { entries: SourceEntry[]; skipped: number }

type Raw = { [Field in keyof EntryValues]?: unknown } & { key?: unknown; isOnline?: unknown }

/** Of a list, in all its files: more is not a list of conferences. */
const maxRows = 20_000
/** Nothing that is longer is one conference. */
const maxDays = 60

/** Reads a list of conferences of one of the formats. Runs in the reading thread. */
export async function readList(
  format: SourceFormat,
  files: SourceFile[],
  topicNames: Record<string, string>,
): Promise<ReadList> {
  const rows: Raw[] = []
  for (const file of files.toSorted((one, other) => (one.name < other.name ? -1 : 1))) {
    rows.push(...(await readers[format](new TextDecoder().decode(file.content), file.name)))
    if (rows.length > maxRows)
      throw unreadable(`The list has more than ${maxRows} entries: it is not a list of conferences`)
  }
  if (rows.length === 0) throw unreadable('The list has no conferences')
  const entries = new Map<string, SourceEntry>()
  let skipped = 0
  for (const row of rows) {
    const entry = await entryOf(row, topicNames)
    if (!entry) {
      skipped++
      continue
    }
    // One row for each topic: what later rows leave out stays.
    const former = entries.get(entry.key)?.values
    const tags = [...new Set([...(former?.tags ?? []), ...entry.values.tags])]
    const filled = Object.fromEntries(Object.entries(entry.values).filter(([, value]) => value !== null))
    entries.set(entry.key, { key: entry.key, values: { ...entry.values, ...former, ...filled, tags } })
  }
  if (entries.size === 0) throw unreadable('No entry of the list has a name, days and a place')
  return { entries: [...entries.values()], skipped }
}

const isNode = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function parseJson(text: string, name: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''))
  } catch {
    throw unreadable(`Expected JSON, and ${name} is something else`)
  }
}

const topicOfFile = (name: string) => name.replace(/^.*\//, '').replace(/\.json(?:[?#].*)?$/i, '')

function readConfsTech(text: string, name: string): Raw[] {
  const rows = parseJson(text, name)
  if (!Array.isArray(rows)) throw unreadable(`Expected a list of conferences in ${name}`)
  return rows.filter(isNode).map((row) => ({
    name: row.name,
    start_date: row.startDate,
    end_date: row.endDate ?? row.startDate,
    location_name: row.city,
    country_name: row.country,
    isOnline: row.online,
    website: row.url,
    code_of_conduct_url: row.cocUrl,
    cfp_url: row.cfpUrl,
    cfp_end_date: row.cfpEndDate,
    status: row.cancelled === true ? 'cancelled' : undefined,
    tags: [topicOfFile(name)].filter((topic) => topic !== 'general'),
    languages: row.locales,
  }))
}

/** The export of another Hallway, as CSV or JSON, or pages of its API. */
async function readHallway(text: string, name: string): Promise<Raw[]> {
  if (/^\ufeff?[a-z_]+,/i.test(text)) {
    const result = await parseImport('conferences.csv', text)
    if (!result.ok) throw unreadable(result.message)
    return result.rows.map((row) => ({ ...row, key: (row as { url?: unknown }).url }))
  }
  const value = parseJson(text, name)
  const rows = Array.isArray(value) ? value : isNode(value) ? (value.events ?? value.items) : undefined
  if (!Array.isArray(rows)) throw unreadable(`Expected the conferences of a Hallway in ${name}`)
  return rows.filter(isNode).map((row) => ({ ...row, key: row.id ?? row.url ?? row.slug }))
}

async function readCalendar(text: string): Promise<Raw[]> {
  if (!/^\s*BEGIN:VCALENDAR/i.test(text))
    throw unreadable('Expected a calendar (.ics) with one event for each conference')
  let calendar: ICAL.Component
  try {
    calendar = new ICAL.Component(ICAL.parse(text) as never)
  } catch {
    throw unreadable('The calendar cannot be read: export it again')
  }
  return calendar.getAllSubcomponents('vevent').map((event) => {
    try {
      return readCalendarEvent(event)
    } catch {
      // A value of it is none: the entry is left out.
      return {}
    }
  })
}

function readCalendarEvent(event: ICAL.Component): Raw {
  const property = (name: string) => event.getFirstPropertyValue(name)
  const start = property('dtstart') as ICAL.Time | null
  const end = property('dtend') as ICAL.Time | null
  const first = start?.toString().slice(0, 10)
  const last = end?.toString().slice(0, 10)
  // A day as the end is the day after.
  const isDay = last && end?.isDate && first && last > first
  const place = splitCity(String(property('location') ?? ''))
  return {
    key: property('uid'),
    name: property('summary'),
    start_date: first,
    end_date: isDay ? addDays(last, -1) : (last ?? first),
    location_name: place.city,
    country_name: place.country,
    website: property('url'),
    status: property('status') === 'CANCELLED' ? 'cancelled' : undefined,
  }
}

async function readJsonLd(text: string): Promise<Raw[]> {
  const events = await eventsInPage(
    parsePage(/^\s*[[{]/.test(text) ? `<script type="application/ld+json">${text}</script>` : text),
  )
  if (events.length === 0) throw unreadable('No event is described in this page (JSON-LD or microdata)')
  return events.map(({ city, country, isOnline, url, ...event }) => ({
    ...event,
    location_name: city,
    country_name: country,
    isOnline,
    website: url,
  }))
}

const readers: Record<SourceFormat, (text: string, name: string) => Raw[] | Promise<Raw[]>> = {
  'confs.tech': readConfsTech,
  ical: readCalendar,
  hallway: readHallway,
  'json-ld': readJsonLd,
}

const optional = { url: optionalUrl(limits.url), day: optionalDay() }
const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined)
const valid = <Value>(schema: { safeParse(value: unknown): { data?: Value } }, value: unknown) =>
  schema.safeParse(value).data ?? null

/** The values of a row under the rules of the form; undefined if one that a conference needs is missing or wrong. */
async function entryOf(raw: Raw, topicNames: Record<string, string>): Promise<SourceEntry | undefined> {
  const name = valid(eventFields.name.schema, raw.name)
  const start_date = valid(eventFields.start_date.schema, raw.start_date)
  const end_date = valid(eventFields.end_date.schema, raw.end_date ?? raw.start_date)
  const place = await placeOf(raw)
  if (!name || !start_date || !end_date || !place) return undefined
  if (end_date < start_date || daysBetween(start_date, end_date) > maxDays) return undefined
  const tags = (Array.isArray(raw.tags) ? raw.tags : [])
    .map((tag) => (typeof tag === 'string' ? (topicNames[tag] ?? usualTopicName(tag) ?? tag) : ''))
    .filter((tag) => topicForm.safeParse({ name: tag }).success)
    .slice(0, 20)
  const status = valid(eventFields.status.schema, raw.status) ?? 'scheduled'
  const key = textOf(raw.key) || `${fold(name)} ${start_date}`
  return {
    key: key.slice(0, 500),
    values: {
      name,
      start_date,
      end_date,
      ...place,
      website: valid(optional.url, raw.website),
      code_of_conduct_url: valid(optional.url, raw.code_of_conduct_url),
      status,
      cfp_url: valid(optional.url, raw.cfp_url),
      cfp_end_date: valid(optional.day, raw.cfp_end_date),
      tags,
      languages: languagesOf(raw.languages),
    },
  }
}

/** Codes of languages without those that stand for none, as 'en, de'. */
function languagesOf(value: unknown): string | null {
  const codes = normalLanguages(textOf(value) ?? '').split(', ')
  return valid(eventFields.languages.schema, [...new Set(codes)].filter(isLanguage).join(', '))
}

async function placeOf({ location_name, country_name, isOnline }: Raw) {
  const city = valid(eventFields.location_name.schema, location_name)
  if (!city || /^online$/i.test(city))
    return isOnline || city ? { location_name: 'Online', country_name: 'Online' } : undefined
  const country = valid(eventFields.country_name.schema, country_name) ?? (await countryOfCity(city))
  return country ? { location_name: city, country_name: listedCountry(country) } : undefined
}

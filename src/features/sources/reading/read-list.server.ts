import { eventFields } from '#features/events/event-editing.schemas.ts'
import { normalLanguages } from '#features/events/event-provisions.ts'
import { placeOfAddress } from '#features/gazetteer/address.server.ts'
import { countryOfCity, zoneOfCity } from '#features/gazetteer/gazetteer.server.ts'
import { parseImport } from '#features/listing/csv-import.ts'
import {
  type CalendarEntry,
  daysOf,
  entriesOf,
  parseCalendar,
  textOf,
  zoneOfCalendar,
} from '#features/reading/calendar.ts'
import { shortLine, splitCancelled } from '#features/reading/plain-text.ts'
import { unreadable } from '#features/reading/unreadable.ts'
import { topicForm } from '#features/topics/topics.schemas.ts'
import { listedCountry } from '#lib/country-names.ts'
import { addDays, daysBetween } from '#lib/dates.ts'
import { optionalDay, optionalUrl } from '#lib/fields.ts'
import { isLanguage } from '#lib/language-name.ts'
import { fold } from '#lib/text.ts'
import { usualTopicName } from '#lib/topic-names.ts'
import { limits } from '#src/limits.ts'
import type { EntryValues, LeftOut, SourceEntry, SourceFormat } from '../sources.schemas.ts'
import { parsePage } from './page-parts.ts'
import { eventsInPage, placeOfText } from './structured-events.server.ts'

export type SourceFile = { name: string; content: Uint8Array }
export type ReadList = { entries: SourceEntry[]; skipped: LeftOut[] }

/** `reason`: why it could not be read. `where` is its place in a file. */
type Raw = { [Field in keyof EntryValues]?: unknown } & {
  key?: unknown
  isOnline?: unknown
  isUnsure?: boolean
  where?: string
  reason?: string
}

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
  const skipped: LeftOut[] = []
  for (const row of rows) {
    const entry = row.reason ?? (await entryOf(row, topicNames))
    if (typeof entry === 'string') {
      const name = shortLine(writtenText(row.name), 100)
      skipped.push({ name: [name, row.where].filter(Boolean).join(', '), reason: entry })
      continue
    }
    // One row for each topic: what later rows leave out stays.
    const former = entries.get(entry.key)?.values
    const tags = [...new Set([...(former?.tags ?? []), ...entry.values.tags])]
    const filled = Object.fromEntries(Object.entries(entry.values).filter(([, value]) => value !== null))
    entries.set(entry.key, { ...entry, values: { ...entry.values, ...former, ...filled, tags } })
  }
  if (entries.size === 0)
    throw unreadable(`No entry of the list has a name, days and a place: ${skipped[0]!.reason}`)
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
    accounts: [row.mastodon, row.bluesky, row.linkedin].filter((account) => writtenText(account)).join(' '),
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

/** What repeats without an end is listed for so many days from now on. */
const daysAhead = 366

async function readCalendar(text: string): Promise<Raw[]> {
  if (!/^\s*BEGIN:VCALENDAR/i.test(text))
    throw unreadable('Expected a calendar (.ics) with one event for each conference')
  const calendar = parseCalendar(text)
  const { entries, warnings } = entriesOf(calendar, addDays(new Date().toISOString().slice(0, 10), daysAhead))
  const zone = zoneOfCalendar(calendar.header) ?? null
  const rows = entries.map((entry) => readEntry(entry, zone))
  return [
    ...(await Promise.all(rows)),
    ...warnings.map(({ key: where, text: reason }) => ({ where, reason })),
  ]
}

async function readEntry(entry: CalendarEntry, calendarZone: string | null): Promise<Raw> {
  const { event, where, key } = entry
  const place = await placeOfText(textOf(event, 'location') ?? '')
  const { city: location_name, country: country_name } = place
  const ofPlace = location_name && country_name ? await zoneOfCity({ location_name, country_name }) : null
  const days = daysOf(entry, ofPlace ?? (entry.zone ? null : calendarZone))
  const { title, isCancelled } = splitCancelled(textOf(event, 'summary') ?? '')
  return {
    ...{ where, key, name: title, location_name, country_name },
    ...{ start_date: days?.first, end_date: days?.last, website: textOf(event, 'url') },
    ...{ isOnline: place.isOnline, isUnsure: place.isUnsure },
    status: isCancelled || /^cancell?ed$/i.test(textOf(event, 'status') ?? '') ? 'cancelled' : undefined,
  }
}

async function readJsonLd(text: string): Promise<Raw[]> {
  const events = await eventsInPage(
    parsePage(/^\s*[[{]/.test(text) ? `<script type="application/ld+json">${text}</script>` : text),
  )
  if (events.length === 0) throw unreadable('No event is described in this page (JSON-LD or microdata)')
  return events.map(({ city, country, url, ...event }) => ({
    ...event,
    location_name: city,
    country_name: country,
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
const writtenText = (value: unknown) => (typeof value === 'string' ? value : undefined)
const valid = <Value>(schema: { safeParse(value: unknown): { data?: Value } }, value: unknown) =>
  schema.safeParse(value).data ?? null

/** The values of a row under the rules of the form; a sentence if one that a conference needs is missing or wrong. */
async function entryOf(raw: Raw, topicNames: Record<string, string>): Promise<SourceEntry | string> {
  const name = valid(eventFields.name.schema, raw.name)
  const start_date = valid(eventFields.start_date.schema, raw.start_date)
  const end_date = valid(eventFields.end_date.schema, raw.end_date ?? raw.start_date)
  if (!name) return 'It has no name that can be listed'
  if (!start_date || !end_date) return 'Its days could not be read'
  if (end_date < start_date) return 'It ends before it begins'
  if (daysBetween(start_date, end_date) > maxDays) return `It lasts more than ${maxDays} days`
  const place = await placeOf(raw)
  if (!place) return 'Its place names no city in a country, and is not online'
  const tags = (Array.isArray(raw.tags) ? raw.tags : [])
    .map((tag) => (typeof tag === 'string' ? (topicNames[tag] ?? usualTopicName(tag) ?? tag) : ''))
    .filter((tag) => topicForm.safeParse({ name: tag }).success)
    .slice(0, 20)
  const isHybrid = raw.isOnline === true && place.country_name !== 'Online'
  const format = valid(eventFields.format.schema, raw.format) || (isHybrid ? 'hybrid' : null)
  const status = valid(eventFields.status.schema, raw.status) ?? 'scheduled'
  const key = writtenText(raw.key) || `${fold(name)} ${start_date}`
  return {
    key: key.slice(0, 500),
    ...(raw.isUnsure && { is_unsure: true as const }),
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
      format,
      accounts: valid(eventFields.accounts.schema, raw.accounts),
    },
  }
}

/** Codes of languages without those that stand for none, as 'en, de'. */
function languagesOf(value: unknown): string | null {
  const codes = normalLanguages(writtenText(value) ?? '').split(', ')
  return valid(eventFields.languages.schema, [...new Set(codes)].filter(isLanguage).join(', '))
}

async function placeOf({ location_name, country_name, isOnline }: Raw) {
  const city = valid(eventFields.location_name.schema, location_name)
  if (!city || /^online$/i.test(city))
    return isOnline || city ? { location_name: 'Online', country_name: 'Online' } : undefined
  const countryBeside = valid(eventFields.country_name.schema, country_name) ?? undefined
  // A column for the city may hold more than that.
  const address = /[,\n\d]/.test(city) ? await placeOfAddress(city, countryBeside) : undefined
  if (address?.isCertain)
    return {
      location_name: address.city!,
      country_name: countryBeside ? listedCountry(countryBeside) : address.country!,
    }
  const country = countryBeside ?? (await countryOfCity(city))
  return country ? { location_name: city, country_name: listedCountry(country) } : undefined
}

import ICAL from 'ical.js'
import { dayOf, localTimeOf, minutesBetween, zoneNamed } from '#features/reading/programme-times.ts'
import { unreadable } from '#features/reading/unreadable.ts'
import { addDays } from '#lib/dates.ts'
import { type ProgrammeWarning, unknownZone } from '../reading/document.ts'
import type { RawPerson, RawProgramme, RawTalk } from '../reading/raw-programme.ts'
import { minTitlesWithSpeakers, takeSpeakersFromTitles } from '../reading/speakers-in-titles.ts'

/** As in jCal (RFC 7265), which ical.js reads calendars into. */
export type Property = [
  name: string,
  parameters: Record<string, string | string[]>,
  type: string,
  ...values: unknown[],
]
export type Component = [name: string, properties: Property[], components: Component[]]

/** Of one entry that repeats. */
const maxRepeats = 100

/** Reads a calendar: each event is a talk, each repetition one of its own. */
export function parseICalendar(text: string): RawProgramme {
  const lines = text.replace(/\r\n?/g, '\n').split('\n')
  const headerEnd = lines.findIndex((line, index) => index > 0 && /^BEGIN:/i.test(line))
  const header = parse(
    [
      ...lines
        .slice(0, headerEnd < 0 ? undefined : headerEnd)
        .filter((line) => !/^END:VCALENDAR/i.test(line)),
      'END:VCALENDAR',
    ],
    1,
  )
  const events: { event: Component; line: number }[] = []
  let begin = -1
  for (const [index, line] of lines.entries()) {
    if (/^BEGIN:VEVENT/i.test(line)) begin = index
    if (!/^END:VEVENT/i.test(line)) continue
    if (begin < 0)
      throw unreadable(
        `Expected BEGIN:VEVENT before END:VEVENT: export the calendar again (line ${index + 1})`,
      )
    events.push({ event: parse(lines.slice(begin, index + 1), begin + 1), line: begin + 1 })
    begin = -1
  }
  if (begin >= 0)
    throw unreadable(
      `The calendar ends in the middle of an event: export or download it again (line ${begin + 1})`,
    )
  return readCalendar(header, events, createZoneReader(lines))
}

/** The programme of a calendar's properties and events, with the lines at which these begin. */
export function readCalendar(
  header: Component,
  events: { event: Component; line: number }[],
  zoneOf: ZoneOf = createZoneReader([]),
): RawProgramme {
  const raw: RawProgramme = { conference: {}, tracks: [], talks: [], people: [] }
  const zones = new Map<string, number>()
  const repeated: { event: Component; talk: RawTalk }[] = []
  const organizers: Organizer[] = []
  for (const { event, line } of events) {
    const talk = talkOf(event, `line ${line}`, zoneOf)
    const organizer = propertyOf(event, 'organizer')
    if (organizer?.[1].cn)
      organizers.push({ talk, name: String(organizer[1].cn), address: String(organizer[3]) })
    if (talk.zone) zones.set(talk.zone, (zones.get(talk.zone) ?? 0) + 1)
    if (propertyOf(event, 'rrule') || propertyOf(event, 'rdate')) repeated.push({ event, talk })
    else raw.talks.push(talk)
  }
  raw.warnings = addRepeats(raw.talks, repeated)
  takeOrganizers(organizers)
  if (/^-\/\/pretalx\b/i.test(textOf(header, 'prodid') ?? '')) raw.talks.forEach(takePretalxSpeakers)
  raw.warnings.push(...takeSpeakersFromTitles(raw.talks))
  for (const zone of new Set(raw.talks.flatMap(({ zone }) => zone ?? [])))
    if (!zoneNamed(zone))
      raw.warnings.push({
        code: 'UNKNOWN_TIME_ZONE',
        key: null,
        text: unknownZone(zone),
      })
  raw.conference = {
    title: ['name', 'x-wr-calname', 'x-wr-caldesc']
      .map((name) => unescapeText(textOf(header, name)))
      .find(Boolean),
    // Without a zone of its own the calendar is in the zone of most of its events. UTC is how moments are written.
    time_zone: [
      textOf(header, 'x-wr-timezone'),
      textOf(header, 'vtimezone'),
      ...[...zones].sort((a, b) => b[1] - a[1]).map(([zone]) => zone),
      textOf(header, 'x-lic-location'),
    ].find((zone) => zone && !/^(?:Etc\/)?(?:UTC|GMT|Z)$/i.test(zone) && zoneNamed(zone)),
  }
  return raw
}

const maxParameters = 500

/** For each parameter the library looks for the next colon, however far away: a million take it longer than a file may take. */
function hasManyParameters(property: string): boolean {
  const parts = property.split(':')
  return parts[0]!.includes(';') && parts.some((part) => part.split(';').length > maxParameters)
}

/** Some write moments as others do: 2026-05-01T09:00. */
const moment = /^(dt(?:start|end)[^:]*:)(\d{4})-?(\d{2})-?(\d{2})T(\d{2}):?(\d{2})(?::?(\d{2}))?(?=Z|$)/i
/** A zone with a colon in its name, which has no quotes around it. */
const zoneWithColon = /^([\w-]+;TZID=)([^":;]*[+-]\d{1,2}:\d{2}(?:\)[^":;]*)?):/i
/** Or a continuation. A name of a property is of capitals. */
const beginOfProperty = /^[ \t]|^[A-Z0-9-]+[;:]|^[a-z-]+[;:](?!\/\/)|^X-[\w-]+[;:]/

function correctLine(line: string): string {
  const corrected = line
    .replace(zoneWithColon, '$1"$2":')
    .replace(moment, (_, name: string, ...digits: (string | undefined)[]) => {
      const [year, month, day, hour, minute, second = '00'] = digits
      return `${name}${year}${month}${day}T${hour}${minute}${second}`
    })
  // Some write a text's line breaks as they are.
  return beginOfProperty.test(corrected) ? corrected : ` \\n${corrected}`
}

/** One component at a time: a whole calendar at once would keep requests waiting. */
function parse(lines: string[], line: number): Component {
  const text = lines
    .filter((content) => content.trim() !== '')
    .map(correctLine)
    .join('\r\n')
  try {
    if (
      text
        .replace(/\r\n[ \t]/g, '')
        .split('\r\n')
        .some(hasManyParameters)
    )
      throw new Error(`a property has more than ${maxParameters} parameters`)
    return ICAL.parse(text) as Component
  } catch (error) {
    const reason = error instanceof Error ? error.message.slice(0, 120) : ''
    throw unreadable(
      `This is not a valid calendar: ${reason}. Fix it here, or export it again (line ${line})`,
    )
  }
}

const propertyOf = ([, properties]: Component, name: string) =>
  properties.find((property) => property[0] === name)

function textOf(component: Component, name: string): string | undefined {
  const value = propertyOf(component, name)?.[3]
  return value === undefined || value === null ? undefined : String(value).trim() || undefined
}

/** The library leaves the text of a property as it is written that it does not know. */
const unescapeText = (text: string | undefined) => text?.replace(/\\(.)/g, '$1')

type ZoneOf = (property: Property | undefined) => string | undefined

/** The IANA name of a property's zone, or the name as written where there is none. */
function createZoneReader(lines: string[]): ZoneOf {
  const places = new Map<string, string>()
  let id: string | undefined
  for (const line of lines) {
    if (/^(?:BEGIN|END):VTIMEZONE/i.test(line)) id = undefined
    else if (/^TZID:/i.test(line)) id = line.slice(5).trim()
    else if (id && /^X-LIC-LOCATION:/i.test(line)) places.set(id, line.slice(15).trim())
  }
  return (property) => {
    const zone = property?.[1].tzid
    if (typeof zone !== 'string') return undefined
    const bare = zone.replace(/^\/(?:[^/]+\/)*?(?:Tzfile\/)?(?=[A-Z][A-Za-z]+\/)/, '')
    return zoneNamed(bare) ?? zoneNamed(places.get(zone)) ?? bare
  }
}

/** Attendees need not be those who speak, and their addresses are theirs. Pentabarf names speakers so, without an address. */
const speakersOf = (event: Component): RawPerson[] =>
  event[1]
    .filter(([name, , , address]) => name === 'attendee' && /^invalid:/i.test(String(address)))
    .map(([, { cn }]) => ({ name: String(cn ?? '') }))

type Organizer = { talk: RawTalk; name: string; address: string }

/** One address with another name at most entries is that of the organisers, and the names are those of the speakers. */
function takeOrganizers(organizers: Organizer[]) {
  for (const same of Map.groupBy(organizers, ({ address }) => address).values()) {
    const names = new Set(same.map(({ name }) => name))
    if (names.size < minTitlesWithSpeakers || names.size * 2 < same.length) continue
    for (const { talk, name } of same) if (!talk.people?.length) talk.people = [{ name }]
  }
}

/** "Speaker: Ada Lovelace" in a line of the description, which may be HTML. */
const speakerLine =
  /^(?:<\/?\w+>)*(?:speakers?|presenters?|presented by|referent(?:in|en|innen)?|vortragende[rn]?|ponentes?|intervenant(?:e|s|es)?)(?:<\/?\w+>)*\s*:\s*(?:<\/?\w+>\s*)*([^\s<][^<\n]*).*$/im

function talkOf(event: Component, where: string, zoneOf: ZoneOf): RawTalk {
  const start = propertyOf(event, 'dtstart')
  const end = propertyOf(event, 'dtend')
  const recurrence = recurrenceOf(event, zoneOf)
  const uid = textOf(event, 'uid')
  const categories = event[1]
    .filter(([name]) => name === 'categories')
    .flatMap(([, , , ...values]) => values.map(String))
  const [zone, endZone] = [zoneOf(start), zoneOf(end)]
  const moment = end && String(end[3])
  const local = moment && zone && endZone && zone !== endZone ? localTimeOf(moment, zone, endZone) : undefined
  const description = (textOf(event, 'description') ?? textOf(event, 'x-alt-desc'))?.replace(
    /<br ?\/?>/gi,
    '\n',
  )
  const url = textOf(event, 'url')
  const names = description?.match(speakerLine)?.[1]?.trim()
  const title = textOf(event, 'summary')
  const abstract = description?.replace(speakerLine, '').trim()
  return {
    where,
    guid: uid && (recurrence ? `${uid}#${recurrence}` : uid),
    isBreak: categories.some((category) => /^breaks?$/i.test(category)),
    isCancelled: /^cancelled$/i.test(textOf(event, 'status') ?? ''),
    title: names && title?.endsWith(` - ${names}`) ? title.slice(0, -names.length - 3) : title,
    // Some repeat what stands beside it.
    abstract: abstract === url || abstract === title ? undefined : abstract,
    moment: start && String(start[3]),
    end: local ? `${local.date}T${local.time}` : moment,
    last_day: lastDayOf(start, end),
    duration: textOf(event, 'duration'),
    zone,
    room: textOf(event, 'location'),
    // Pentabarf's, in calendars as XML.
    subtitle: textOf(event, 'pentabarf:subtitle'),
    language: textOf(event, 'pentabarf:language-code') ?? textOf(event, 'pentabarf:language'),
    type: textOf(event, 'category'),
    track: categories[0] ?? description?.match(/^track:\s*(\S.*)$/im)?.[1],
    url,
    people: names ? [{ name: names }] : speakersOf(event),
  }
}

/** Of an entry for several days, or of a day and more. The end of whole days is the day after. */
function lastDayOf(start: Property | undefined, end: Property | undefined): string | undefined {
  const [from, until] = [start, end].map((property) => localTimeOf(String(property?.[3] ?? ''), null))
  if (end?.[2] === 'date' && until) return addDays(until.date, -1)
  return from && until && (minutesBetween(from, until) ?? 0) >= 24 * 60 ? until.date : undefined
}

/** The time that an entry stands for, on the clock of its series, which may be written in UTC. */
function recurrenceOf(event: Component, zoneOf: ZoneOf): string | undefined {
  const property = propertyOf(event, 'recurrence-id')
  const written = textOf(event, 'recurrence-id')
  const [own, zone] = [zoneOf(property), zoneOf(propertyOf(event, 'dtstart'))]
  if (!written || !zone || own === zone) return written
  const local = localTimeOf(written, zone, own)
  return local?.time ? `${local.date}T${local.time}:${written.slice(17, 19)}` : written
}

/** Whether a rule names days that no month has: the library would look for them without end. */
function isNever(rule: unknown): boolean {
  const { bymonth, bymonthday } = (rule ?? {}) as Record<string, unknown>
  const numbers = (value: unknown) => [value ?? []].flat().map(Number)
  const [months, days] = [numbers(bymonth), numbers(bymonthday)]
  const longest = Math.max(...(months.length > 0 ? months : [1]).map((n) => new Date(2024, n, 0).getDate()))
  return days.length > 0 && days.every((day) => Math.abs(day) > longest)
}

/** Adds each time of what repeats, but those that the calendar lists by themselves, and none after the last day of the others. */
function addRepeats(talks: RawTalk[], repeated: { event: Component; talk: RawTalk }[]): ProgrammeWarning[] {
  const guids = new Set(talks.map(({ guid }) => guid))
  const lastDay = [...talks, ...repeated.map(({ talk }) => talk)]
    .flatMap(({ moment }) => dayOf(moment) ?? [])
    .sort()
    .at(-1)
  const warnings: ProgrammeWarning[] = []
  for (const { event, talk } of repeated) {
    if (isNever(propertyOf(event, 'rrule')?.[3])) {
      talks.push(talk)
      continue
    }
    const hasRule = propertyOf(event, 'rrule') !== undefined
    const hasEnd = !hasRule || /"(?:count|until)"/.test(JSON.stringify(event))
    const times = new ICAL.Event(new ICAL.Component(event)).iterator()
    // A list of further days does not name the first.
    if (!hasRule) talks.push(talk)
    const [first, end] = [talk.moment ?? '', talk.end ?? ''].map((moment) => localTimeOf(moment, null))
    const minutes = first && end ? minutesBetween(first, end) : undefined
    for (let n = 1; ; n++) {
      const time = times.next()
      if (!time) break
      const moment = time.toString()
      if (!hasEnd && lastDay && moment.slice(0, 10) > lastDay) break
      if (n > maxRepeats) {
        warnings.push({
          code: 'TOO_MANY_REPEATS',
          key: talk.where,
          text: `"${talk.title}" repeats more than ${maxRepeats} times: the others were left out`,
        })
        break
      }
      const guid = talk.guid && `${talk.guid}#${moment}`
      if ((guid && guids.has(guid)) || (!hasRule && moment === talk.moment)) continue
      talks.push({
        ...talk,
        guid,
        moment,
        end: undefined,
        last_day: undefined,
        duration: minutes ?? talk.duration,
      })
    }
  }
  return warnings
}

/** pretalx always writes "title - names", also where there are none. */
function takePretalxSpeakers(talk: RawTalk) {
  const summary = `${talk.title} `
  const at = summary.lastIndexOf(' - ')
  if (at < 1) return
  talk.title = summary.slice(0, at)
  const names = summary.slice(at + 3).trim()
  talk.people = names ? names.split(', ').map((name) => ({ name })) : []
}

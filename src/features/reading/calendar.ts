import ICAL from 'ical.js'
import { addDays } from '#lib/dates.ts'
import {
  addMinutes,
  clockMinutes,
  dayOf,
  localTimeOf,
  minutesBetween,
  minutesOf,
  zoneNamed,
} from './programme-times.ts'
import { unreadable } from './unreadable.ts'

// Calendars (RFC 5545), whatever their entries stand for. What is written wrongly is corrected where that is safe.

/** As in jCal (RFC 7265), which ical.js reads calendars into. */
export type Property = [
  name: string,
  parameters: Record<string, string | string[]>,
  type: string,
  ...values: unknown[],
]
export type Component = [name: string, properties: Property[], components: Component[]]

/** `where` is its first line: "line 12". */
type Event = { event: Component; where: string }
/** What was left out or guessed. `key` says where. */
type Warning = { code: string; key: string; text: string }

export type Calendar = { header: Component; events: Event[]; zones: Component[]; warnings: Warning[] }

/** One entry of a calendar, or one repetition. */
export type CalendarEntry = Event & {
  /** The UID; with the time on the clock of its series if it is one of several. */
  key?: string
  /** Moments as 2026-05-01T09:00:00, with Z or an offset if the calendar has one or describes the zone; or days. */
  start?: string
  end?: string
  /** As written, or minutes. */
  duration?: string | number
  /** Of moments without an offset: the IANA name, or the name as written where there is none. */
  zone?: string
}

/** Of one entry that repeats. */
const maxRepeats = 100

/** Splits a calendar into its components and parses each. One that cannot be parsed is left out with a warning. */
export function parseCalendar(text: string): Calendar {
  const lines = text.replace(/\r\n?/g, '\n').split('\n')
  const headerEnd = lines.findIndex((line, index) => index > 0 && /^BEGIN:/i.test(line))
  const headerLines = lines.slice(0, headerEnd < 0 ? undefined : headerEnd)
  const header = parse([...headerLines.filter((line) => !/^END:VCALENDAR/i.test(line)), 'END:VCALENDAR'])
  if (header instanceof Error) throw unreadable(`This is not a valid calendar: ${reasonOf(header, 1)}`)
  const calendar: Calendar = { header, events: [], zones: [], warnings: [] }
  let event = -1
  let zone = -1
  for (const [index, line] of lines.entries()) {
    if (/^BEGIN:VTIMEZONE/i.test(line)) zone = index
    else if (/^END:VTIMEZONE/i.test(line) && zone >= 0) {
      const component = parse(lines.slice(zone, index + 1))
      if (!(component instanceof Error)) calendar.zones.push(component)
    } else if (/^BEGIN:VEVENT/i.test(line)) {
      if (event >= 0) leaveOut(calendar, new Error('It has no END:VEVENT'), event + 1)
      event = index
    } else if (/^END:VEVENT/i.test(line)) {
      if (event < 0)
        throw unreadable(
          `Expected BEGIN:VEVENT before END:VEVENT: export the calendar again (line ${index + 1})`,
        )
      const component = parse(lines.slice(event, index + 1))
      if (component instanceof Error) leaveOut(calendar, component, event + 1)
      else calendar.events.push({ event: component, where: `line ${event + 1}` })
      event = -1
    }
  }
  if (event >= 0)
    throw unreadable(
      `The calendar ends in the middle of an event: export or download it again (line ${event + 1})`,
    )
  const [first] = calendar.warnings
  if (first && calendar.events.length === 0) throw unreadable(first.text)
  return calendar
}

const reasonOf = ({ message }: Error, line: number) =>
  `${message.slice(0, 120)}. Fix it here, or export it again (line ${line})`

const leaveOut = ({ warnings }: Calendar, error: Error, line: number) =>
  warnings.push({
    code: 'BAD_ENTRY',
    key: `line ${line}`,
    text: `An entry is not valid and was left out: ${reasonOf(error, line)}`,
  })

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
function parse(lines: string[]): Component | Error {
  const text = lines
    .filter((content) => content.trim() !== '')
    .map(correctLine)
    .join('\r\n')
  const properties = text.replace(/\r\n[ \t]/g, '').split('\r\n')
  if (properties.some(hasManyParameters))
    return new Error(`a property has more than ${maxParameters} parameters`)
  try {
    return ICAL.parse(text) as Component
  } catch (error) {
    return error as Error
  }
}

export const propertyOf = ([, properties]: Component, name: string) =>
  properties.find((property) => property[0] === name)

export function textOf(component: Component, name: string): string | undefined {
  const value = propertyOf(component, name)?.[3]
  return value === undefined || value === null ? undefined : String(value).trim() || undefined
}

/** The library leaves the text of a property as it is written that it does not know. */
export const unescapeText = (text: string | undefined) => text?.replace(/\\(.)/g, '$1')

export const titleOf = (header: Component): string | undefined =>
  ['name', 'x-wr-calname', 'x-wr-caldesc'].map((name) => unescapeText(textOf(header, name))).find(Boolean)

const isZoneOfPlace = (zone: string | undefined): zone is string =>
  zone !== undefined && !/^(?:Etc\/)?(?:UTC|GMT|Z)$/i.test(zone) && zoneNamed(zone) !== undefined

/** Without a zone of its own a calendar is in the zone of most of its entries. UTC is how moments are written. */
export function zoneOfCalendar(header: Component, entries: CalendarEntry[] = []): string | undefined {
  const byZone = Map.groupBy(entries, ({ zone }) => zone)
  return [
    textOf(header, 'x-wr-timezone'),
    textOf(header, 'vtimezone'),
    ...[...byZone].sort(([, one], [, other]) => other.length - one.length).map(([zone]) => zone),
    textOf(header, 'x-lic-location'),
  ].find(isZoneOfPlace)
}

/** What the times of a property are written on; without any of these it is no certain clock. */
type Clock = { isUtc?: boolean; zone?: string; described?: ICAL.Timezone }

/** Reads the clocks of properties: a zone has its name, or the calendar describes it. */
function createClockReader(zones: Component[], zoneOfFloating: string | undefined) {
  const described = new Map(zones.map((zone) => [textOf(zone, 'tzid'), zone]))
  const clocks = new Map<string, Clock>()
  const clockNamed = (id: string): Clock => {
    const bare = id.replace(/^\/(?:[^/]+\/)*?(?:Tzfile\/)?(?=[A-Z][A-Za-z]+\/)/, '')
    const component = described.get(id)
    const zone = zoneNamed(bare) ?? zoneNamed(component && textOf(component, 'x-lic-location'))
    if (zone || !component) return { zone: zone ?? bare }
    return { described: new ICAL.Timezone({ component: new ICAL.Component(component), tzid: id }) }
  }
  return (property: Property | undefined, floating: Clock = { zone: zoneOfFloating }): Clock => {
    if (/Z$/i.test(momentOf(property) ?? '')) return { isUtc: true }
    const id = property?.[1].tzid
    if (typeof id !== 'string') return floating
    if (!clocks.has(id)) clocks.set(id, clockNamed(id))
    return clocks.get(id)!
  }
}
type ClockOf = ReturnType<typeof createClockReader>

/** A value as 2026-05-01T09:00:00, perhaps with Z, or as a day. The library reads a day among moments as "2026-05-01T::". */
function momentOf(property: Property | undefined, value: unknown = property?.[3]): string | undefined {
  if (value === undefined || value === null) return undefined
  // Of a period the start.
  const text = String(Array.isArray(value) ? value[0] : value).trim()
  const [, year, month, day, hour, minute, second, utc = ''] =
    text.match(/^(\d{4})-?(\d\d)-?(\d\d)(?:T(\d\d):?(\d\d):?(\d\d)?(Z)?)?:*$/i) ?? []
  if (!year) return text.replace(/T?:*$/, '')
  return hour
    ? `${year}-${month}-${day}T${hour}:${minute}:${second ?? '00'}${utc}`
    : `${year}-${month}-${day}`
}

const isDay = (written: string) => !written.includes('T')

/** The seconds that a described zone is ahead of UTC at a time on its clock. */
const offsetAt = (zone: ICAL.Timezone, wall: string) => zone.utcOffset(ICAL.Time.fromDateTimeString(wall))

const later = (wall: string, seconds: number) =>
  new Date(Date.parse(`${wall.slice(0, 19)}Z`) + seconds * 1000).toISOString().slice(0, 19)

/** A time of one clock on another, without an offset. A day stays as it is, and so does a time if one of them is not certain. */
function onClock(written: string, from: Clock, to: Clock): string {
  const wall = written.replace(/Z$/i, '')
  const hasClock = ({ isUtc, zone, described }: Clock) => isUtc || described || zoneNamed(zone)
  if (isDay(written) || !localTimeOf(written, null) || !hasClock(from) || !hasClock(to)) return wall
  if (from.zone === to.zone && from.described === to.described && from.isUtc === to.isUtc) return wall
  const utc = from.described
    ? later(wall, -offsetAt(from.described, wall))
    : zoned(wall, from.isUtc ? 'UTC' : from.zone!, 'UTC')
  if (!to.described) return zoned(utc, 'UTC', to.isUtc ? 'UTC' : to.zone!)
  const near = later(utc, offsetAt(to.described, utc))
  return later(utc, offsetAt(to.described, near))
}

function zoned(wall: string, from: string, to: string): string {
  const local = from === to ? undefined : localTimeOf(wall, to, from)
  return local?.time ? `${local.date}T${local.time}${wall.slice(16)}` : wall
}

/** A time with what says its offset, unless its clock has a name. */
function withOffset(wall: string, { isUtc, described }: Clock): string {
  if (isUtc && !isDay(wall)) return `${wall}Z`
  if (!described || isDay(wall) || !localTimeOf(wall, null)) return wall
  const minutes = Math.round(offsetAt(described, wall) / 60)
  const { time } = addMinutes('2000-01-01', Math.abs(minutes))
  return `${wall}${minutes < 0 ? '-' : '+'}${time}`
}

/** The entries of a calendar, each repetition by itself. What repeats without an end goes on until `until`, or the last entry. */
export function entriesOf(
  { header, events, zones, warnings }: Calendar,
  until?: string,
): { entries: CalendarEntry[]; warnings: Warning[] } {
  const calendarZone = zoneOfCalendar(header)
  const clockOf = createClockReader(zones, calendarZone)
  const uidOf = ({ event }: Event) => textOf(event, 'uid')
  const [exceptions, masters] = [true, false].map((isException) =>
    events.filter(({ event }) => (propertyOf(event, 'recurrence-id') !== undefined) === isException),
  ) as [Event[], Event[]]
  const newMasters = newestOf(masters, uidOf)
  const masterByUid = new Map(newMasters.map((event) => [uidOf(event), event]))
  const keyOf = (exception: Event) => {
    const uid = uidOf(exception)
    const recurrence = recurrenceOf(exception, (uid && masterByUid.get(uid)) || exception, clockOf)
    return uid && recurrence ? `${uid}#${recurrence}` : uid
  }
  const newExceptions = newestOf(exceptions, keyOf)
  const exceptionKeys = new Set(newExceptions.map(keyOf))
  const last =
    until ??
    [...masters, ...exceptions]
      .flatMap(({ event }) => dayOf(momentOf(propertyOf(event, 'dtstart'))) ?? [])
      .sort()
      .at(-1)
  const entries: CalendarEntry[] = []
  const repeating: CalendarEntry[] = []
  const newest = new Set([...newMasters, ...newExceptions])
  for (const event of events) {
    if (!newest.has(event)) continue
    const isException = propertyOf(event.event, 'recurrence-id') !== undefined
    const entry = {
      ...event,
      key: isException ? keyOf(event) : uidOf(event),
      ...timesOf(event.event, clockOf),
    }
    const repeats = propertyOf(event.event, 'rrule') ?? propertyOf(event.event, 'rdate')
    if (repeats) repeating.push(entry)
    else entries.push(entry)
  }
  const allWarnings = [...warnings]
  for (const entry of repeating) {
    const { repetitions, warning } = repetitionsOf(entry, clockOf, { last, exceptionKeys })
    entries.push(...repetitions)
    if (warning) allWarnings.push({ key: entry.where, ...warning })
  }
  return { entries, warnings: allWarnings }
}

/** Of the versions of one entry the one with the highest number; of those with one number and name the last written. */
function newestOf(events: Event[], keyOf: (event: Event) => string | undefined): Event[] {
  const sequenceOf = ({ event }: Event) => Number(textOf(event, 'sequence') ?? 0) || 0
  const stampOf = ({ event }: Event) => textOf(event, 'dtstamp') ?? textOf(event, 'last-modified') ?? ''
  const newest = (versions: Event[], orderOf: (event: Event) => number | string) => {
    const [highest] = [...new Set(versions.map(orderOf))].sort((one, other) => (one < other ? 1 : -1))
    return versions.filter((version) => orderOf(version) === highest)
  }
  return [...Map.groupBy(events, (event) => keyOf(event) ?? event).values()].flatMap((versions) => {
    const numbered = newest(versions, sequenceOf)
    return [...Map.groupBy(numbered, ({ event }) => textOf(event, 'summary')).values()].flatMap((same) =>
      newest(same, stampOf),
    )
  })
}

function timesOf(event: Component, clockOf: ClockOf) {
  const [from, to] = [propertyOf(event, 'dtstart'), propertyOf(event, 'dtend')]
  const [start, end] = [momentOf(from), momentOf(to)]
  const [clock, endClock] = [clockOf(from), clockOf(to)]
  return {
    start: start && withOffset(onClock(start, clock, clock), clock),
    end: end && withOffset(onClock(end, endClock, clock), clock),
    duration: textOf(event, 'duration'),
    zone: typeof from?.[1].tzid === 'string' ? clock.zone : undefined,
  }
}

const inKey = (wall: string, { isUtc }: Clock) => (isUtc && !isDay(wall) ? `${wall}Z` : wall)

/** The time that an exception stands for, on the clock of its series. */
function recurrenceOf({ event }: Event, series: Event, clockOf: ClockOf): string | undefined {
  const property = propertyOf(event, 'recurrence-id')
  const from = propertyOf(series.event, 'dtstart')
  const [written, start] = [momentOf(property), momentOf(from)]
  if (!written || !start) return written
  const clock = clockOf(from)
  const wall = onClock(written, clockOf(property, clock), clock)
  if (isDay(start)) return wall.slice(0, 10)
  return inKey(isDay(wall) && series.event !== event ? wall + start.slice(10, 19) : wall, clock)
}

/** Whether a rule names days that no month has: the library would look for them without end. */
function isNever({ bymonth, bymonthday }: Record<string, unknown>): boolean {
  const numbers = (value: unknown) => [value ?? []].flat().map(Number)
  const [months, days] = [numbers(bymonth), numbers(bymonthday)]
  const longest = Math.max(...(months.length > 0 ? months : [1]).map((n) => new Date(2024, n, 0).getDate()))
  return days.length > 0 && days.every((day) => Math.abs(day) > longest)
}

/** The times of a rule from a start on the clock of its series, one more than are listed. */
function timesOfRule(
  rule: Record<string, unknown>,
  start: string,
  { until, last, excluded }: { until?: string; last?: string; excluded: Set<string> },
): string[] {
  if (isNever(rule)) throw new Error('no month has these days')
  const { until: _, ...parts } = rule
  const times: string[] = []
  const iterator = ICAL.Recur.fromData(parts as never).iterator(
    ICAL.Time.fromString(start, undefined as never),
  )
  const end = until ?? (rule.count === undefined ? last : undefined)
  while (times.length <= maxRepeats) {
    const time = iterator.next()?.toString()
    // A day as the end is all of it.
    if (!time || (end && time.slice(0, end.length) > end)) break
    if (!excluded.has(time) && !excluded.has(time.slice(0, 10))) times.push(time)
  }
  return times
}

/** Each time of what repeats. */
function repetitionsOf(
  entry: CalendarEntry,
  clockOf: ClockOf,
  { last, exceptionKeys }: { last: string | undefined; exceptionKeys: Set<string | undefined> },
): { repetitions: CalendarEntry[]; warning?: Omit<Warning, 'key'> } {
  const { event } = entry
  const from = propertyOf(event, 'dtstart')
  const clock = clockOf(from)
  const start = momentOf(from)?.replace(/Z$/i, '')
  if (!start || !localTimeOf(start, null)) return { repetitions: [entry] }
  const onSeries = (value: unknown, property: Property) => {
    const written = momentOf(property, value) ?? ''
    const [name, parameters, type] = property
    const wall = onClock(written, clockOf([name, parameters, type, value], clock), clock)
    return isDay(start) ? wall.slice(0, 10) : wall
  }
  const valuesOf = (name: string) =>
    event[1]
      .filter((property) => property[0] === name)
      .flatMap((property) => property.slice(3).map((value) => onSeries(value, property)))
  const excluded = new Set(valuesOf('exdate'))
  const rules = event[1].filter(([name]) => name === 'rrule')
  const times = new Set(rules.length > 0 ? [] : [start])
  const title = textOf(event, 'summary')
  let warning: Omit<Warning, 'key'> | undefined
  for (const property of rules) {
    const rule = (property[3] ?? {}) as Record<string, unknown>
    const until = rule.until === undefined ? undefined : onSeries(rule.until, ['until', {}, '', rule.until])
    try {
      for (const time of timesOfRule(rule, start, { until, last, excluded })) times.add(time)
    } catch {
      times.add(start)
      warning = {
        code: 'BAD_RULE',
        text: `"${title}" repeats by a rule that stands for no day: it is listed once`,
      }
    }
  }
  for (const time of valuesOf('rdate'))
    if (dayOf(time)) times.add(isDay(time) ? `${time}${start.slice(10)}` : time)
  const isListed = (time: string) =>
    ![time, time.slice(0, 10)].some((excludedTime) => excluded.has(excludedTime)) &&
    !(entry.key && exceptionKeys.has(`${entry.key}#${inKey(time, clock)}`))
  const allTimes = [...times].filter(isListed).sort()
  if (allTimes.length > maxRepeats)
    warning = {
      code: 'TOO_MANY_REPEATS',
      text: `"${title}" repeats more than ${maxRepeats} times: the others were left out`,
    }
  const [first, end] = [entry.start, entry.end].map((written) => localTimeOf(written ?? '', null))
  const minutes = first && end ? minutesBetween(first, end) : undefined
  const repetitions = allTimes.slice(0, maxRepeats).map((time) => ({
    ...entry,
    key:
      entry.key && (rules.length === 0 && time === start ? entry.key : `${entry.key}#${inKey(time, clock)}`),
    start: withOffset(time, clock),
    ...(time !== start && { end: undefined, duration: minutes ?? entry.duration }),
  }))
  return { repetitions, warning }
}

/**
 * The days of an entry at a place in `zone`, and its length in minutes. An end at midnight is that of the day before, and so
 * is a day as the end. Moments without an offset are on the clock of the place.
 */
export function daysOf(
  { start = '', end, duration, zone }: CalendarEntry,
  at: string | null,
): { first: string; last: string; minutes: number } | undefined {
  const from = localTimeOf(start, at, zone)
  if (!from) return undefined
  const length = minutesOf(duration) ?? 0
  const after = addMinutes(from.date, (clockMinutes(from.time) ?? 0) + length)
  const until = (end && localTimeOf(end, at, zone)) || { ...after, time: from.time && after.time }
  const minutes = minutesBetween(from, until)
  if (until.date <= from.date) return { first: from.date, last: from.date, minutes }
  const isBefore = !until.time || until.time === '00:00'
  return { first: from.date, last: isBefore ? addDays(until.date, -1) : until.date, minutes }
}

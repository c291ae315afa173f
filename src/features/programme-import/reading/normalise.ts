import {
  isTitleOfBreak,
  mayBeTitleOfTalk,
  normaliseUrl,
  plainLine,
  plainText,
  shortenText,
  shortLine,
  splitCancelled,
  titleKey,
  withoutMarkdown,
} from '#features/reading/plain-text.ts'
import { dayOf, haveSeconds, zoneNamed } from '#features/reading/programme-times.ts'
import { unreadable } from '#features/reading/unreadable.ts'
import { countryOf } from '#lib/country-names.ts'
import { zoneOfCountry } from '#lib/country-zones.ts'
import { daysBetween } from '#lib/dates.ts'
import { count, fold } from '#lib/text.ts'
import { zoneOffset } from '#lib/time-zones.ts'
import { limits } from '#src/limits.ts'
import { textAsWritten } from '../formats/our-export.ts'
import {
  type ProgrammeDocument,
  type ProgrammeFormat,
  type ProgrammeWarning,
  type ReadProgramme,
  refuseTooMany,
  type SourceBreak,
  type SourcePerson,
  type SourceTalk,
  unknownZone,
} from './document.ts'
import { languageOf } from './language-codes.ts'
import type { RawPerson, RawProgramme, RawTalk, ReadText, Warn } from './raw-programme.ts'
import { createPeople, separatePeople } from './source-people.ts'
import { createLinkReader } from './talk-links.ts'
import { createLocalTimeReader, moveNights, timesOf } from './talk-times.ts'

export type NormaliseOptions = {
  /** Of the conference here, for a file that names none. */
  time_zone?: string | null
  country?: string | null
  /** Where talks without a day go: the first day of the conference. */
  first_day?: string | null
  /** Of talks here that came from a file: what was a talk does not become a break. */
  talk_titles?: string[]
}

/** What a file says of its conference may be left over from another one. */
const nearDays = 7

/** Before markup is removed: much more than is stored, and fast enough to convert. */
const maxTextLength = 200_000

/** Where it says "in the foyer", or which sponsor pays for it. */
const maxBreakTextLength = 200

type Times = NonNullable<ReturnType<typeof timesOf>>

/** What the entries of a file are read with, and what is noted of those that were read. */
type Reading = {
  raw: RawProgramme
  format: ProgrammeFormat
  clock: Parameters<typeof timesOf>[1]
  readText: ReadText
  people: ReturnType<typeof createPeople>
  linksOf: ReturnType<typeof createLinkReader>
  warn: Warn
  /** Titles of talks that the conference has: an entry with one of them is no break. */
  talkTitles: Set<string>
  /** By identity; undefined for breaks. */
  entries: Map<string, SourceTalk | undefined>
  ambiguousBreaks: Set<string>
  hasUtcTimes: boolean
}

/** Converts what a parser read into the one form: checked, corrected, on the conference's clock, with a warning for each loss. */
export function normalise(
  raw: RawProgramme,
  format: ProgrammeFormat,
  options: NormaliseOptions = {},
): ReadProgramme {
  const warnings: ProgrammeWarning[] = [...(raw.warnings ?? [])]
  refuseTooMany(raw.talks.length)
  const reading = createReading(raw, format, options, (code, key, text) => warnings.push({ code, key, text }))
  const { people, warn } = reading
  const { talks, breaks } = readEntries(reading)
  if (talks.length + breaks.length === 0) throw withoutTalks(warnings, raw.talks.length)
  warnOfTimeZones(reading, talks[0])
  separateKeys(talks, warn)
  const distinctBreaks = raw.isWrittenHere ? breaks.map(withoutRoom) : dropRepeatedBreaks(breaks)
  separateKeys(distinctBreaks, () => {})
  moveNights(talks)
  const speakers = people.speakersOf(talks)
  if (speakers.length > limits.programmePeople)
    throw unreadable(
      `The programme has ${speakers.length} speakers, and at most ${limits.programmePeople} can be imported: remove people who do not speak`,
    )
  return {
    document: documentOf(reading, talks, distinctBreaks, speakers),
    warnings: summariseWarnings([...warnings, ...people.warnings]),
  }
}

function createReading(
  raw: RawProgramme,
  format: ProgrammeFormat,
  options: NormaliseOptions,
  warn: Warn,
): Reading {
  const country = raw.conference.country ?? options.country
  const fileZone = zoneNamed(raw.conference.time_zone) ?? null
  const talkDays = raw.talks.flatMap((talk) => dayOf(talk.moment ?? talk.day) ?? [])
  const base = normaliseUrl(raw.conference.base_url)
  const zoneName = plainLine(raw.conference.time_zone)
  if (zoneName && !fileZone) warn('UNKNOWN_TIME_ZONE', null, unknownZone(shortenText(zoneName, 60)))
  const readText = textReader(format, raw)
  return {
    raw,
    format,
    clock: {
      zone: options.time_zone ?? fileZone ?? zoneOfCountry(countryOf(country ?? '')?.code) ?? null,
      fileZone,
      hasSeconds: haveSeconds(raw.talks.map(({ duration }) => duration)),
      localTime: createLocalTimeReader(),
      firstDay: options.first_day ?? talkDays.sort()[0] ?? dayOf(raw.conference.start),
      dayChange: raw.conference.day_change,
      warn,
    },
    readText,
    people: createPeople(raw, { base, readText, warn }),
    linksOf: createLinkReader(raw, base),
    warn,
    talkTitles: new Set(options.talk_titles?.map(titleKey)),
    entries: new Map(),
    ambiguousBreaks: new Set(),
    hasUtcTimes: false,
  }
}

function textReader(format: ProgrammeFormat, { isWrittenHere }: RawProgramme): ReadText {
  if (isWrittenHere) return (text) => textAsWritten(text.slice(0, maxTextLength)) ?? ''
  // Texts of pretalx are Markdown.
  const withoutMarks = format.startsWith('frab') ? withoutMarkdown : (text: string) => text
  return (text) => plainText(withoutMarks(text.slice(0, maxTextLength)))
}

function readEntries(reading: Reading): { talks: SourceTalk[]; breaks: BreakInRoom[] } {
  const talks: SourceTalk[] = []
  const breaks: BreakInRoom[] = []
  for (const rawTalk of reading.raw.talks) {
    const entry = readEntry(reading, rawTalk)
    if (!entry || isRepeated(reading, entry)) continue
    if (isBreak(reading, entry)) {
      reading.entries.set(entry.identity, undefined)
      breaks.push(...breakOf(reading, entry))
    } else {
      const talk = talkOf(reading, entry)
      reading.entries.set(entry.identity, talk)
      talks.push(talk)
    }
  }
  return { talks, breaks }
}

type Entry = {
  raw: RawTalk
  title: string
  isCancelled: boolean
  times: Times
  room: string | null
  track: string | null
  description: string | null
  /** Of the file; without one the title is the key. */
  id: string | null
  key: string
  /** The same for an entry that is listed several times. */
  identity: string
  cast: RawPerson[]
  /** Keys of people. */
  speakers: string[]
}

function readEntry(reading: Reading, raw: RawTalk): Entry | undefined {
  const { format, people, warn, readText } = reading
  // The rest would be cut off, and is slow to match.
  const fullTitle = plainLine(raw.title?.slice(0, 4 * limits.talkTitle))
  if (!fullTitle) {
    warn('NO_TITLE', raw.where, 'An entry without a title was left out')
    return undefined
  }
  const { title: bareTitle, isCancelled } = splitCancelled(fullTitle)
  const title = shortenText(bareTitle, limits.talkTitle)
  const times = readTimes(reading, raw, title)
  if (!times) return undefined
  const cast = (raw.people ?? []).filter(({ id, name }) => id || name?.trim())
  const room = shortLine(raw.room, limits.talkLocation)
  const id = plainLine(raw.guid) ?? plainLine(raw.id)
  const key = (id ?? `title:${titleKey(title)}`).slice(0, 300)
  // Some list a talk once for each of its groups, or a session once for each of its papers.
  const isSession = times.start_time !== null && room !== null && cast.length === 0
  const speakers = cast
    .flatMap((person) =>
      format === 'csv' || reading.raw.isWrittenHere ? person : separatePeople(person, raw.where, warn),
    )
    .flatMap((person) => people.keyOf(person, raw.where) ?? [])
  return {
    raw,
    title,
    isCancelled: isCancelled || raw.isCancelled === true,
    times,
    room,
    track: trackOf(raw.track),
    description: descriptionOf(raw, readText),
    id,
    key,
    identity: [isSession ? null : key, title, times.date, times.start_time, room].join('\n'),
    cast,
    speakers: [...new Set(speakers)],
  }
}

function readTimes(reading: Reading, raw: RawTalk, title: string): Times | undefined {
  const { clock, warn } = reading
  if (!clock.zone && !raw.start && /T.*Z$/i.test(raw.moment ?? '')) reading.hasUtcTimes = true
  const times = timesOf(raw, clock)
  if (times) return times
  const written = plainLine(raw.moment) ?? plainLine(raw.day)
  warn(
    'NO_DAY',
    raw.where,
    written
      ? `"${title}" was left out: its day, "${shortenText(written, 40)}", could not be read. Write it as 2026-05-01`
      : `"${title}" was left out: it has no day. Add one in the source`,
  )
  return undefined
}

/** Whether the entry is listed already, where it may name a further speaker: a table may have a line for each. */
function isRepeated(
  { entries, warn }: Reading,
  { raw, id, identity, title, times, speakers }: Entry,
): boolean {
  if (!entries.has(identity)) return false
  const first = entries.get(identity)
  if (first && (id || times.start_time) && speakers.some((key) => !first.speakers.includes(key))) {
    first.speakers = [...new Set([...first.speakers, ...speakers])].slice(0, limits.speakersPerTalk)
    return true
  }
  if (id) return true
  warn(
    'TWICE',
    raw.where,
    `"${title}" is listed twice at the same time: both were kept. If they are the same talk, remove one from the source`,
  )
  return false
}

function isBreak(reading: Reading, { raw, title, times, cast, description }: Entry): boolean {
  const { format, talkTitles, ambiguousBreaks, warn } = reading
  if (raw.isBreak) return true
  // Sessionize marks breaks, and so does this software.
  if (format === 'sessionize' || reading.raw.isWrittenHere) return false
  const isNamedBreak = [title, raw.type, raw.track].some((name) => name && isTitleOfBreak(name))
  if (!isNamedBreak || times.start_time === null || cast.length > 0 || talkTitles.has(titleKey(title)))
    return false
  if (!mayBeTitleOfTalk(title)) return true
  if ((description?.length ?? 0) > maxBreakTextLength) return false
  if (!ambiguousBreaks.has(title))
    warn(
      'READ_AS_BREAK',
      raw.where,
      `"${title}" was read as a break: it has no speaker and no long description. If it is a talk, add its speaker in the source`,
    )
  ambiguousBreaks.add(title)
  return true
}

/** None if it does not take place, or nobody knows when. */
function breakOf({ warn }: Reading, { raw, title, times, isCancelled, ...entry }: Entry): BreakInRoom[] {
  if (isCancelled) return []
  const { start_time } = times
  if (!start_time) {
    warn('NO_TIME', raw.where, `The break "${title}" has no time and was left out`)
    return []
  }
  const { key, description, track, room } = entry
  return [
    {
      ...times,
      start_time,
      key,
      title: shortenText(title, limits.breakTitle),
      description: description && shortenText(description, limits.breakDescription),
      track,
      room,
    },
  ]
}

function talkOf(reading: Reading, entry: Entry): SourceTalk {
  const { raw, key, title, description, times, room, track, speakers, isCancelled } = entry
  warnOfLosses(reading, entry)
  const { isWrittenHere } = reading.raw
  // Our JSON says "talk" where there is none, since the format wants one.
  const isWithoutType = isWrittenHere && raw.type === 'talk' && !raw.isOfTypeTalk
  const type = isWithoutType ? null : isWrittenHere ? raw.type : typeInWords(raw.type)
  const topics = raw.topics?.flatMap((name) => shortLine(name, limits.topicName) ?? [])
  return {
    key,
    title,
    subtitle: shortLine(raw.subtitle, limits.talkTitle),
    description: description && shortenText(description, limits.talkDescription),
    ...times,
    location: room,
    track,
    type: shortLine(type, limits.talkType),
    language: languageOf(raw.language),
    ...reading.linksOf(raw),
    status: isCancelled ? 'cancelled' : 'scheduled',
    ...(raw.isUnrecorded && { is_unrecorded: true as const }),
    ...(topics?.length && { topics: topics.slice(0, limits.topicsPerTalk) }),
    speakers: speakers.slice(0, limits.speakersPerTalk),
  }
}

function warnOfLosses({ warn }: Reading, { raw, title, times, description, speakers }: Entry) {
  if (!times.start_time && raw.last_day && raw.last_day > times.date)
    warn(
      'SEVERAL_DAYS',
      raw.where,
      `"${title}" lasts until ${raw.last_day}: it is listed on its first day only. Add an entry for each further day`,
    )
  else if (!times.start_time) warn('NO_TIME', raw.where, `"${title}" has no time yet`)
  if (description && description.length > limits.talkDescription)
    warn(
      'SHORTENED',
      raw.where,
      `The text of "${title}" was shortened to ${limits.talkDescription} characters`,
    )
  if (speakers.length > limits.speakersPerTalk)
    warn(
      'TOO_MANY_SPEAKERS',
      raw.where,
      `Only the first ${limits.speakersPerTalk} speakers of "${title}" are listed`,
    )
}

function withoutTalks(warnings: ProgrammeWarning[], entries: number): Error {
  const reason = warnings.find(({ code }) => code === 'NO_DAY' || code === 'NO_TITLE')
  const first = reason && `${reason.text} (${reason.key})`
  return unreadable(
    entries > 0
      ? `The file has ${count(entries, 'entry', 'entries')}, and none can be read as a talk: each needs a title and a day. ${first ?? 'Export the schedule with its talks'}`
      : 'The file contains no talks: publish the schedule first, or export it with its talks',
  )
}

function warnOfTimeZones({ clock, hasUtcTimes, warn }: Reading, firstTalk: SourceTalk | undefined) {
  const { zone, fileZone } = clock
  const offsetIn = (timeZone: string) => firstTalk && zoneOffset(firstTalk.date, '12:00', timeZone)
  if (fileZone && zone && fileZone !== zone && offsetIn(fileZone) !== offsetIn(zone))
    warn(
      'OTHER_TIME_ZONE',
      null,
      `The file names the time zone ${fileZone}. The talks are listed in that of the conference, ${zone}: change it there if it is wrong`,
    )
  if (hasUtcTimes)
    warn(
      'NO_TIME_ZONE',
      null,
      'Neither the file nor the conference names a time zone: the times were read as UTC. Set the time zone of the conference and import the file again',
    )
}

function documentOf(
  { raw, format, clock, readText }: Reading,
  talks: SourceTalk[],
  breaks: SourceBreak[],
  people: SourcePerson[],
): ProgrammeDocument {
  const { conference } = raw
  const days = daysOf(raw, talks.length > 0 ? talks : breaks)
  const usedTracks = new Set([...talks, ...breaks].flatMap(({ track }) => track ?? []))
  const declaredTracks = raw.tracks.flatMap((name) => shortLine(name, limits.trackName) ?? [])
  return {
    format,
    conference: {
      title: shortLine(conference.title, limits.eventName),
      start_date: days[0] ?? null,
      end_date: days.at(-1) ?? null,
      city: shortLine(conference.city, limits.place),
      country: shortLine(conference.country, limits.place),
      venue: shortLine(conference.venue, limits.place),
      url: normaliseUrl(conference.url),
      time_zone: clock.fileZone,
      ...(conference.about && { about: conference.about }),
    },
    ...(raw.track_descriptions?.length && {
      track_descriptions: raw.track_descriptions.flatMap(({ name, description }) => {
        const text = readText(description)
        return text === '' ? [] : { name, description: shortenText(text, limits.trackDescription) }
      }),
    }),
    tracks: [...new Set([...declaredTracks, ...usedTracks])].filter((name) => usedTracks.has(name)),
    talks,
    breaks,
    people,
  }
}

/** The days of the conference in order. One that has no talk yet counts, too, if it is near to the others. */
function daysOf({ conference, talks }: RawProgramme, entries: { day: string }[]): string[] {
  const days = entries.map(({ day }) => day)
  const declaredDays = [conference.start, conference.end, ...talks.map(({ last_day }) => last_day)].flatMap(
    (day) => dayOf(day) ?? [],
  )
  const isNear = (day: string) => days.some((other) => Math.abs(daysBetween(other, day)) <= nearDays)
  return [...days, ...declaredDays.filter(isNear)].sort()
}

/** Of these, one with the number of the others says as much as forty. */
const summarisedCodes = new Set(['OTHER_CLOCK', 'NO_TIME', 'SEVERAL_NAMES', 'REPEATED_KEY', 'NO_NAME'])
const summariseFrom = 3

function summariseWarnings(warnings: ProgrammeWarning[]): ProgrammeWarning[] {
  return [...Map.groupBy(warnings, ({ code }) => code).values()].flatMap(([first, ...more]) =>
    first && summarisedCodes.has(first.code) && more.length >= summariseFrom
      ? { ...first, text: `${first.text}. There are ${more.length} more like this` }
      : [first!, ...more],
  )
}

/** "lightning_talk", as programs name kinds. */
const typeInWords = (type: string | null | undefined) =>
  /^[a-z]+(?:_[a-z]+)+$/.test(type ?? '') ? type?.replaceAll('_', ' ') : type

/** Wafer writes "No Track" where there is none. */
const trackOf = (name: string | null | undefined) =>
  /^no track$/i.test(name?.trim() ?? '') ? null : shortLine(name, limits.trackName)

/** The abstract and the description, which often repeats it. */
function descriptionOf({ abstract, description }: RawTalk, readText: ReadText): string | null {
  const [first, second] = [readText(abstract ?? ''), readText(description ?? '')]
  if (second === '' || first.includes(second)) return first || null
  return first === '' || second.startsWith(first) ? second : `${first}\n\n${second}`
}

/** A key that is twice in one file (a talk that is given again) gets its time beside it, and its room if that does not do. */
function separateKeys(
  entries: { key: string; date: string; start_time: string | null; location?: string | null }[],
  warn: Warn,
) {
  const withTime = (entry: (typeof entries)[number]) => `${entry.key}@${entry.date}T${entry.start_time ?? ''}`
  for (const suffixed of [
    withTime,
    (entry: (typeof entries)[number]) => `${entry.key}@${entry.location ?? ''}`,
  ]) {
    for (const [key, same] of Map.groupBy(entries, (entry) => entry.key)) {
      if (same.length === 1) continue
      // Without ids, titles are: several breaks are called Lunch.
      if (suffixed === withTime && !key.startsWith('title:'))
        warn(
          'REPEATED_KEY',
          key,
          `${same.length} entries have the id ${key}: their times and rooms tell them apart`,
        )
      for (const entry of same) entry.key = suffixed(entry)
    }
  }
  for (const same of Map.groupBy(entries, ({ key }) => key).values())
    for (const [index, entry] of same.entries()) if (index > 0) entry.key += `#${index + 1}`
}

type BreakInRoom = SourceBreak & { room: string | null }
const withoutRoom = ({ room: _, ...entry }: BreakInRoom): SourceBreak => entry

/** A break that is listed for each room is one for all. */
function dropRepeatedBreaks(breaks: BreakInRoom[]): SourceBreak[] {
  const same = Map.groupBy(breaks, ({ title, date, start_time, end_time }) =>
    [fold(title), date, start_time, end_time].join('\n'),
  )
  return [...same.values()].map((all) => {
    const first = withoutRoom(all[0]!)
    return { ...first, track: all.every(({ track }) => track === first.track) ? first.track : null }
  })
}

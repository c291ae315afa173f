import { fold } from '#lib/text.ts'
import { zoneOffset } from '#lib/time-zones.ts'
import { limits } from '#src/limits.ts'
import {
  type ProgrammeDocument,
  type ProgrammeFormat,
  type ProgrammeWarning,
  type ReadProgramme,
  type SourceBreak,
  type SourcePerson,
  type SourceTalk,
  unreadable,
} from './document.ts'
import { isOurExport, textAsWritten } from './our-export.ts'
import {
  isTitleOfBreak,
  mendedUrl,
  namesIn,
  plainLine,
  plainText,
  publicName,
  shortened,
  shortLine,
  splitCancelled,
  titleKey,
  withoutMarkdown,
} from './plain-text.ts'
import {
  addDays,
  addMinutes,
  clockMinutes,
  dayOf,
  haveSeconds,
  inZone,
  isMoment,
  type LocalTime,
  localTimeOf,
  minutesBetween,
  minutesOf,
  zoneNamed,
  zoneOfCountry,
} from './programme-times.ts'
import {
  createYield,
  type RawLink,
  type RawPerson,
  type RawProgramme,
  type RawTalk,
} from './raw-programme.ts'
import { createLinkReader } from './talk-links.ts'

export type NormaliseOptions = {
  /** Of the conference here, for a file that names none. */
  time_zone?: string | null
  country?: string | null
  /** Where talks without a day go: the first day of the conference. */
  first_day?: string | null
  /** Of talks here that came from a file: what was a talk does not become a break. */
  talk_titles?: string[]
}

const dayMinutes = 24 * 60
/** A talk that begins before it belongs to the night of the day before, if that day is part of the programme. */
const nightEnds = 4 * 60

/** Brings what a parser found into the one form: checked, mended, on the conference's clock, with a warning for each loss. */
export async function normalise(
  raw: RawProgramme,
  format: ProgrammeFormat,
  options: NormaliseOptions = {},
): Promise<ReadProgramme> {
  const breathe = createYield()
  const warnings: ProgrammeWarning[] = [...(raw.warnings ?? [])]
  const warn = (code: string, key: string | null, text: string) => {
    warnings.push({ code, key, text })
  }
  if (raw.talks.length > limits.programmeTalks)
    throw unreadable(
      `The programme has ${raw.talks.length} entries: at most ${limits.programmeTalks} can be read`,
    )
  const country = raw.conference.country ?? options.country
  const fileZone = zoneNamed(raw.conference.time_zone) ?? null
  const zone = options.time_zone ?? fileZone ?? (country ? zoneOfCountry(country) : undefined) ?? null
  const localTime = createLocalTimeReader()
  const hasSeconds = haveSeconds(raw.talks.map(({ duration }) => duration))
  const firstDay =
    options.first_day ??
    raw.talks
      .map((talk) => dayOf(talk.moment ?? talk.day))
      .filter((day) => day !== undefined)
      .sort()[0] ??
    dayOf(raw.conference.start)
  const base = mendedUrl(raw.conference.base_url)
  const isOurs = isOurExport(raw)
  // Texts of pretalx are Markdown.
  const read: ReadText =
    format.startsWith('frab') && !isOurs ? (text) => plainText(withoutMarkdown(text)) : plainText
  const people = createPeople(raw, { base, read, warn })
  const talks: SourceTalk[] = []
  const breaks: BreakInRoom[] = []
  const linksOf = createLinkReader(raw, base)
  // Sessionize says itself what is a break, and so does this software.
  const mayNameBreaks = format !== 'sessionize' && !isOurs
  const talksHere = new Set(options.talk_titles?.map(titleKey))
  const listed = new Set<string>()
  let hasUtcTimes = false
  for (const rawTalk of raw.talks) {
    await breathe()
    const whole = plainLine(rawTalk.title)
    if (!whole) {
      warn('NO_TITLE', rawTalk.where, 'An entry without a title was left out')
      continue
    }
    const { title: wholeTitle, isCancelled } = splitCancelled(whole)
    const title = shortened(wholeTitle, limits.talkTitle)
    if (!zone && !rawTalk.start && /T.*Z$/i.test(rawTalk.moment ?? '')) hasUtcTimes = true
    const times = timesOf(rawTalk, {
      zone,
      fileZone,
      hasSeconds,
      localTime,
      firstDay,
      dayChange: raw.conference.day_change,
      warn,
    })
    if (!times) {
      const written = plainLine(rawTalk.moment) ?? plainLine(rawTalk.day)
      warn(
        'NO_DAY',
        rawTalk.where,
        written
          ? `"${title}" was left out: its day, "${shortened(written, 40)}", could not be read. Write it as 2026-05-01`
          : `"${title}" has no day and was left out`,
      )
      continue
    }
    const cast = (rawTalk.people ?? []).filter(({ id, name }) => id || name?.trim())
    const room = shortLine(rawTalk.room, limits.talkLocation)
    const track = trackOf(rawTalk.track)
    const id = plainLine(rawTalk.guid) ?? plainLine(rawTalk.id)
    const key = (id ?? `title:${titleKey(title)}`).slice(0, 300)
    const description = isOurs
      ? textAsWritten(rawTalk.abstract || rawTalk.description)
      : descriptionOf(rawTalk, read)
    // Some list a talk once for each of its groups, or a session once for each of its papers.
    const isSession = times.start_time !== null && room !== null && cast.length === 0
    const place = [isSession ? null : key, title, times.date, times.start_time, room].join('\n')
    if (listed.has(place)) {
      if (id) continue
      warn('TWICE', rawTalk.where, `"${title}" is there twice at the same time: both are listed`)
    }
    listed.add(place)
    const isBreak =
      rawTalk.isBreak ||
      (mayNameBreaks &&
        [title, rawTalk.type, rawTalk.track].some((name) => name && isTitleOfBreak(name)) &&
        times.start_time !== null &&
        cast.length === 0 &&
        !talksHere.has(titleKey(title)))
    if (isBreak) {
      if (isCancelled || rawTalk.isCancelled) continue
      if (!times.start_time) {
        warn('NO_TIME', rawTalk.where, `The break "${title}" has no time and was left out`)
        continue
      }
      breaks.push({
        ...times,
        start_time: times.start_time,
        key,
        title: shortened(title, limits.breakTitle),
        description: description && shortened(description, limits.breakDescription),
        track,
        room,
      })
      continue
    }
    if (!times.start_time) warn('NO_TIME', rawTalk.where, `"${title}" has no time yet`)
    if (description && description.length > limits.talkDescription)
      warn(
        'SHORTENED',
        rawTalk.where,
        `The text of "${title}" was shortened to ${limits.talkDescription} characters`,
      )
    const speakers = [
      ...new Set(
        cast
          .flatMap((person) => (format === 'csv' ? person : separated(person, rawTalk.where, warn)))
          .flatMap((person) => people.keyOf(person, rawTalk.where) ?? []),
      ),
    ]
    if (speakers.length > limits.speakersPerTalk)
      warn(
        'TOO_MANY_SPEAKERS',
        rawTalk.where,
        `Only the first ${limits.speakersPerTalk} speakers of "${title}" are listed`,
      )
    talks.push({
      key,
      title,
      subtitle: shortLine(rawTalk.subtitle, limits.talkTitle),
      description: description && shortened(description, limits.talkDescription),
      ...times,
      location: room,
      track,
      // Our files say "talk" where there is none, since the format wants one.
      type: isOurs && rawTalk.type === 'talk' ? null : shortLine(rawTalk.type, limits.talkType),
      language: languageOf(rawTalk.language),
      ...linksOf(rawTalk),
      status: isCancelled || rawTalk.isCancelled ? 'cancelled' : 'scheduled',
      ...(rawTalk.isUnrecorded && { is_unrecorded: true as const }),
      speakers: speakers.slice(0, limits.speakersPerTalk),
    })
  }
  if (talks.length + breaks.length === 0) {
    const why = warnings.find(({ code }) => code === 'NO_DAY')
    throw unreadable(
      `The file was read, and there is no talk in it${why ? `: ${why.text} (${why.key})` : ''}`,
    )
  }
  const firstTalk = talks[0]
  if (firstTalk && fileZone && zone && fileZone !== zone) {
    const [there, here] = [fileZone, zone].map((each) => zoneOffset(firstTalk.date, '12:00', each))
    if (there !== here)
      warn(
        'OTHER_TIME_ZONE',
        null,
        `The file names the time zone ${fileZone}. The talks are listed in that of the conference, ${zone}`,
      )
  }
  if (hasUtcTimes)
    warn(
      'NO_TIME_ZONE',
      null,
      'Neither the file nor the conference names a time zone: the times are those of UTC',
    )
  separateKeys(talks, warn)
  const distinctBreaks = isOurs ? breaks.map(withoutRoom) : withoutRepeated(breaks)
  separateKeys(distinctBreaks, () => {})
  moveNights(talks)
  const speakers = people.listed(talks)
  const used = new Set([...talks, ...distinctBreaks].flatMap(({ track }) => track ?? []))
  const declared = raw.tracks.flatMap((name) => shortLine(name, limits.trackName) ?? [])
  const days = (talks.length > 0 ? talks : distinctBreaks).map(({ day }) => day).sort()
  const document: ProgrammeDocument = {
    format,
    conference: {
      title: shortLine(raw.conference.title, limits.eventName),
      start_date: days[0] ?? null,
      end_date: days.at(-1) ?? null,
      city: shortLine(raw.conference.city, limits.place),
      country: shortLine(raw.conference.country, limits.place),
      venue: shortLine(raw.conference.venue, limits.place),
      url: mendedUrl(raw.conference.url),
      time_zone: fileZone,
    },
    tracks: [...new Set([...declared, ...used])].filter((name) => used.has(name)),
    talks,
    breaks: distinctBreaks,
    people: speakers,
  }
  return { document, warnings: withoutAlike([...warnings, ...people.warnings()]) }
}

type Warn = (code: string, key: string | null, text: string) => void

/** Of these, one with the number of the others says as much as forty. */
const alike = new Set(['NO_TIME', 'SEVERAL_NAMES', 'REPEATED_KEY', 'NO_NAME'])
const fewAlike = 3

function withoutAlike(warnings: ProgrammeWarning[]): ProgrammeWarning[] {
  return [...Map.groupBy(warnings, ({ code }) => code).values()].flatMap(([first, ...others]) =>
    first && alike.has(first.code) && others.length >= fewAlike
      ? { ...first, text: `${first.text}. There are ${others.length} more like this` }
      : [first!, ...others],
  )
}

/** "Ada Lovelace, Grace Hopper" as two people. Who has an id is one. */
function separated(person: RawPerson, where: string, warn: Warn): RawPerson[] {
  const names = person.id || !person.name ? [] : (namesIn(person.name) ?? [])
  if (names.length < 2) return [person]
  warn('SEVERAL_NAMES', where, `"${person.name}" was read as ${names.length} speakers`)
  return names.map((name) => ({ name }))
}

let languageCodes: Map<string, string> | undefined

/** A BCP 47 tag from a tag or from the English name of a language. */
function languageOf(value: string | null | undefined): string | null {
  const text = plainLine(value)
  if (!text) return null
  if (!languageCodes) {
    const names = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' })
    const letters = Array.from({ length: 26 }, (_, index) => String.fromCharCode(97 + index))
    const codes = letters.flatMap((first) => letters.map((second) => first + second))
    languageCodes = new Map(codes.map((code) => [(names.of(code) ?? code).toLowerCase(), code]))
  }
  const code = languageCodes.get(text.toLowerCase())
  if (code) return code
  const tag = text.replaceAll('_', '-')
  if (!/^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,3}$/.test(tag)) return null
  // 'eng' is 'en'.
  return tag.length === 3 ? Intl.getCanonicalLocales(tag)[0]! : tag
}

/** Wafer writes "No Track" where there is none. */
const trackOf = (name: string | null | undefined) =>
  /^no track$/i.test(name?.trim() ?? '') ? null : shortLine(name, limits.trackName)

type ReadText = (text: string) => string

/** The abstract and the description, which often repeats it. */
function descriptionOf({ abstract, description }: RawTalk, read: ReadText): string | null {
  const [first, second] = [read(abstract ?? ''), read(description ?? '')]
  if (second === '' || first.includes(second)) return first || null
  return first === '' || second.startsWith(first) ? second : `${first}\n\n${second}`
}

/** localTimeOf that remembers: many talks begin at the same moment. */
function createLocalTimeReader(): typeof localTimeOf {
  const known = new Map<string, LocalTime | undefined>()
  return (moment, zone, from) => {
    const key = `${moment} ${zone} ${from}`
    if (!known.has(key)) known.set(key, localTimeOf(moment, zone, from))
    return known.get(key)
  }
}

const two = (n: number) => String(n).padStart(2, '0')
const asClock = (minutes: number) => `${two(Math.floor(minutes / 60) % 24)}:${two(minutes % 60)}`

type Times = { day: string; date: string; start_time: string | null; end_time: string | null }
type Clock = {
  /** Of the conference. */
  zone: string | null
  /** That the file names: its times without an offset are on this clock. */
  fileZone: string | null
  /** Of lengths in three parts. */
  hasSeconds: boolean
  localTime: typeof localTimeOf
  firstDay?: string
  dayChange?: string | null
  warn: Warn
}

function timesOf(rawTalk: RawTalk, clock: Clock): Times | undefined {
  const raw = isMoment(rawTalk.start) ? { ...rawTalk, moment: rawTalk.start, start: null } : rawTalk
  const { zone, fileZone, firstDay, localTime, warn } = clock
  const from = raw.zone ?? fileZone
  const listedDay = dayOf(raw.day)
  const start = clockMinutes(raw.start)
  const written = raw.moment ? localTime(raw.moment, null) : undefined
  // The format wants an offset, also of who knows no zone. Where the clock beside it says the same, that is local time.
  const isLocal = !fileZone && start !== undefined && clockMinutes(written?.time) === start
  const moment = raw.moment && !isLocal ? localTime(raw.moment, zone, from) : written
  const date = moment?.date ?? dayOf(raw.moment) ?? listedDay
  if (!date)
    return firstDay && !raw.moment && !raw.day
      ? { day: firstDay, date: firstDay, start_time: null, end_time: null }
      : undefined
  let begin: LocalTime
  if (moment?.time) begin = moment
  else if (start === undefined) {
    if (raw.start)
      warn(
        'BAD_TIME',
        raw.where,
        `The time "${plainLine(raw.start)}" of "${plainLine(raw.title)}" could not be read`,
      )
    begin = { date, time: null }
  } else {
    begin = addMinutes(date, isAfterMidnight(raw, start, clock) ? start + dayMinutes : start)
    if (zone && from) begin = inZone(begin, from, zone)
  }
  const listed = listedDay ?? (start !== undefined && start >= dayMinutes ? date : begin.date)
  const day = listed === begin.date || listed === addDays(begin.date, -1) ? listed : begin.date
  if (begin.time === null) return { day, date: begin.date, start_time: null, end_time: null }
  return { day, date: begin.date, start_time: begin.time, end_time: endOf(raw, begin, clock) }
}

/** Under its day, but on the clock of the next: before the hour at which a day changes, or begins where it ends on the next one. */
function isAfterMidnight(raw: RawTalk, start: number, { dayChange }: Clock): boolean {
  if (start >= dayMinutes || raw.moment) return false
  if (start < Math.min(clockMinutes(dayChange) ?? 0, nightEnds)) return true
  const [opens, closes] = [raw.day_start, raw.day_end].map((each) => localTimeOf(each ?? '', null))
  if (!opens?.time || !closes?.time || opens.date >= closes.date) return false
  return start < clockMinutes(opens.time)! && start <= clockMinutes(closes.time)!
}

function endOf(raw: RawTalk, begin: LocalTime, { zone, fileZone, hasSeconds, warn }: Clock): string | null {
  let minutes = minutesOf(raw.duration, { hasSeconds })
  if (minutes === undefined) {
    const end = raw.end ? localTimeOf(raw.end, zone, raw.zone ?? fileZone) : undefined
    const clock = end ? undefined : clockMinutes(raw.end)
    const from = clockMinutes(raw.start) ?? clockMinutes(raw.moment && localTimeOf(raw.moment, null)?.time)
    if (end?.time) minutes = minutesBetween(begin, end)
    else if (clock !== undefined && from !== undefined) minutes = (clock - from + 2 * dayMinutes) % dayMinutes
  }
  if (minutes && minutes < 0)
    warn('BAD_END', raw.where, `"${plainLine(raw.title)}" ends before it begins: it has no end here`)
  if (!minutes || minutes < 0) return null
  if (minutes >= dayMinutes) {
    warn('TOO_LONG', raw.where, `"${plainLine(raw.title)}" would last a day or more: it has no end here`)
    return null
  }
  return asClock((clockMinutes(begin.time) ?? 0) + minutes)
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
const withoutRoom = ({ room: _, ...each }: BreakInRoom): SourceBreak => each

/** A break that is listed for each room is one for all. */
function withoutRepeated(breaks: BreakInRoom[]): SourceBreak[] {
  const same = Map.groupBy(breaks, (each) =>
    [fold(each.title), each.date, each.start_time, each.end_time].join('\n'),
  )
  return [...same.values()].map((all) => {
    const first = withoutRoom(all[0]!)
    return { ...first, track: all.every(({ track }) => track === first.track) ? first.track : null }
  })
}

/** Talks in the small hours that are listed under no day belong to the day before, if it has talks. */
function moveNights(talks: SourceTalk[]) {
  const days = new Set(talks.map(({ day }) => day))
  for (const talk of talks) {
    const minutes = clockMinutes(talk.start_time)
    const before = addDays(talk.date, -1)
    if (talk.day === talk.date && minutes !== undefined && minutes < nightEnds && days.has(before))
      talk.day = before
  }
}

const platforms: [SourcePerson['links'][number]['platform'], RegExp][] = [
  ['twitter', /^https?:\/\/(?:www\.|mobile\.)?(?:twitter|x)\.com\/@?([A-Za-z0-9_]{1,15})\/?(?:[?#].*)?$/i],
  ['github', /^https?:\/\/(?:www\.)?github\.com\/([A-Za-z0-9-]{1,39})\/?(?:[?#].*)?$/i],
]

function socialLinks(links: RawLink[], base: string | null): SourcePerson['links'] {
  const byPlatform = new Map<string, SourcePerson['links'][number]>()
  for (const { url, type, title } of links) {
    const mended = mendedUrl(url, base)
    if (!mended) continue
    const social = platforms.flatMap(([platform, pattern]) => {
      const handle = mended.match(pattern)?.[1]
      return handle ? [{ platform, handle }] : []
    })[0]
    const isSite = /^(?:blog|website|company[ _]website|home ?page)$/i.test(type || title || '')
    const link = social ?? (isSite ? { platform: 'website' as const, handle: mended } : undefined)
    if (link && !byPlatform.has(link.platform)) byPlatform.set(link.platform, link)
  }
  return [...byPlatform.values()].sort((a, b) => a.platform.localeCompare(b.platform))
}

/** Gathers people: each id once, with all that any place of the file says of it. */
function createPeople(
  { people: declared, talks }: RawProgramme,
  { base, read, warn }: { base: string | null; read: ReadText; warn: Warn },
) {
  const names = new Map(
    [...declared, ...talks.flatMap((talk) => talk.people ?? [])].flatMap(({ name }) =>
      name && !name.includes(',') ? [[fold(publicName(name)), publicName(name)]] : [],
    ),
  )
  /** "Diaz, Cara" as the file writes it elsewhere, "Cara Diaz". */
  const turned = (name: string) => {
    const [, last, first] = name.match(/^([^,]+),\s*([^,]+)$/) ?? []
    return first && names.get(fold(`${first} ${last}`))
  }
  const people = new Map<string, SourcePerson>()
  const later: ProgrammeWarning[] = []
  const keyAndName = (person: RawPerson) => {
    const raw = person.name?.trim() ?? ''
    if (raw === '' || /^(?:[-–—.?]+|tb[acd]|to be (?:announced|confirmed|determined)|n\/?a)$/i.test(raw))
      return undefined
    const written = publicName(raw)
    const name = turned(written) ?? written
    const id = plainLine(person.id)
    return { raw, name, key: (id ?? `name:${fold(name)}`).slice(0, 300) }
  }
  const add = (person: RawPerson): string | undefined => {
    const named = keyAndName(person)
    if (!named || named.name.length < limits.speakerNameMin) return undefined
    const { name, key } = named
    const known = people.get(key)
    const bio = person.bio ? read(person.bio).replace(/</g, '‹').replace(/>/g, '›') : ''
    people.set(key, {
      key,
      name: known?.name ?? shortened(name, limits.speakerName),
      bio: known?.bio ?? (bio === '' ? null : shortened(bio, limits.speakerBio)),
      image_url: known?.image_url ?? mendedUrl(person.image, base),
      links: known?.links.length ? known.links : socialLinks(person.links ?? [], base),
    })
    return key
  }
  const detailOf = new Map(declared.map((person) => [plainLine(person.id) ?? '', person]))
  return {
    /** The key of somebody who speaks; undefined for nobody and for names that cannot be shown. */
    keyOf(person: RawPerson, where: string): string | undefined {
      const detail = person.id ? detailOf.get(plainLine(person.id) ?? '') : undefined
      const whole = { ...detail, ...person, name: person.name || detail?.name }
      const named = keyAndName(whole)
      if (!named) {
        if (person.id && !whole.name)
          warn('NO_NAME', where, `The file does not name the speaker ${person.id}`)
        return undefined
      }
      if (named.name.length < limits.speakerNameMin) {
        warn('NAME_TOO_SHORT', where, 'A speaker whose name has one letter was left out')
        return undefined
      }
      if (/@[^\s@]+\.[^\s@]/.test(named.raw) && !people.has(named.key))
        later.push({
          code: 'MAIL_ADDRESS',
          key: where,
          text: `A speaker's name was a mail address: it reads "${named.name}" until the source has a name`,
        })
      if (turned(named.raw))
        warn('TURNED_NAME', where, `"${named.raw}" was read as ${named.name}, as the file has it elsewhere`)
      const key = add(whole)
      if (key && detail) add({ ...detail, id: person.id, name: whole.name })
      return key
    },
    /** Those who speak. Two ids with one full name are one person, unless they speak at the same time. */
    listed(talks: SourceTalk[]): SourcePerson[] {
      const talksOf = new Map<string, SourceTalk[]>()
      for (const talk of talks)
        for (const key of talk.speakers) talksOf.set(key, [...(talksOf.get(key) ?? []), talk])
      const replacements = new Map<string, string>()
      for (const same of Map.groupBy(people.values(), ({ name }) => fold(name)).values()) {
        const [first, ...others] = same
          .filter(({ key }) => talksOf.has(key))
          .sort((a, b) => (a.key < b.key ? -1 : 1))
        if (!first || others.length === 0 || !/\S\s+\S/.test(first.name)) continue
        for (const other of others) {
          if (overlap(talksOf.get(first.key) ?? [], talksOf.get(other.key) ?? [])) continue
          replacements.set(other.key, first.key)
          talksOf.set(first.key, [...(talksOf.get(first.key) ?? []), ...(talksOf.get(other.key) ?? [])])
          talksOf.delete(other.key)
        }
      }
      if (replacements.size > 0)
        for (const talk of talks)
          talk.speakers = [...new Set(talk.speakers.map((key) => replacements.get(key) ?? key))]
      return [...talksOf.keys()]
        .flatMap((key) => people.get(key) ?? [])
        .sort((a, b) => (a.key < b.key ? -1 : 1))
    },
    warnings: () => later,
  }
}

function overlap(some: SourceTalk[], others: SourceTalk[]): boolean {
  return some.some((one) =>
    others.some(
      (other) =>
        one !== other &&
        one.date === other.date &&
        one.start_time !== null &&
        other.start_time !== null &&
        one.start_time < (other.end_time ?? other.start_time) &&
        other.start_time < (one.end_time ?? one.start_time),
    ),
  )
}

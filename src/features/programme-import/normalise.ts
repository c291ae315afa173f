import { listedCountry } from '#lib/country-names.ts'
import { fold } from '#lib/text.ts'
import { zoneOffset } from '#lib/time-zones.ts'
import { limits } from '#src/limits.ts'
import {
  type ProgrammeDocument,
  type ProgrammeFormat,
  type ProgrammeWarning,
  type ReadProgramme,
  refuseTooMany,
  type SourceBreak,
  type SourceTalk,
  unreadable,
} from './document.ts'
import { isOurExport, textAsWritten } from './our-export.ts'
import {
  isTitleOfBreak,
  mayBeTitleOfTalk,
  mendedUrl,
  plainLine,
  plainText,
  shortened,
  shortLine,
  splitCancelled,
  titleKey,
  withoutMarkdown,
} from './plain-text.ts'
import { dayOf, daysBetween, haveSeconds, zoneNamed, zoneOfCountry } from './programme-times.ts'
import type { RawProgramme, RawTalk, ReadText, Warn } from './raw-programme.ts'
import { createPeople, separated } from './source-people.ts'
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

/** Before its markup goes: much more than is kept of it, and little enough to look at. */
const longestText = 200_000

/** Where it says "in the foyer", or which sponsor pays for it. */
const longestTextOfBreak = 200

/** Brings what a parser found into the one form: checked, mended, on the conference's clock, with a warning for each loss. */
export function normalise(
  raw: RawProgramme,
  format: ProgrammeFormat,
  options: NormaliseOptions = {},
): ReadProgramme {
  const warnings: ProgrammeWarning[] = [...(raw.warnings ?? [])]
  const warn: Warn = (code, key, text) => {
    warnings.push({ code, key, text })
  }
  refuseTooMany(raw.talks.length)
  const country = raw.conference.country ?? options.country
  const fileZone = zoneNamed(raw.conference.time_zone) ?? null
  const zone =
    options.time_zone ?? fileZone ?? (country ? zoneOfCountry(listedCountry(country)) : undefined) ?? null
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
  const isWrittenHere = isOurs || raw.isOurTable === true
  const read: ReadText = isWrittenHere
    ? (text) => textAsWritten(text.slice(0, longestText)) ?? ''
    : // Texts of pretalx are Markdown.
      format.startsWith('frab')
      ? (text) => plainText(withoutMarkdown(text.slice(0, longestText)))
      : (text) => plainText(text.slice(0, longestText))
  const people = createPeople(raw, { base, read, warn })
  const talks: SourceTalk[] = []
  const breaks: BreakInRoom[] = []
  const linksOf = createLinkReader(raw, base)
  const doubtfulBreaks = new Set<string>()
  // Sessionize says itself what is a break, and so does this software.
  const mayNameBreaks = format !== 'sessionize' && !isWrittenHere
  const talksHere = new Set(options.talk_titles?.map(titleKey))
  const listed = new Map<string, SourceTalk | undefined>()
  let hasUtcTimes = false
  for (const rawTalk of raw.talks) {
    // What follows would be cut off, and takes long to look at.
    const whole = plainLine(rawTalk.title?.slice(0, 4 * limits.talkTitle))
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
          : `"${title}" was left out: it has no day. Give it one in the source`,
      )
      continue
    }
    const cast = (rawTalk.people ?? []).filter(({ id, name }) => id || name?.trim())
    const room = shortLine(rawTalk.room, limits.talkLocation)
    const track = trackOf(rawTalk.track)
    const id = plainLine(rawTalk.guid) ?? plainLine(rawTalk.id)
    const key = (id ?? `title:${titleKey(title)}`).slice(0, 300)
    const description = descriptionOf(rawTalk, read)
    // Some list a talk once for each of its groups, or a session once for each of its papers.
    const isSession = times.start_time !== null && room !== null && cast.length === 0
    const place = [isSession ? null : key, title, times.date, times.start_time, room].join('\n')
    const speakers = [
      ...new Set(
        cast
          .flatMap((person) => (format === 'csv' ? person : separated(person, rawTalk.where, warn)))
          .flatMap((person) => people.keyOf(person, rawTalk.where) ?? []),
      ),
    ]
    if (listed.has(place)) {
      const first = listed.get(place)
      // A table may have a line for each speaker.
      if (first && (id || times.start_time) && speakers.some((each) => !first.speakers.includes(each))) {
        first.speakers = [...new Set([...first.speakers, ...speakers])].slice(0, limits.speakersPerTalk)
        continue
      }
      if (id) continue
      warn(
        'TWICE',
        rawTalk.where,
        `"${title}" is there twice at the same time: both are listed. If they are one talk, take one out of the source`,
      )
    }
    const isNamedBreak =
      mayNameBreaks &&
      [title, rawTalk.type, rawTalk.track].some((name) => name && isTitleOfBreak(name)) &&
      times.start_time !== null &&
      cast.length === 0 &&
      !talksHere.has(titleKey(title))
    const isDoubtful = isNamedBreak && mayBeTitleOfTalk(title)
    const isBreak =
      rawTalk.isBreak || (isNamedBreak && !(isDoubtful && (description?.length ?? 0) > longestTextOfBreak))
    if (isBreak && !rawTalk.isBreak && isDoubtful && !doubtfulBreaks.has(title)) {
      doubtfulBreaks.add(title)
      warn(
        'READ_AS_BREAK',
        rawTalk.where,
        `"${title}" was read as a break: it has no speaker and no longer text. If it is a talk, name its speaker in the source`,
      )
    }
    listed.set(place, undefined)
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
    if (!times.start_time && rawTalk.last_day && rawTalk.last_day > times.date)
      warn(
        'SEVERAL_DAYS',
        rawTalk.where,
        `"${title}" goes on until ${rawTalk.last_day}: it is listed on its first day alone. Add one for each further day`,
      )
    else if (!times.start_time) warn('NO_TIME', rawTalk.where, `"${title}" has no time yet`)
    if (description && description.length > limits.talkDescription)
      warn(
        'SHORTENED',
        rawTalk.where,
        `The text of "${title}" was shortened to ${limits.talkDescription} characters`,
      )
    if (speakers.length > limits.speakersPerTalk)
      warn(
        'TOO_MANY_SPEAKERS',
        rawTalk.where,
        `Only the first ${limits.speakersPerTalk} speakers of "${title}" are listed`,
      )
    // Our files say "talk" where there is none, since the format wants one.
    const isWithoutType = isOurs && rawTalk.type === 'talk' && !rawTalk.isOfTypeTalk
    const type = isWrittenHere ? (isWithoutType ? null : rawTalk.type) : typeInWords(rawTalk.type)
    const topics = rawTalk.topics?.flatMap((name) => shortLine(name, limits.topicName) ?? [])
    const talk: SourceTalk = {
      key,
      title,
      subtitle: shortLine(rawTalk.subtitle, limits.talkTitle),
      description: description && shortened(description, limits.talkDescription),
      ...times,
      location: room,
      track,
      type: shortLine(type, limits.talkType),
      language: languageOf(rawTalk.language),
      ...linksOf(rawTalk),
      status: isCancelled || rawTalk.isCancelled ? 'cancelled' : 'scheduled',
      ...(rawTalk.isUnrecorded && { is_unrecorded: true as const }),
      ...(topics?.length && { topics: topics.slice(0, limits.topicsPerTalk) }),
      speakers: speakers.slice(0, limits.speakersPerTalk),
    }
    talks.push(talk)
    listed.set(place, talk)
  }
  if (talks.length + breaks.length === 0) {
    const why = warnings.find(({ code }) => code === 'NO_DAY')
    throw unreadable(
      `The file was read, and there is no talk in it: ${why ? `${why.text} (${why.key})` : 'publish the schedule first, or export it with its talks'}`,
    )
  }
  const firstTalk = talks[0]
  if (firstTalk && fileZone && zone && fileZone !== zone) {
    const [there, here] = [fileZone, zone].map((each) => zoneOffset(firstTalk.date, '12:00', each))
    if (there !== here)
      warn(
        'OTHER_TIME_ZONE',
        null,
        `The file names the time zone ${fileZone}. The talks are listed in that of the conference, ${zone}: change it there if it is wrong`,
      )
  }
  if (hasUtcTimes)
    warn(
      'NO_TIME_ZONE',
      null,
      'Neither the file nor the conference names a time zone: the times are those of UTC. Give the conference its time zone and read the file again',
    )
  separateKeys(talks, warn)
  const distinctBreaks = isWrittenHere ? breaks.map(withoutRoom) : withoutRepeated(breaks)
  separateKeys(distinctBreaks, () => {})
  moveNights(talks)
  const speakers = people.listed(talks)
  if (speakers.length > limits.programmePeople)
    throw unreadable(
      `The programme has ${speakers.length} speakers, and at most ${limits.programmePeople} can be read: leave out who does not speak`,
    )
  const used = new Set([...talks, ...distinctBreaks].flatMap(({ track }) => track ?? []))
  const declared = raw.tracks.flatMap((name) => shortLine(name, limits.trackName) ?? [])
  const ofTalks = (talks.length > 0 ? talks : distinctBreaks).map(({ day }) => day).sort()
  // A day that has no talk yet is one of the conference all the same.
  const declaredDays = [
    raw.conference.start,
    raw.conference.end,
    ...raw.talks.map(({ last_day }) => last_day),
  ].flatMap((day) => dayOf(day) ?? [])
  const days = [
    ...ofTalks,
    ...declaredDays.filter((day) => ofTalks.some((each) => Math.abs(daysBetween(each, day)) <= nearDays)),
  ].sort()
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
      ...(raw.conference.about && { about: raw.conference.about }),
    },
    ...(raw.track_descriptions?.length && {
      track_descriptions: raw.track_descriptions.flatMap(({ name, description }) => {
        const text = read(description)
        return text === '' ? [] : { name, description: shortened(text, limits.trackDescription) }
      }),
    }),
    tracks: [...new Set([...declared, ...used])].filter((name) => used.has(name)),
    talks,
    breaks: distinctBreaks,
    people: speakers,
  }
  return { document, warnings: withoutAlike([...warnings, ...people.warnings()]) }
}

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

let languageCodes: Map<string, string> | undefined
/** Codes by the names of languages, in these and in each language itself. */
function readLanguageCodes() {
  const namesIn = (language: string) =>
    new Intl.DisplayNames(language, { type: 'language', fallback: 'none' })
  const english = namesIn('en')
  const letters = Array.from({ length: 26 }, (_, index) => String.fromCharCode(97 + index))
  const codes = letters
    .flatMap((first) => letters.map((second) => first + second))
    .filter((code) => english.of(code))
  const named = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt'].flatMap((language) => {
    const names = namesIn(language)
    return codes.map((code) => [names.of(code), code] as const)
  })
  const own = codes.map((code) => [namesIn(code).of(code), code] as const)
  return new Map(
    [...named, ...own].flatMap(([name, code]) => {
      // 'iw' was Hebrew before 'he'.
      const [canonical = code] = Intl.getCanonicalLocales(code)
      return name ? [[name.toLowerCase(), canonical] as const] : []
    }),
  )
}

/** A BCP 47 tag from a tag or from the name of a language: "German", "Deutsch", "English (US)". */
function languageOf(value: string | null | undefined): string | null {
  // A longer one is none, and takes long to look at.
  const text = plainLine(value?.slice(0, 100))
  if (!text) return null
  // 'de-formal' is a way to address the readers of pretalx.
  const tag = text.replaceAll('_', '-').replace(/-(?:in)?formal$/i, '')
  if (/^[A-Za-z]{2}(?:-[A-Za-z0-9]{2,8}){0,3}$/.test(tag)) return tag
  languageCodes ??= readLanguageCodes()
  const code = languageCodes.get(text.replace(/\s*\(.*\)$/, '').toLowerCase())
  if (code) return code
  // 'eng' is 'en'.
  return /^[A-Za-z]{3}(?:-[A-Za-z0-9]{2,8}){0,3}$/.test(tag) ? Intl.getCanonicalLocales(tag)[0]! : null
}

/** "lightning_talk", as programs name kinds. */
const typeInWords = (type: string | null | undefined) =>
  /^[a-z]+(?:_[a-z]+)+$/.test(type ?? '') ? type?.replaceAll('_', ' ') : type

/** Wafer writes "No Track" where there is none. */
const trackOf = (name: string | null | undefined) =>
  /^no track$/i.test(name?.trim() ?? '') ? null : shortLine(name, limits.trackName)

/** The abstract and the description, which often repeats it. */
function descriptionOf({ abstract, description }: RawTalk, read: ReadText): string | null {
  const [first, second] = [read(abstract ?? ''), read(description ?? '')]
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

import { plainLine } from '#features/reading/plain-text.ts'
import {
  addMinutes,
  clockMinutes,
  dayOf,
  inZone,
  isMoment,
  type LocalTime,
  laterInZone,
  localTimeOf,
  minutesBetween,
  minutesOf,
} from '#features/reading/programme-times.ts'
import { addDays } from '#lib/dates.ts'
import type { SourceTalk } from './document.ts'
import type { RawTalk, Warn } from './raw-programme.ts'

// When a talk takes place, from what a file says of it.

const dayMinutes = 24 * 60
/** A talk that begins before it belongs to the night of the day before, if that day is part of the programme. */
const nightEnds = 4 * 60

/** localTimeOf that remembers: many talks begin at the same moment. */
export function createLocalTimeReader(): typeof localTimeOf {
  const cache = new Map<string, LocalTime | undefined>()
  return (moment, zone, from) => {
    const key = `${moment} ${zone} ${from}`
    if (!cache.has(key)) cache.set(key, localTimeOf(moment, zone, from))
    return cache.get(key)
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

export function timesOf(rawTalk: RawTalk, clock: Clock): Times | undefined {
  const raw = isMoment(rawTalk.start) ? { ...rawTalk, moment: rawTalk.start, start: null } : rawTalk
  const { zone, fileZone, firstDay, localTime, warn } = clock
  const from = raw.zone ?? fileZone
  const listedDay = dayOf(raw.day)
  const start = clockMinutes(raw.start)
  const written = raw.moment ? localTime(raw.moment, null) : undefined
  // The format wants an offset, also of who knows no zone. Where the clock beside it says the same, that is local time.
  const isLocal = !fileZone && start !== undefined && clockMinutes(written?.time) === start
  const converted = raw.moment && !isLocal ? localTime(raw.moment, zone, from) : written
  // Wafer writes moments in UTC and the clock beside them; without a zone that clock is all that says what time it is there.
  warnOfOtherClock(raw, start, clock)
  const moment = zone || !converted?.time || start === undefined ? converted : onClock(converted, start)
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
        `The time "${plainLine(raw.start)}" of "${plainLine(raw.title)}" could not be read: write it as 14:30`,
      )
    begin = { date, time: null }
  } else {
    begin = addMinutes(date, isAfterMidnight(raw, start, clock) ? start + dayMinutes : start)
    if (zone && from) begin = inZone(begin, from, zone)
  }
  const programmeDay = listedDay ?? (start !== undefined && start >= dayMinutes ? date : begin.date)
  const isNightBefore = programmeDay === addDays(begin.date, -1)
  const day = isNightBefore ? programmeDay : begin.date
  if (begin.time === null) return { day, date: begin.date, start_time: null, end_time: null }
  return { day, date: begin.date, start_time: begin.time, end_time: endOf(raw, begin, clock) }
}

/** A moment and the clock beside it that say different times, as when the offset is that of another place. */
function warnOfOtherClock(
  { moment, zone: ownZone, title, where }: RawTalk,
  start: number | undefined,
  clock: Clock,
) {
  const { zone, fileZone, localTime, warn } = clock
  if (!moment || start === undefined || !(zone ?? fileZone)) return
  const places = [ownZone ?? fileZone ?? zone, zone]
  const times = places.flatMap((place) => localTime(moment, place)?.time ?? [])
  if (times.length === 0 || times.some((time) => clockMinutes(time) === start % dayMinutes)) return
  if (!fileZone && clockMinutes(localTime(moment, null)?.time) === start) return
  warn(
    'OTHER_CLOCK',
    where,
    `"${plainLine(title)}" begins at ${asClock(start)} and at ${plainLine(moment)}, which is ${times.at(-1)} there: it is listed at ${times.at(-1)}. Correct one of them in the source`,
  )
}

/** The time of that clock which is next to a moment. */
function onClock(moment: LocalTime, start: number): LocalTime {
  const minutes = start - clockMinutes(moment.time)!
  return addMinutes(
    moment.date,
    clockMinutes(moment.time)! + minutes - Math.round(minutes / dayMinutes) * dayMinutes,
  )
}

/** Under its day, but on the clock of the next: before the hour at which a day changes, or begins where it ends on the next one. */
function isAfterMidnight(raw: RawTalk, start: number, { dayChange }: Clock): boolean {
  if (start >= dayMinutes || raw.moment) return false
  if (start < Math.min(clockMinutes(dayChange) ?? 0, nightEnds)) return true
  const [opens, closes] = [raw.day_start, raw.day_end].map((moment) => localTimeOf(moment ?? '', null))
  if (!opens?.time || !closes?.time || opens.date >= closes.date) return false
  return start < clockMinutes(opens.time)! && start <= clockMinutes(closes.time)!
}

function endOf(raw: RawTalk, begin: LocalTime, { zone, fileZone, hasSeconds, warn }: Clock): string | null {
  let minutes = minutesOf(raw.duration, { hasSeconds })
  if (minutes === undefined) {
    if (raw.duration && !raw.end)
      warn(
        'BAD_LENGTH',
        raw.where,
        `The length "${plainLine(String(raw.duration))}" of "${plainLine(raw.title)}" could not be read, and it has no end here: write it as 0:45`,
      )
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
  const start = clockMinutes(begin.time) ?? 0
  const mayMeetClockChange = start < nightEnds || start + minutes > dayMinutes
  // A length is real time: two hours from 01:30 end at 04:30 where the clock skips an hour.
  return (
    (zone && raw.duration && !raw.end && mayMeetClockChange && laterInZone(begin, minutes, zone)) ||
    asClock(start + minutes)
  )
}

/** Talks in the small hours that are listed under no day belong to the day before, if it has talks. */
export function moveNights(talks: SourceTalk[]) {
  const days = new Set(talks.map(({ day }) => day))
  for (const talk of talks) {
    const minutes = clockMinutes(talk.start_time)
    const before = addDays(talk.date, -1)
    if (talk.day === talk.date && minutes !== undefined && minutes < nightEnds && days.has(before))
      talk.day = before
  }
}

import { Temporal } from 'temporal-polyfill'
import { findIana } from 'windows-iana'
import { isTimeZone } from '#lib/time-zones.ts'

/** A point of time on a clock of the conference. */
export type LocalTime = { date: string; time: string | null }

const two = (n: number) => String(n).padStart(2, '0')

const hoursAndMinutes =
  /^(?:(\d+(?:[.,]\d+)?)\s*(?:h(?:ours?|rs?)?|std\.?|stunden?|heures?|horas?)[\s,]*)?(?:(\d+)(?:\.0+)?\s*(?:m(?:ins?|inut(?:e[ns]?|os))?\.?|['’′])?)?$/i

/**
 * Minutes of 'HH:MM', 'PT1H30M', '45 min', '1,5 Std.' or a number of minutes. Three parts are DDD:HH:MM, or HH:MM:SS where `hasSeconds`
 * or the first reading makes no sense.
 */
export function minutesOf(
  duration: string | number | null | undefined,
  { hasSeconds = false } = {},
): number | undefined {
  if (typeof duration === 'number')
    return Number.isFinite(duration) && duration > 0 ? Math.round(duration) : undefined
  const text = duration?.trim() ?? ''
  const plain = text.match(hoursAndMinutes)
  if (plain && text !== '')
    return Math.round(Number(plain[1]?.replace(',', '.') ?? 0) * 60) + Number(plain[2] ?? 0)
  const iso = text.match(/^\+?P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:\d+S)?)?$/i)
  if (iso) {
    const [weeks = 0, days = 0, hours = 0, minutes = 0] = iso.slice(1).map((part) => Number(part ?? 0))
    return (weeks * 7 + days) * 1440 + hours * 60 + minutes
  }
  const parts = text.replace(/\s*(?:h(?:ours?)?|std\.?)$/i, '').split(':')
  if (parts.length < 2 || parts.length > 3 || !parts.every((part) => /^\d+$/.test(part))) return undefined
  const numbers = parts.map(Number)
  const [first = 0, second = 0, third = 0] = numbers
  if (numbers.length === 2) return first * 60 + second
  const [withDays, withSeconds] = [first * 1440 + second * 60 + third, first * 60 + second]
  return withSeconds > 0 && (hasSeconds || second > 23) ? withSeconds : withDays
}

/** Whether the lengths of a file are all written in three parts: then the last one is seconds; days are there with long talks alone. */
export function haveSeconds(durations: (string | number | null | undefined)[]): boolean {
  const parts = durations.flatMap((duration) => (duration ? [String(duration).split(':').length] : []))
  return parts.length > 0 && parts.every((n) => n === 3)
}

/** Zones of offsets that are no whole hours, in which the clock is never changed. */
const zonesOfOffsets: Record<string, string> = {
  '+3:30': 'Asia/Tehran',
  '+4:30': 'Asia/Kabul',
  '+5:30': 'Asia/Kolkata',
  '+5:45': 'Asia/Kathmandu',
  '+6:30': 'Asia/Yangon',
  '+8:45': 'Australia/Eucla',
  '+9:30': 'Australia/Darwin',
  '-9:30': 'Pacific/Marquesas',
}
const offsetInName = /^(?:GMT|UTC)?([+-])0?(\d{1,2})(?::?(00|30|45))?$/i

/**
 * The IANA name of a time zone, also of one that has its name in Windows ("W. Europe Standard Time"), Exchange
 * ("(UTC+01:00) Amsterdam, Berlin") or Pentabarf ("Europe-Brussels"), or is "GMT+02:00".
 */
export function zoneNamed(name: string | null | undefined): string | undefined {
  const trimmed = name?.trim() ?? ''
  const [, sign, hours, minutes = '00'] = trimmed.match(offsetInName) ?? []
  if (hours && minutes !== '00') return zonesOfOffsets[`${sign}${hours}:${minutes}`]
  // There the sign says how far Greenwich is.
  if (hours && hours !== '0') return zoneNamed(`Etc/GMT${sign === '+' ? '-' : '+'}${hours}`)
  for (const zone of [trimmed, trimmed.replace('-', '/')]) if (isTimeZone(zone)) return zone
  return ofWindows(trimmed) ?? zoneOfPlaces(trimmed)
}

const ofWindows = (name: string) => findIana(name as Parameters<typeof findIana>[0])?.[0]

const regions = ['Europe', 'America', 'Asia', 'Africa', 'Australia', 'Pacific', 'Atlantic']

/** "(UTC-05:00) Eastern Time (US & Canada)", "(UTC+01:00) Amsterdam, Berlin, Bern": the zone of one of its places. */
function zoneOfPlaces(name: string): string | undefined {
  const [, offset, places] = name.match(/^\(((?:UTC|GMT)[^)]{0,7})\)(.{0,200})$/i) ?? []
  if (offset === undefined || places === undefined) return undefined
  // An offset alone does not say when the clock is changed.
  if (offset.length === 3 || places.trim() === '') return zoneNamed(offset)
  const names = places.split(',').map((place) => place.replace(/\(.*$/, '').trim())
  return names
    .flatMap((place) => [
      ...regions.map((region) => `${region}/${place.replaceAll(' ', '_')}`).filter(isTimeZone),
      ofWindows(`${place.replace(/ Time$/, '')} Standard Time`),
    ])
    .find((zone) => zone !== undefined)
}

/** Day and time of a moment on the clock of `zone`. Without an offset in the moment it is in `from`, or on that clock already. */
export function localTimeOf(
  moment: string,
  zone: string | null,
  from?: string | null,
): LocalTime | undefined {
  const text = moment.trim()
  const match = text.match(
    /^(\d{4})-?(\d{2})-?(\d{2})(?:[T ]+(\d{1,2}):?(\d{2})(?::?(\d{2})(?:[.,]\d+)?)?\s*(Z|[+-]\d{2}:?\d{2}|[+-]\d{2})?)?$/i,
  )
  if (!match) return undefined
  const [, year, month, day, hour, minute, , offset] = match
  const date = `${year}-${month}-${day}`
  if (!isDay(date)) return undefined
  if (hour === undefined) return { date, time: null }
  if (Number(hour) > 24 || Number(minute) > 59) return undefined
  const wall = addMinutes(date, Number(hour) * 60 + Number(minute))
  const source = offset ? offsetOf(offset) : from && from !== zone && isTimeZone(from) ? from : undefined
  if (!source || !zone) return wall
  try {
    const instant = Temporal.PlainDateTime.from(`${wall.date}T${wall.time}`)
      .toZonedDateTime(source)
      .toInstant()
    const there = instant.toZonedDateTimeISO(zone)
    return { date: there.toPlainDate().toString(), time: `${two(there.hour)}:${two(there.minute)}` }
  } catch {
    return wall
  }
}

/** Whether a text names day, time and perhaps offset in the way of machines. */
export const isMoment = (text: string | null | undefined) => Boolean(localTimeOf(text ?? '', null)?.time)

const offsetOf = (offset: string) => {
  if (/^z$/i.test(offset)) return 'UTC'
  const digits = offset.slice(1).replace(':', '').padEnd(4, '0')
  return `${offset[0]}${digits.slice(0, 2)}:${digits.slice(2)}`
}

/** Minutes since midnight: '9:30', '09:30:00', '9.30', '0930', '9h30', '9 h 30', '9時30分', '14 Uhr', '2:30 PM', '2:30 p. m.', '9 am', '25:10', 'noon'; 'midnight' is the end of the day. */
export function clockMinutes(clock: string | null | undefined): number | undefined {
  const text =
    clock
      ?.trim()
      .replace(/^(\d{1,2})\s*[h時]\s*(\d{2})分?$/i, '$1:$2')
      .replace(/^(\d{1,2})\s*(?:uhr|h|時)$/i, '$1:00')
      .replace(/\s*(?:uhr|h)$/i, '') ?? ''
  if (/^(?:12\s*)?(?:noon|midday)$/i.test(text)) return 12 * 60
  if (/^(?:12\s*)?midnight$/i.test(text)) return 24 * 60
  const match =
    text.match(/^(\d{1,2})[:.h](\d{2})(?:[:.]\d{2}(?:\.\d+)?)?(?:\s*([ap])\.?\s*m?\.?)?$/i) ??
    text.match(/^(\d{1,2})()\s*([ap])\.?\s*m\.?$/i) ??
    text.match(/^(\d{1,2})(\d{2})$/)
  if (!match) return undefined
  const [, hour, minute, half] = match
  // "14:00 PM" and "0:00 AM" are written, too.
  const isAfternoon = /p/i.test(half ?? '')
  if (half && Number(hour) > (isAfternoon ? 23 : 12)) return undefined
  const hours = half ? (Number(hour) % 12) + (isAfternoon ? 12 : 0) : Number(hour)
  if (hours > 47 || Number(minute) > 59) return undefined
  return hours * 60 + Number(minute)
}

/** A day in one of the usual spellings as yyyy-MM-dd. */
export function dayOf(text: string | null | undefined): string | undefined {
  const trimmed = text?.trim() ?? ''
  const iso = trimmed.match(/^(\d{4})(?:([-/.])(\d{1,2})\2(\d{1,2})|(\d{2})(\d{2}))(?!\d)/)
  const dotted = trimmed.match(/^(\d{1,2})\.(\d{1,2})\.(\d{4})$/)
  const [year, month, day] = iso
    ? [iso[1], iso[3] ?? iso[5], iso[4] ?? iso[6]]
    : (dotted?.slice(1).reverse() ?? [])
  if (!year || !month || !day) return undefined
  const value = `${year}-${two(Number(month))}-${two(Number(day))}`
  return isDay(value) ? value : undefined
}

function isDay(value: string): boolean {
  const moment = new Date(`${value}T00:00:00Z`)
  return (
    value >= '1900' &&
    value < '2201' &&
    !Number.isNaN(moment.getTime()) &&
    moment.toISOString().startsWith(value)
  )
}

export function addMinutes(date: string, minutes: number): { date: string; time: string } {
  const moment = new Date(Date.parse(`${date}T00:00:00Z`) + minutes * 60_000).toISOString()
  return { date: moment.slice(0, 10), time: moment.slice(11, 16) }
}

/** The same moment on the clock of another zone. */
export const inZone = ({ date, time }: LocalTime, from: string, to: string): LocalTime =>
  localTimeOf(`${date}${time ? `T${time}` : ''}`, to, from) ?? { date, time }

/** The time of day in a zone so many minutes later. */
export const laterInZone = ({ date, time }: LocalTime, minutes: number, zone: string): string =>
  Temporal.PlainDateTime.from(`${date}T${time ?? '00:00'}`)
    .toZonedDateTime(zone)
    .add({ minutes })
    .toPlainTime()
    .toString({ smallestUnit: 'minute' })

/** Minutes from one local time to another. */
export const minutesBetween = (from: LocalTime, to: LocalTime) =>
  (Date.parse(`${to.date}T${to.time ?? '00:00'}Z`) - Date.parse(`${from.date}T${from.time ?? '00:00'}Z`)) /
  60_000

import { addDays, daysBetween } from './dates.ts'

/** Every IANA time zone that the runtime knows, UTC first. */
export const timeZones = (): string[] => ['UTC', ...Intl.supportedValuesOf('timeZone')]

const formats = new Map<string, Intl.DateTimeFormat>()

/** Formats a moment as yyyy-MM-dd HH:mm:ss in a zone. Kept, because making one takes 50 µs. Throws if the zone is not known. */
export function localFormat(timeZone: string): Intl.DateTimeFormat {
  const cachedFormat = formats.get(timeZone)
  if (cachedFormat) return cachedFormat
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  // Names differ in case, too.
  if (formats.size < 1000) formats.set(timeZone, format)
  return format
}

/** Whether the runtime knows a time zone of this name; aliases count. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z][A-Za-z0-9_+/-]{0,63}$/.test(name)) return false
  try {
    localFormat(name)
    return true
  } catch {
    return false
  }
}

/** The local time of a moment in a zone, yyyy-MM-ddTHH:mm. */
export const localMoment = (moment: Date, timeZone: string): string =>
  localFormat(timeZone).format(moment).slice(0, 16).replace(' ', 'T')

/** The day it is in a zone while it is `today` by UTC; `today` where the zone is not known. */
export function dayIn(timeZone: string | null, today: string): string {
  if (!timeZone || !isTimeZone(timeZone)) return today
  const now = new Date()
  return addDays(today, daysBetween(now.toISOString().slice(0, 10), localMoment(now, timeZone).slice(0, 10)))
}

/** What a zone is ahead of UTC at a local time, as in ISO timestamps: '+01:00'. Near a change of the clocks it may be the other one. */
export function zoneOffset(day: string, time: string, timeZone: string): string {
  const moment = new Date(`${day}T${time}Z`)
  const minutes = (Date.parse(`${localMoment(moment, timeZone)}Z`) - moment.getTime()) / 60_000
  return `${minutes < 0 ? '-' : '+'}${new Date(Math.abs(minutes) * 60_000).toISOString().slice(11, 16)}`
}

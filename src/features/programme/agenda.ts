import type { TrackedCall } from '#features/calls/calls.schemas.ts'
import { isRunning } from '#features/events/events.ts'
import { localFormat } from '#lib/time-zones.ts'
import type { AgendaEvent } from './agenda.schemas.ts'

/** A conference of the viewer, or a call for papers that they follow, on the day on which it begins or closes. */
export type CalendarRow =
  | { day: string; event: AgendaEvent; tracked?: undefined }
  | { day: string; event?: undefined; tracked: TrackedCall }

export const calendarRows = (events: AgendaEvent[], calls: TrackedCall[]): CalendarRow[] =>
  [
    ...events.map((event): CalendarRow => ({ day: event.start_date, event })),
    ...calls.map((tracked): CalendarRow => ({ day: tracked.call.closes_on!, tracked })),
  ].toSorted((one, other) => Date.parse(one.day) - Date.parse(other.day))

/** The moment of a local time in milliseconds, or undefined where the time zone is not known. */
export function momentOf(date: string, time: string, timeZone: string): number | undefined {
  const asUtc = Date.parse(`${date}T${time}:00Z`)
  const inZone = (moment: number) => Date.parse(`${localFormat(timeZone).format(moment).replace(' ', 'T')}Z`)
  try {
    // The offset at the wanted moment is that of a moment near it, but for the hours around a change of clocks.
    const guess = asUtc - (inZone(asUtc) - asUtc)
    return guess - (inZone(guess) - asUtc)
  } catch {
    return undefined
  }
}

const hour = 60
const day = 24 * hour

/** 'in 13 minutes', 'in 3 hours', 'in 2 days', 'now'. `days` are those of the calendar where it is. */
export function timeUntil(minutes: number, days: number): string {
  if (minutes >= 2 * day) return `in ${days} days`
  const units = [
    { length: hour, one: 'hour', from: 2 * hour },
    { length: 1, one: 'minute', from: 1 },
  ]
  const unit = units.find(({ from }) => minutes >= from)
  if (!unit) return 'now'
  const n = Math.floor(minutes / unit.length)
  return `in ${n} ${unit.one}${n === 1 ? '' : 's'}`
}

/** What takes place today of a person's conferences. */
export function todayText(events: AgendaEvent[], today: string): string {
  const names = events.filter((event) => isRunning(event, today)).map(({ name }) => name)
  return names.length > 0 ? `Today: ${names.join(', ')}.` : 'Nothing today.'
}

import { daysBetween } from '#lib/dates.ts'
import { localMoment } from '#lib/time-zones.ts'
import { momentOf } from './agenda.ts'

/** A local time of an event by the clock of another time zone, and how many days later it is there. */
export function timeIn(
  timeZone: string,
  { date, time, eventZone }: { date: string; time: string; eventZone: string },
): { time: string; days: number } | undefined {
  const moment = momentOf(date, time, eventZone)
  if (moment === undefined) return
  const local = localMoment(new Date(moment), timeZone)
  return { time: local.slice(11), days: daysBetween(date, local.slice(0, 10)) }
}

/** '01:30 your time, +1 day' */
export function viewerTimeLabel({ time, days }: { time: string; days: number }): string {
  const count = Math.abs(days)
  const shift = days === 0 ? '' : `, ${days > 0 ? '+' : '−'}${count} ${count === 1 ? 'day' : 'days'}`
  return `${time} your time${shift}`
}

import { differenceInCalendarDays, format, parseISO } from 'date-fns'

// Days are yyyy-MM-dd and belong to no time zone: parseISO reads them as local midnight and format writes them back.

export const daysBetween = (from: string, to: string) =>
  differenceInCalendarDays(parseISO(to), parseISO(from))

/** 'Jun 1, 2025' */
export const shortDay = (day: string) => format(parseISO(day), 'MMM d, yyyy')

/** 'Tuesday, November 24, 2026' */
export const longDay = (day: string) => format(parseISO(day), 'EEEE, MMMM d, yyyy')

/** 'Tue Nov 24' */
export const tabDay = (day: string) => format(parseISO(day), 'EEE MMM d')

/** 'Nov 24, 2026 18:05', of a moment as the API gives it: the digits are UTC's, wherever the reader is. */
export const stamp = (moment: string) =>
  format(parseISO(moment.slice(0, 19).replace(' ', 'T')), 'MMM dd, yyyy HH:mm')

/** 'NOV', '24' and '2026', for a date block. */
export const dayParts = (day: string) => {
  const date = parseISO(day)
  return { month: format(date, 'MMM').toUpperCase(), day: format(date, 'dd'), year: format(date, 'yyyy') }
}

/** 'Nov 24, 2026', 'Nov 24 to 26, 2026', 'Nov 30 to Dec 2, 2026' or with both years. */
export function dateRange(start: string, end: string): string {
  if (start === end) return shortDay(start)
  const [from, to] = [parseISO(start), parseISO(end)]
  if (start.slice(0, 4) !== end.slice(0, 4)) return `${shortDay(start)} to ${shortDay(end)}`
  if (start.slice(0, 7) !== end.slice(0, 7)) return `${format(from, 'MMM d')} to ${format(to, 'MMM d, yyyy')}`
  return `${format(from, 'MMM d')} to ${format(to, 'd, yyyy')}`
}

/** How long, under the day of a date block: 'one day', 'to 26', 'to Dec 2'. */
export function lasting(start: string, end: string): string {
  if (start === end) return 'one day'
  if (start.slice(0, 7) === end.slice(0, 7)) return `to ${end.slice(8)}`
  return daysBetween(start, end) > 300
    ? `to ${format(parseISO(end), 'MMM yyyy')}`
    : `to ${format(parseISO(end), 'MMM d')}`
}

import { count } from './text.ts'

// Days are yyyy-MM-dd without a time zone; moments are ISO timestamps, always shown in UTC.

const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]
const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

const year = (day: string) => day.slice(0, 4)
/** 'November', from a day. */
export const month = (day: string) => months[Number(day.slice(5, 7)) - 1] ?? ''
export const shortMonth = (day: string) => month(day).slice(0, 3)
const date = (day: string) => Number(day.slice(8, 10))
const weekday = (day: string) => weekdays[new Date(day).getUTCDay()] ?? ''
const monthAndDate = (day: string) => `${shortMonth(day)} ${date(day)}`

export const addDays = (day: string, days: number) =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)

export const nextDay = (day: string) => addDays(day, 1)

/** Days from one day to another; negative if `to` is earlier. */
export const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 86_400_000

/** 'Jun 1, 2025' */
export const shortDay = (day: string) => `${monthAndDate(day)}, ${year(day)}`

/** 'Tuesday, November 24, 2026' */
export const longDay = (day: string) => `${weekday(day)}, ${month(day)} ${date(day)}, ${year(day)}`

/** 'Monday, November 23 to Friday, November 27, 2026', or one day; the year once if it is the same. */
export const longRange = (start: string, end: string) =>
  start === end
    ? longDay(start)
    : `${year(start) === year(end) ? longDay(start).replace(/, \d+$/, '') : longDay(start)} to ${longDay(end)}`

/** 'Tue Nov 24' */
export const tabDay = (day: string) => `${weekday(day).slice(0, 3)} ${monthAndDate(day)}`

/** Whether days in order are of more than one year, which their labels then say. */
export const spansYears = (days: string[]) => days.length > 0 && year(days[0]!) !== year(days.at(-1)!)

/** 'Nov 24, 2026 18:05', from an ISO timestamp of the API. */
export const formatMoment = (moment: string) =>
  `${shortMonth(moment)} ${moment.slice(8, 10)}, ${year(moment)} ${moment.slice(11, 16)}`

/** 'NOV', '24' and '2026', for a date block. */
export const dayParts = (day: string) => ({
  month: shortMonth(day).toUpperCase(),
  day: day.slice(8),
  year: year(day),
})

/** The number of the month that a word names, as 'March' or 'mar'; 0 if it names none. */
export const monthNumber = (word: string) =>
  word.length < 3 ? 0 : months.findIndex((name) => name.toLowerCase().startsWith(word.toLowerCase())) + 1

/** 'November 2026', from yyyy-MM. */
export const monthName = (yearAndMonth: string) => `${month(yearAndMonth)} ${year(yearAndMonth)}`

/** 'Nov 24, 2026', 'Nov 24 to 26, 2026', 'Nov 30 to Dec 2, 2026' or with both years. */
export function dateRange(start: string, end: string): string {
  if (start === end) return shortDay(start)
  if (year(start) !== year(end)) return `${shortDay(start)} to ${shortDay(end)}`
  if (month(start) !== month(end)) return `${monthAndDate(start)} to ${shortDay(end)}`
  return `${monthAndDate(start)} to ${date(end)}, ${year(end)}`
}

/** The same without the year, where it is that of `today`. */
export const rangeNear = (start: string, end: string, today: string) =>
  dateRange(start, end).replaceAll(`, ${year(today)}`, '')

/** The duration below the day in a date block: 'one day', 'to 26', 'to Dec 2'; of most of a year 'to Dec 2026'. */
export function durationLabel(start: string, end: string): string {
  if (daysBetween(start, end) > 300) return `to ${shortMonth(end)} ${year(end)}`
  if (start === end) return 'one day'
  return `to ${start.slice(0, 7) === end.slice(0, 7) ? end.slice(8) : monthAndDate(end)}`
}

/** '3 days', '4 weeks', '17 months', '2 years': in the largest unit of which it is some; a year counts once it is all but over. */
export function duration(days: number): string {
  if (days < 21) return count(days, 'day', 'days')
  if (days < 63) return `${Math.floor(days / 7)} weeks`
  return days < 694 ? `${Math.round(days / 30.44)} months` : `${Math.floor(days / 365.25 + 0.1)} years`
}

/** 'today', 'tomorrow', 'in 9 days', 'in 8 weeks', 'in 3 months', 'in 2 years', and the same of what was: '9 months ago'. */
export function daysAway(day: string, today: string): string {
  const days = daysBetween(today, day)
  const words: Record<number, string> = { 0: 'today', 1: 'tomorrow', '-1': 'yesterday' }
  const length = duration(Math.abs(days))
  return words[days] ?? (days > 0 ? `in ${length}` : `${length} ago`)
}

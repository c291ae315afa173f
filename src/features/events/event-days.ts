import { daysBetween } from '#lib/dates.ts'
import { count } from '#lib/text.ts'

type Days = { start_date: string; end_date: string }

/** '7 days later', '1 day earlier' */
export const dayShiftText = (days: number) =>
  `${count(Math.abs(days), 'day', 'days')} ${days < 0 ? 'earlier' : 'later'}`

/**
 * What most likely becomes of the programme, of which these are the days: it moves with the conference if that is at least
 * as long as before. Days that are added around the old ones leave it where it is, and so does a part of it that somebody
 * has put on the new days already.
 */
export function suggestedForProgramme(before: Days, after: Days, programme: string[]): 'moves' | 'stays' {
  const isIn = ({ start_date, end_date }: Days, day: string) => start_date <= day && day <= end_date
  const isExtended = isIn(after, before.start_date) && isIn(after, before.end_date)
  const isShorter =
    daysBetween(after.start_date, after.end_date) < daysBetween(before.start_date, before.end_date)
  const isThere = programme.some((day) => isIn(after, day) && !isIn(before, day))
  return isExtended || isShorter || isThere ? 'stays' : 'moves'
}

/** Longer is more likely a mistake in the year. */
const usualDays = 31

/** What is probably wrong in the days of a conference, which may be incomplete. */
export function daysWarning({ start_date, end_date }: Days): string | undefined {
  const days = daysBetween(start_date, end_date) + 1
  if (days > usualDays) return `This conference lasts ${days} days. Is the year right?`
  const nextYear = `${Number(start_date.slice(0, 4)) + 1}${end_date.slice(4)}`
  if (days < 1 && daysBetween(start_date, nextYear) < usualDays)
    return `It ends before it begins. Does it end in ${nextYear.slice(0, 4)}?`
  return undefined
}

import { dayOf } from '#features/reading/programme-times.ts'
import { addDays, daysBetween } from '#lib/dates.ts'
import { fold } from '#lib/text.ts'

export type DayHints = {
  /** Of the conference. */
  first_day?: string | null
  country?: string | null
}
type DayReader = {
  /** yyyy-MM-dd of a cell; undefined for what names no day. */
  dayOf: (cell: string | undefined) => string | undefined
  /** Of a cell that may be two days: the sentence that says how it was read. */
  guess?: string
}

const nearDays = 14
const two = (text: string | number) => String(text).padStart(2, '0')
const withCentury = (year: string) => (year.length === 2 ? `20${year}` : year)
const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']

/** The numbers of months or days of the week from 0, by their long and short names in some languages. */
const namesIn = (part: 'month' | 'weekday', moments: number[]) =>
  new Map(
    ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt'].flatMap((language) =>
      (['long', 'short'] as const).flatMap((width) => {
        const format = new Intl.DateTimeFormat(language, { [part]: width, timeZone: 'UTC' })
        return moments.map((moment, n): [string, number] => [fold(format.format(moment)).replace('.', ''), n])
      }),
    ),
  )

let months: Map<string, number> | undefined
/** 1 to 12, by the name of a month. */
function monthOf(name: string): number | undefined {
  months ??= namesIn(
    'month',
    Array.from({ length: 12 }, (_, n) => Date.UTC(2026, n)),
  )
  const month = months.get(name) ?? (name === 'sept' ? 8 : undefined)
  return month === undefined ? undefined : month + 1
}

let weekdayNames: Map<string, number> | undefined
/** 0 is Sunday, -1 is none; "mar" is March, and not a Tuesday. */
function weekdayOf(word: string): number {
  weekdayNames ??= namesIn(
    'weekday',
    Array.from({ length: 7 }, (_, n) => Date.UTC(2026, 1, n + 1)),
  )
  if (monthOf(word)) return -1
  return weekdayNames.get(word) ?? weekdays.findIndex((name) => word.length > 2 && name.startsWith(word))
}

/** The two numbers and the year of 3/4/2026; which of the two is the month, the country decides. */
function numbersOf(cell: string, otherYear: string | undefined) {
  const [, first, second, year = otherYear] =
    cell.match(/^(\d{1,2})[/-](\d{1,2})(?:[/-](\d{4}|\d{2}))?$/) ?? []
  return first && second && year ? { first, second, year: withCentury(year) } : undefined
}
type Numbers = NonNullable<ReturnType<typeof numbersOf>>
const dayFirst = ({ first, second, year }: Numbers) => dayOf(`${year}-${two(second)}-${two(first)}`)
const monthFirst = ({ first, second, year }: Numbers) => dayOf(`${year}-${two(first)}-${two(second)}`)

/** "Friday, 27 September 2026" without the day of the week. */
const withoutWeekday = (cell: string | undefined) =>
  cell
    ?.trim()
    .replace(/^(\d{4})[年년]\s?(\d{1,2})[月월]\s?(\d{1,2})[日일](?:\s?[(（].[)）])?$/, '$1-$2-$3')
    .replace(/^(\p{L}+)\.?,?\s+(?=\S)/u, (match, word) => (weekdayOf(fold(word)) < 0 ? match : '')) ?? ''

const isAmbiguous = ({ first, second }: Numbers) => first !== second

/** Reads the days of a table, of which all are written in one way. */
export function createDayReader(cells: (string | undefined)[], hints: DayHints): DayReader {
  // A day without a year is of the year of the others.
  const otherYear = hints.first_day?.slice(0, 4) ?? cells.join(' ').match(/\b20\d{2}\b/)?.[0]
  const dates = cells.flatMap((written) => {
    const cell = withoutWeekday(written)
    const numbers = numbersOf(cell, otherYear)
    return numbers ? [{ cell, numbers }] : []
  })
  // Lines that name the day in a way that leaves no doubt say where the others are.
  const certainDays = cells.flatMap((cell) => dayOf(withoutWeekday(cell)) ?? [])
  const { order, isGuess } = chooseOrder(
    dates.map(({ numbers }) => numbers),
    certainDays,
    hints,
  )
  const read = (text: string | undefined): string | undefined => {
    const cell = withoutWeekday(text)
    const numbers = numbersOf(cell, otherYear)
    if (numbers) return order(numbers) ?? dayFirst(numbers) ?? monthFirst(numbers)
    return dayOfWords(cell, otherYear) ?? (hints.first_day ? dayFrom(hints.first_day, cell) : undefined)
  }
  const sample = isGuess ? dates.find(({ numbers }) => isAmbiguous(numbers)) : undefined
  const day = sample && order(sample.numbers)
  const otherDay = sample && (order === dayFirst ? monthFirst : dayFirst)(sample.numbers)
  if (!sample || !day || !otherDay) return { dayOf: read }
  const guess = `"${sample.cell}" was read as ${day}. If it is ${otherDay}, write the days in this way`
  return { dayOf: read, guess }
}

/** Whether 3/4/2026 is in March or April: as other days say, as lies near to the conference or to other days, or as the country writes. */
function chooseOrder(dates: Numbers[], certainDays: string[], { first_day, country }: DayHints) {
  const isDayFirst = dates.some(({ first }) => Number(first) > 12)
  const isMonthFirst = dates.some(({ second }) => Number(second) > 12)
  if (dates.length === 0 || isDayFirst !== isMonthFirst)
    return { order: isMonthFirst ? monthFirst : dayFirst, isGuess: false }
  const orders = [dayFirst, monthFirst] as const
  const isNear = (order: typeof dayFirst) =>
    Boolean(first_day) &&
    dates
      .flatMap((numbers) => order(numbers) ?? [])
      .every((day) => Math.abs(daysBetween(first_day!, day)) <= nearDays)
  const near = orders.filter(isNear)
  if (near.length === 1) return { order: near[0]!, isGuess: false }
  const [one, other] = orders.map((order) => {
    const days = [...dates.flatMap((numbers) => order(numbers) ?? []), ...certainDays].sort()
    return daysBetween(days[0]!, days.at(-1)!)
  }) as [number, number]
  const isAmerican = /^(?:united states|usa?\b|philippines)/i.test(country ?? '')
  const isShorterWithMonth = one === other ? isAmerican : other < one
  return { order: isShorterWithMonth ? monthFirst : dayFirst, isGuess: dates.some(isAmbiguous) }
}

function dayOfWords(cell: string, otherYear: string | undefined): string | undefined {
  const day = dayOf(
    cell
      .replace(/^(\d{1,2}\.) ?(\d{1,2}\.) ?(\d{2})$/, '$1$220$3')
      .replace(/^(\d{1,2}\.) ?(\d{1,2})\.?$/, `$1$2.${otherYear}`),
  )
  if (day) return day
  const words = fold(cell)
    .replace(/[.,]/g, ' ')
    .replace(/\b(\d{1,2})(?:st|nd|rd|th)\b/, '$1')
    .split(/[\s-]+/)
    .filter((word) => word !== 'of' && word !== 'de' && word !== '')
  // 2026-May-09 is written from the year to the day.
  const [one = '', other = '', year = otherYear] = /^\d{4}$/.test(words[0] ?? '') ? words.reverse() : words
  const [number, month] = /^\d/.test(one) ? [one, monthOf(other)] : [other, monthOf(one)]
  return month && year ? dayOf(`${withCentury(year)}-${two(month)}-${two(number)}`) : undefined
}

/** The day of "Day 2" or "Saturday" in a conference that begins on `firstDay`. */
function dayFrom(firstDay: string, cell: string): string | undefined {
  const nth = fold(cell).match(/^(?:day|tag|jour|dia)?\s*(\d{1,2})$/)?.[1]
  if (nth) return addDays(firstDay, Number(nth) - 1)
  const weekday = weekdayOf(fold(cell))
  const firstWeekday = new Date(`${firstDay}T00:00:00Z`).getUTCDay()
  return weekday < 0 ? undefined : addDays(firstDay, (weekday - firstWeekday + 7) % 7)
}

import { fold } from '#lib/text.ts'
import { addDays, dayOf, daysBetween } from './programme-times.ts'

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
const dayFirst = ({ first, second, year }: NonNullable<ReturnType<typeof numbersOf>>) =>
  dayOf(`${year}-${two(second)}-${two(first)}`)
const monthFirst = ({ first, second, year }: NonNullable<ReturnType<typeof numbersOf>>) =>
  dayOf(`${year}-${two(first)}-${two(second)}`)

/** "Friday, 27 September 2026" without the day of the week. */
const withoutWeekday = (cell: string | undefined) =>
  cell
    ?.trim()
    .replace(/^(\d{4})[年년]\s?(\d{1,2})[月월]\s?(\d{1,2})[日일](?:\s?[(（].[)）])?$/, '$1-$2-$3')
    .replace(/^(\p{L}+)\.?,?\s+(?=\S)/u, (whole, word) => (weekdayOf(fold(word)) < 0 ? whole : '')) ?? ''

/** Reads the days of a table, of which all are written in one way. */
export function createDayReader(cells: (string | undefined)[], { first_day, country }: DayHints): DayReader {
  // A day without a year is of the year of the others.
  const otherYear = first_day?.slice(0, 4) ?? cells.join(' ').match(/\b20\d{2}\b/)?.[0]
  const numbers = cells.flatMap((each) => {
    const cell = withoutWeekday(each)
    const found = numbersOf(cell, otherYear)
    return found ? [{ cell, found }] : []
  })
  const isDayFirst = numbers.some(({ found }) => Number(found.first) > 12)
  const isMonthFirst = numbers.some(({ found }) => Number(found.second) > 12)
  const readings = ([dayFirst, monthFirst] as const).map((read) => ({
    read,
    days: numbers.flatMap(({ found }) => read(found) ?? []).sort(),
  }))
  // Lines that name the day in a way that leaves no doubt say where the others are.
  const certain = cells.flatMap((cell) => dayOf(withoutWeekday(cell)) ?? [])
  const isNear = ({ days }: (typeof readings)[number]) =>
    Boolean(first_day) && days.every((day) => Math.abs(daysBetween(first_day!, day)) <= nearDays)
  const span = ({ days }: (typeof readings)[number]) => {
    const all = [...days, ...certain].sort()
    return daysBetween(all[0]!, all.at(-1)!)
  }
  let chosen = readings[0]!
  let isGuess = false
  if (numbers.length > 0 && isDayFirst === isMonthFirst) {
    const near = readings.filter(isNear)
    isGuess = near.length !== 1 && numbers.some(({ found }) => found.first !== found.second)
    const [one, other] = readings.map(span) as [number, number]
    const isAmerican = /^(?:united states|usa?\b|philippines)/i.test(country ?? '')
    if (near.length === 1) chosen = near[0]!
    else if (one !== other) chosen = readings[one < other ? 0 : 1]!
    else if (isAmerican) chosen = readings[1]!
  } else if (isMonthFirst) chosen = readings[1]!

  const read = (text: string | undefined): string | undefined => {
    const cell = withoutWeekday(text)
    const found = numbersOf(cell, otherYear)
    if (found) return chosen.read(found) ?? dayFirst(found) ?? monthFirst(found)
    const plain = dayOf(
      cell
        .replace(/^(\d{1,2}\.) ?(\d{1,2}\.) ?(\d{2})$/, '$1$220$3')
        .replace(/^(\d{1,2}\.) ?(\d{1,2})\.?$/, `$1$2.${otherYear}`),
    )
    if (plain) return plain
    const words = fold(cell)
      .replace(/[.,]/g, ' ')
      .replace(/\b(\d{1,2})(?:st|nd|rd|th)\b/, '$1')
      .split(/[\s-]+/)
      .filter((word) => word !== 'of' && word !== 'de' && word !== '')
    // 2026-May-09 is written from the year to the day.
    const [one = '', other = '', year = otherYear] = /^\d{4}$/.test(words[0] ?? '') ? words.reverse() : words
    const [day, month] = /^\d/.test(one) ? [one, monthOf(other)] : [other, monthOf(one)]
    if (month && year) return dayOf(`${withCentury(year)}-${two(month)}-${two(day)}`)
    if (!first_day) return undefined
    const nth = fold(cell).match(/^(?:day|tag|jour|dia)?\s*(\d{1,2})$/)?.[1]
    if (nth) return addDays(first_day, Number(nth) - 1)
    const weekday = weekdayOf(fold(cell))
    const begin = new Date(`${first_day}T00:00:00Z`).getUTCDay()
    return weekday < 0 ? undefined : addDays(first_day, (weekday - begin + 7) % 7)
  }
  const sample = numbers.find(({ found }) => found.first !== found.second)
  const day = sample && chosen.read(sample.found)
  const other = sample && readings.find(({ read }) => read !== chosen.read)?.read(sample.found)
  return {
    dayOf: read,
    ...(isGuess &&
      day &&
      other && {
        guess: `"${sample.cell}" was read as ${day}. If it is ${other}, write the days in this way`,
      }),
  }
}

import { findCountry } from './country-names.ts'
import { monthName, monthNumber } from './dates.ts'
import { areSouthern, findRegion } from './regions.ts'
import { sameNames } from './same-names.ts'
import { fold, searchWords } from './text.ts'

/** What a word may be found by: itself, another name of the same, or what it means: countries by their keys, months (yyyy-MM), online. */
export type Alternative =
  | string
  | { name: string }
  | { countryKeys: string[] }
  | { months: string[] }
  | { isOnline: true }

/** Words of a search that are one thing. Each clause has to be met by one of its alternatives. */
export type Term = {
  words: string[]
  clauses: Alternative[][]
  /** What else than the words themselves it finds, as 'in Europe'. */
  meaning?: string
}

/** Words that stand around what is searched for. */
const fillers = new Set(
  'a about and at conference conferences event events for in near of on tech the upcoming with'.split(' '),
)
/** 'United States of America' */
const maxWordsOfName = 4

const isYear = (word: string) => /^(19|20)\d\d$/.test(word)
/** 'fosdem26', 'fosdem-2026' */
const nameAndYear = /^(\p{L}{3,})[-']?(?:20)?([12]\d)$/u

/** The month in which a season begins in the north. */
const seasons = new Map([
  ['spring', 3],
  ['summer', 6],
  ['autumn', 9],
  ['fall', 9],
  ['winter', 12],
])

/** What words say about when: the month in which it begins and how many it has; of `year`, if they say which. */
type Time = { start: number; length: number; isNext?: boolean; year?: number }

/** The months from one on, which may be the 13th. */
const monthsFrom = (year: number, start: number, length: number): string[] =>
  Array.from({ length }, (_, index) => new Date(Date.UTC(year, start - 1 + index)).toISOString().slice(0, 7))

const monthsOfYear = (year: number) => monthsFrom(year, 1, 12)

/** What the first words say about when, and how many of them say it. */
function timeIn(words: string[], today: string): (Time & { wordCount: number }) | undefined {
  const [first = '', second = ''] = words.map(fold)
  const isNext = first === 'next'
  if (isNext || first === 'this') {
    const year = Number(today.slice(0, 4))
    const month = Number(today.slice(5, 7))
    if (second === 'year') return { start: 1, length: 12, year: year + Number(isNext), wordCount: 2 }
    if (second === 'month') return { start: month + Number(isNext), length: 1, year, wordCount: 2 }
    const time = timeIn([second], today)
    return time && { ...time, isNext, wordCount: 2 }
  }
  const season = seasons.get(first)
  if (season) return { start: season, length: 3, wordCount: 1 }
  const month = monthNumber(first)
  return month > 0 ? { start: month, length: 1, wordCount: 1 } : undefined
}

/** The months that are meant: of the years that are named, or else the next ones that are not over. */
function monthsOf({ start, length, isNext, year }: Time, years: number[], today: string): string[] {
  if (year) return monthsFrom(year, start, length)
  const thisYear = Number(today.slice(0, 4))
  const [thisMonth, occurrences] = [today.slice(0, 7), (year: number) => monthsFrom(year, start, length)]
  // Winter 2027 is when it is winter in 2027.
  if (years.length > 0)
    return years.flatMap((year) =>
      [year - 1, year].flatMap(occurrences).filter((month) => month.startsWith(String(year))),
    )
  return [thisYear - 1, thisYear, thisYear + 1]
    .map(occurrences)
    .find((months) => (isNext ? months[0]! > thisMonth : months.at(-1)! >= thisMonth))!
}

/** 'March 2027', 'March to May 2027', 'December 2026 to February 2027', '2027'; months that lie apart with 'and'. */
function namesOfMonths(months: string[]): string {
  const stretches: string[][] = []
  for (const month of months) {
    const last = stretches.at(-1)
    const [year, number] = (last?.at(-1) ?? '').split('-').map(Number) as [number, number]
    if (last && monthsFrom(year, number + 1, 1)[0] === month) last.push(month)
    else stretches.push([month])
  }
  const names = stretches.map((stretch) => {
    const [first, last] = [stretch[0]!, stretch.at(-1)!]
    const year = first.slice(0, 4)
    if (first === last) return monthName(first)
    if (stretch.length === 12 && first.endsWith('-01')) return year
    return `${last.startsWith(year) ? monthName(first).replace(` ${year}`, '') : monthName(first)} to ${monthName(last)}`
  })
  return names.join(' and ')
}

/** Front-end is found in Front End, too. */
const partsOf = (word: string) => (/\p{L}-\p{L}/u.test(word) ? [word.replaceAll('-', ' ')] : [])

/** Words that may each be found by the same besides themselves. */
const termOf = (words: string[], alternatives: Alternative[] = [], meaning?: string): Term => ({
  words,
  clauses: words.map((word) => [word, ...partsOf(word), ...alternatives]),
  meaning,
})

/** The term for words that name something together, with the codes of the countries that it is. */
function namedBy(words: string[]): { term: Term; codes?: string[] } | undefined {
  const name = words.join(' ')
  const region = findRegion(name)
  if (region) {
    const { codes, countryKeys } = region
    return { term: termOf(words, [{ countryKeys }], `in ${region.name}`), codes }
  }
  const country = findCountry(name)
  if (country) {
    const codes = [country.code]
    if (words.every((word) => fold(country.name).includes(fold(word)))) return { term: termOf(words), codes }
    return { term: termOf(words, [{ name: country.name }], country.name), codes }
  }
  const names = sameNames(name)
  if (names) {
    const otherNames = names.filter((other) => fold(other) !== fold(name))
    const usual = otherNames.includes(names[0]!) ? names[0] : undefined
    return {
      term: termOf(
        words,
        otherNames.map((name) => ({ name })),
        usual,
      ),
    }
  }
  if (['online', 'virtual', 'remote'].includes(fold(name)))
    return { term: termOf(words, [{ isOnline: true }], fold(name) === 'online' ? undefined : 'online') }
}

/**
 * What a search of events means: 'rust in europe spring 2027' is 'rust', 'europe' and 'spring 2027', of which the last two
 * are also met by a country and a month. Each word stays a word, too: a conference may be called Spring. Seasons are those of
 * the north, unless all places that are named lie in the south. Without `today` words that say when are words alone, and
 * none is left out: for what is no event.
 */
export function searchTerms(search: string, today?: string): Term[] {
  const typed = searchWords(search)
  const terms: Term[] = []
  const codes: string[] = []
  const times: Time[] = []
  const timeWords: string[] = []
  let rest = typed
  while (rest.length > 0) {
    const lengths = Array.from({ length: Math.min(maxWordsOfName, rest.length) }, (_, index) => index + 1)
    const match = lengths
      .toReversed()
      .map((length) => namedBy(rest.slice(0, length)))
      .find((candidate) => candidate !== undefined)
    const time = match || !today ? undefined : timeIn(rest, today)
    const [word] = rest as [string]
    const length = match?.term.words.length ?? time?.wordCount ?? 1
    const [, name, year] = (today && word.match(nameAndYear)) || []
    if (match) {
      terms.push(match.term)
      codes.push(...(match.codes ?? []))
    } else if (today && (time || isYear(word))) {
      if (timeWords.length === 0) terms.push({ words: timeWords, clauses: [] })
      if (time) times.push(time)
      timeWords.push(...rest.slice(0, length))
    } else if (name) {
      const clauses = [
        [word, name],
        [word, { months: monthsOfYear(Number(`20${year}`)) }],
      ]
      terms.push({ words: [word], clauses, meaning: `${name} in 20${year}` })
    } else if (!today || !fillers.has(fold(word))) terms.push(termOf([word]))
    rest = rest.slice(length)
  }
  if (terms.length === 0) return typed.map((word) => termOf([word]))
  if (!today) return terms
  const years = timeWords.filter(isYear).map(Number)
  const isSouth = codes.length > 0 && areSouthern(codes)
  const months =
    times.length > 0
      ? times.flatMap((time) =>
          monthsOf(
            isSouth && time.length === 3 ? { ...time, start: ((time.start + 5) % 12) + 1 } : time,
            years,
            today,
          ),
        )
      : years.flatMap(monthsOfYear)
  const inOrder = [...new Set(months)].sort()
  return terms.map((term) =>
    term.words === timeWords ? termOf(timeWords, [{ months: inOrder }], namesOfMonths(inOrder)) : term,
  )
}

/** Whether a search of events is more than its words: it says where or when, or has words that are left out. */
export const hasMeanings = (search: string, today: string): boolean => {
  const terms = searchTerms(search, today)
  const alternatives = terms.flatMap(({ clauses }) => clauses.flat())
  return (
    alternatives.some((alternative) => typeof alternative === 'object' && !('name' in alternative)) ||
    terms.flatMap(({ words }) => words).length < searchWords(search).length
  )
}

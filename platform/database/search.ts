import { type SQL, sql } from 'drizzle-orm'
import { searchTerms } from '#lib/search-terms.ts'
import { containing, fold } from '#lib/text.ts'

const doc = sql.raw('doc')

/** LIKE patterns for a text with what stands before and after it: a word begins the column or follows a space. */
const anyOf = (column: SQL, patterns: string[]): SQL =>
  sql`(${sql.join(
    patterns.map((pattern) => sql`${column} like ${pattern}`),
    sql` or `,
  )})`
const begins = (text: string): string[] => [containing(` ${text}`), containing(text).slice(1)]
const ends = (text: string): string[] => [containing(`${text} `), containing(text).slice(0, -1)]

/** One or two letters or digits begin a word: 'ai' is also in Spain. Js ends many names, too. */
const isShort = (term: string) => /^[a-z0-9]{1,2}$/.test(fold(term))
const shortPatterns = (term: string) => [...begins(term), ...(fold(term) === 'js' ? ends(term) : [])]

/** Whether a row's folded column contains the term: a filter for rows that are read anyway. */
export const holds = (term: string, column = doc): SQL =>
  isShort(term) ? anyOf(column, shortPatterns(term)) : sql`${column} like ${containing(term)}`

/** The same from the search index: trigrams, or letters and pairs for a term that is too short for a trigram. */
export function indexHolds(term: string): SQL {
  const folded = fold(term)
  const hasTrigram = folded === '' || isShort(term) || Array.from(folded).length > 2
  return hasTrigram ? holds(term) : sql`short_grams(doc) @> array[${folded}::text]`
}

/** A text, a word of its own, or a condition. */
type Alternative = string | { whole: string } | SQL

/** What a row has to have: of each list one. */
export type Words = Alternative[][]

/** The words of a search as typed, and other names of the same. */
export const wordsIn = (search: string): Words =>
  searchTerms(search).flatMap(({ clauses }) =>
    clauses.map((clause) =>
      clause.filter((alternative) => typeof alternative === 'string' || 'whole' in alternative),
    ),
  )

const unspacedWord = /^[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}]{2,8}$/u

/** Words that names are looked for by: '霧島つむぎ', as it is usually written, is found in '霧島 つむぎ', too. */
export const wordsOfNames = (words: Words): Words =>
  words.map((alternatives) =>
    alternatives.flatMap((alternative) => {
      const letters =
        typeof alternative === 'string' && unspacedWord.test(alternative) ? Array.from(alternative) : []
      const parted = letters.slice(1).map((_, index) => letters.toSpliced(index + 1, 0, ' ').join(''))
      return [alternative, ...parted]
    }),
  )

const joinConditions = (words: Words, conditionOf: (each: Alternative) => SQL[]): SQL =>
  sql.join(
    words.map((alternatives) => sql`(${sql.join(alternatives.flatMap(conditionOf), sql` or `)})`),
    sql` and `,
  )

function condition(alternative: Exclude<Alternative, string>, column = doc): SQL {
  if (!('whole' in alternative)) return alternative
  const text = fold(alternative.whole)
  return anyOf(column, [`% ${text} %`, `${text} %`, `% ${text}`])
}

/** Whether a row's folded column contains all words, in any order. */
export const holdsAll = (words: Words, column = doc): SQL =>
  joinConditions(words, (alternative) => [
    typeof alternative === 'string' ? holds(alternative, column) : condition(alternative, column),
  ])

/** The same from the index of `doc`. */
export const indexHoldsAll = (words: Words): SQL =>
  joinConditions(words, (alternative) => [
    typeof alternative === 'string' ? indexHolds(alternative) : condition(alternative),
  ])

/** Whether each word, or another name of it, is the beginning of a word in the folded column: for sorting. */
export const beginsAll = (words: Words, column = doc): SQL =>
  joinConditions(words, (alternative) => {
    const text =
      typeof alternative === 'string' ? alternative : 'whole' in alternative ? alternative.whole : ''
    return text === '' ? [] : [sql`' ' || ${column} like ${containing(` ${text}`)}`]
  })

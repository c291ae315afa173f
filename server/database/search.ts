import { type SQL, sql } from 'drizzle-orm'
import { containing, fold, searchWords } from '#lib/text.ts'
import { plannedOnceMark } from './joint-reads.ts'

/** Whether a row's folded `doc` contains the term: a filter for rows that are read anyway. */
export const holds = (term: string): SQL => sql`doc like ${containing(term)}`

/** The same from the search index: trigrams, or letters and pairs for a term that is too short for a trigram. */
export function indexHolds(term: string): SQL {
  const folded = fold(term)
  const isShort = folded !== '' && Array.from(folded).length <= 2
  return isShort ? sql`short_grams(doc) @> array[${folded}::text]` : holds(term)
}

/** In a statement: one plan suits all values, because words only filter rows that are read anyway or are unique keys. */
export const plannedOnce = sql.raw(plannedOnceMark)

/** The words of a search, each with its alternatives. */
export type Words = string[][]

/** The words of a search as typed. */
export const wordsIn = (search: string): Words => searchWords(search).map((word) => [word])

const unspacedWord = /^[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}]{2,8}$/u

/** Words that names are looked for by: '霧島つむぎ', as it is usually written, is found in '霧島 つむぎ', too. */
export const wordsOfNames = (words: Words): Words =>
  words.map((texts) =>
    texts.flatMap((text) => {
      const letters = unspacedWord.test(text) ? Array.from(text) : []
      const parted = letters.slice(1).map((_, index) => letters.toSpliced(index + 1, 0, ' ').join(''))
      return [text, ...parted]
    }),
  )

const joinConditions = (words: Words, conditionOf: (text: string) => SQL): SQL =>
  sql.join(
    words.map((texts) => sql`(${sql.join(texts.map(conditionOf), sql` or `)})`),
    sql` and `,
  )

/** Whether a row's folded column contains all words, in any order. */
export const holdsAll = (words: Words, column = sql.raw('doc')): SQL =>
  joinConditions(words, (text) => sql`${column} like ${containing(text)}`)

/** The same from the index of `doc`. */
export const indexHoldsAll = (words: Words): SQL => joinConditions(words, indexHolds)

/** Whether each word is the beginning of a word in the folded column: for sorting. */
export const beginsAll = (words: Words, column = sql.raw('doc')): SQL =>
  joinConditions(words, (text) => sql`' ' || ${column} like ${containing(` ${text}`)}`)

import { type SQL, sql } from 'drizzle-orm'
import { containing, fold } from '#lib/text.ts'

/** Whether a row's folded `doc` holds the term: for rows that are read one by one. */
export const holds = (term: string): SQL => sql`doc like ${containing(term)}`

/** The same for all rows at once, from the search index: trigrams, or letters and pairs for a term that has no trigram. */
export function indexHolds(term: string): SQL {
  const folded = fold(term)
  const isShort = folded !== '' && Array.from(folded).length <= 2
  return isShort ? sql`short_grams(doc) @> array[${folded}::text]` : holds(term)
}

/** Each word of a search, as one or several texts of which one will do. */
export type Words = string[][]

const joinConditions = (words: Words, conditionOf: (text: string) => SQL): SQL =>
  sql.join(
    words.map((texts) => sql`(${sql.join(texts.map(conditionOf), sql` or `)})`),
    sql` and `,
  )

/** Whether a row's folded column holds all of the words, in any order. */
export const holdsAll = (words: Words, column = sql.raw('doc')): SQL =>
  joinConditions(words, (text) => sql`${column} like ${containing(text)}`)

/** The same for all rows at once, from the index of `doc`. */
export const indexHoldsAll = (words: Words): SQL => joinConditions(words, indexHolds)

/** Whether all of the words begin a word of the folded column: for sorting. */
export const beginsAll = (words: Words, column = sql.raw('doc')): SQL =>
  joinConditions(words, (text) => sql`' ' || ${column} like ${containing(` ${text}`)}`)

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

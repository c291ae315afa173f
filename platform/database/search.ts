import { type SQL, sql } from 'drizzle-orm'
import { searchTerms } from '#lib/search-terms.ts'
import { containing, searchForm } from '#lib/text.ts'

const doc = sql.raw('doc')

/** How well a row matches: each word is a word of it, or at least the beginning of one, or within one. */
export const ranks = [0, 1, 2] as const
export type Rank = (typeof ranks)[number]
const [wholeWord, , inside] = ranks

/** The LIKE pattern of a rank. Columns that are searched begin and end with a space: search_doc() in migrations/0184. */
const patternOf = (text: string, rank: Rank): string => {
  const pattern = containing(text)
  if (rank === inside) return pattern
  return `% ${rank === wholeWord ? `${pattern.slice(1, -1)} %` : pattern.slice(1)}`
}

/** Whether a row's folded column contains the term: a filter for rows that are read anyway. */
export const holds = (term: string, column = doc, rank: Rank = inside): SQL =>
  sql`${column} like ${patternOf(term, rank)}`

/** A trigram has three letters or digits beside each other; where a word begins or ends, a space counts as one. */
export const hasTrigram = (text: string, rank: Rank = inside) =>
  rank === inside ? /[\p{L}\p{N}]{3}/u.test(searchForm(text)) : /[\p{L}\p{N}]/u.test(text)

/** The same from the search index: trigrams, or letters and pairs of letters for a term that has no trigram. */
export function indexHolds(term: string, rank: Rank = inside): SQL {
  const folded = searchForm(term)
  if (folded === '' || hasTrigram(term, rank)) return holds(term, doc, rank)
  const letters = Array.from(folded)
  const grams =
    letters.length === 1 ? letters : letters.slice(1).map((letter, index) => letters[index] + letter)
  const hasGrams = sql`short_grams(doc) @> ${sql.param(grams)}::text[]`
  if (letters.length <= 2 && rank === inside) return hasGrams
  // As an expression, which has no index: the trigram index would be read as a whole.
  return sql`(${hasGrams} and ${holds(term, sql.raw(`(doc || '')`), rank)})`
}

/** A word as typed, another name of the same, or a condition. */
type Alternative = string | { name: string } | SQL

/** What a row has to have: of each list one. */
export type Words = Alternative[][]

/** The words of a search as typed, and other names of the same. */
export const wordsIn = (search: string): Words =>
  searchTerms(search).flatMap(({ clauses }) =>
    clauses.map((clause) =>
      clause.filter((alternative) => typeof alternative === 'string' || 'name' in alternative),
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

/** Whether a row has one alternative of each list. A name of up to three letters is searched for as a word: Go is in Google. */
const joinConditions = (words: Words, ofText: (text: string, rank: Rank) => SQL, rank: Rank): SQL => {
  if (words.length === 0) return sql`true`
  const conditionOf = (alternative: Alternative) => {
    if (typeof alternative === 'string') return ofText(alternative, rank)
    if (!('name' in alternative)) return alternative
    return ofText(alternative.name, Array.from(alternative.name).length <= 3 ? wholeWord : inside)
  }
  return sql.join(
    words.map((alternatives) => sql`(${sql.join(alternatives.map(conditionOf), sql` or `)})`),
    sql` and `,
  )
}

/** Whether a row's folded column contains all words, in any order. */
export const holdsAll = (words: Words, column = doc, rank: Rank = inside): SQL =>
  joinConditions(words, (text, rank) => holds(text, column, rank), rank)

/** The same from the index of `doc`. */
export const indexHoldsAll = (words: Words, rank: Rank = inside): SQL =>
  joinConditions(words, indexHolds, rank)

/** The rank of a row that contains all words: that of the worst of them. */
export const rankOf = (words: Words, column = doc): SQL =>
  words.length === 0
    ? sql`0`
    : sql`case when ${holdsAll(words, column, 0)} then 0 when ${holdsAll(words, column, 1)} then 1 else 2 end`

/** A folded column of names as it is searched. */
export const joined = (column: string): SQL => sql.raw(`joined(${column})`)

/** The same, beginning and ending with a space. */
export const spaced = (column: string): SQL => sql.raw(`(' ' || joined(${column}) || ' ')`)

/** Whether each word begins a word of a column without such spaces, from a trigram index of the column. */
export const beginsAll = (words: Words, column: SQL): SQL =>
  joinConditions(
    words,
    (text) => sql`(${column} like ${patternOf(text, 1)} or ${column} like ${containing(text).slice(1)})`,
    1,
  )

type RankedRead = {
  /** How many rows are read of the result. */
  count: number
  /** Rows that are cheap to read, with their rank, or null as the rank of what does not match. */
  near: SQL
  /** All rows under conditions, with their rank. */
  read: (conditions: SQL[], rank: Rank) => SQL
  /** By what an index finds the rows of a rank and of the better ones. */
  indexCondition: (rank: Rank) => SQL
  usedRanks: Rank[]
  /** Whether `near` has all rows, from how many it has. */
  isComplete?: SQL
  /** The rows that count. */
  isOnPage?: SQL
}

/**
 * CTEs up to `matches`, which has at least the best rows. Each rank is read from the index only if the rows near and those
 * of better ranks do not fill the page: a short term is within most rows, and a common word is found among a thousand.
 */
export function matchesByRank(search: RankedRead): SQL {
  const { count, near, read, indexCondition, usedRanks } = search
  const { isComplete = sql.raw('false'), isOnPage = sql.raw('rank is not null') } = search
  const isFull = usedRanks.map(
    (rank) => `count(*) filter (where rank <= ${rank}) >= ${count} as is_full_${rank}`,
  )
  const indexed = usedRanks.map((rank, index) => {
    const counts = usedRanks
      .slice(0, index)
      .map((better) => sql`(select count(*) from ${sql.raw(`indexed_${better}`)} where ${isOnPage})`)
    const conditions = [
      sql.raw(`(select not (is_complete or is_full_${rank}) from fill)`),
      ...(counts.length > 0 ? [sql`${sql.join(counts, sql.raw(' + '))} < ${sql.raw(`${count}`)}`] : []),
    ]
    return sql`${sql.raw(`indexed_${rank}`)} as materialized (${read([indexCondition(rank), ...conditions], rank)})`
  })
  const sources = ['near', ...usedRanks.map((rank) => `indexed_${rank}`)]
  return sql`
    near as materialized (${near}),
    fill as materialized (select ${isComplete} as is_complete, ${sql.raw(isFull.join())} from near),
    ${sql.join(indexed, sql`, `)},
    matches as (
      select * from (${sql.raw(sources.map((source) => `select * from ${source}`).join(' union '))}) as found
      where ${isOnPage})`
}

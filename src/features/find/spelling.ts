import { fold } from '#lib/text.ts'

/** Word separators, the same as in words_of() of migrations/0014. */
const separators = /[\s\u0021-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u2000-\u206f\u3000-\u303f]+/
const maxWords = 8
/** No typo correction for shorter words: half of all such words are one letter apart. */
const minTypoLength = 4
/** From this length on an unfinished word is also corrected as the prefix of a longer one. */
const minPrefixLength = 5

/** The distinct words of a search, folded. */
export const wordsOf = (search: string): string[] =>
  [...new Set(fold(search).split(separators).filter(Boolean))].slice(0, maxWords)

/** A search parted at signs, but for those that searchForm() joins. */
export const withoutSigns = (search: string): string =>
  fold(search).replace(new RegExp(`(?!['-])${separators.source.slice(0, -1)}`, 'g'), ' ')

const allowsTypo = (word: string) => Array.from(word).length >= minTypoLength && /[^0-9]/.test(word)

/** Whether the words differ by one substitution, insertion, deletion or transposition. False for equal words. */
export function isOneLetterOff(one: string, other: string): boolean {
  const [short, long] = [Array.from(one), Array.from(other)].sort((a, b) => a.length - b.length) as [
    string[],
    string[],
  ]
  if (long.length - short.length > 1) return false
  const position = long.findIndex((letter, index) => letter !== short[index])
  if (position < 0) return false
  const isSame = (from: number, of: number) => short.slice(from).join('') === long.slice(of).join('')
  if (long.length > short.length) return isSame(position, position + 1)
  const areSwapped = short[position] === long[position + 1] && short[position + 1] === long[position]
  return isSame(position + 1, position + 1) || (areSwapped && isSame(position + 2, position + 2))
}

/** The keys that find every dictionary word one letter off; spelling_keys() of migrations/0014 explains them. */
export function spellingKeys(words: string[]): string[] {
  const prefixes = words.filter(allowsTypo).map((word) => Array.from(word).slice(0, 7))
  return prefixes.flatMap((prefix) => [
    prefix.join(''),
    ...prefix.map((_, at) => prefix.toSpliced(at, 1).join('')),
  ])
}

export type DictionaryWord = { word: string; uses: number }

/** The likely spellings of a word, best first; the word itself comes first if it, or a word it begins, is in the dictionary. */
export function spellingCandidates(word: string, dictionary: DictionaryWord[], maxCandidates = 3): string[] {
  if (!allowsTypo(word)) return [word]
  const length = Array.from(word).length
  const isTypoOfPrefix = (other: string) =>
    length >= minPrefixLength &&
    [-1, 0, 1].some((lengthDifference) => {
      const prefix = Array.from(other).slice(0, length + lengthDifference)
      return prefix.length === length + lengthDifference && isOneLetterOff(word, prefix.join(''))
    })
  const candidates = dictionary.flatMap((entry) => {
    if (entry.word.startsWith(word)) return []
    if (isOneLetterOff(word, entry.word)) return [{ ...entry, rank: entry.word[0] === word[0] ? 0 : 1 }]
    return isTypoOfPrefix(entry.word) ? [{ ...entry, rank: 2 }] : []
  })
  const corrections = candidates
    .sort((a, b) => a.rank - b.rank || b.uses - a.uses || (a.word < b.word ? -1 : 1))
    .slice(0, maxCandidates)
    .map((candidate) => candidate.word)
  const hasExactMatch = corrections.length === 0 || dictionary.some((entry) => entry.word.startsWith(word))
  return hasExactMatch ? [word, ...corrections] : corrections
}

/** The search with each word replaced and the separators unchanged. */
export const replaceWords = (search: string, replacement: (word: string) => string): string =>
  fold(search)
    .split(new RegExp(`(${separators.source})`))
    .map((part, index) => (index % 2 === 0 && part !== '' ? replacement(part) : part))
    .join('')

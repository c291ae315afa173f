import { fold } from '#lib/text.ts'

/** What stands between words: the same as in words_of(), migrations/0014. */
const separators = /[\s\u0021-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u2000-\u206f\u3000-\u303f]+/
const mostWords = 8
/** Shorter words are forgiven nothing: half of all such words are one letter apart. */
const shortestForgiven = 4
/** A word that is still being typed is taken for the beginning of longer ones from here on. */
const shortestBeginning = 5

/** The words of a search, folded, each once. */
export const wordsOf = (search: string): string[] =>
  [...new Set(fold(search).split(separators).filter(Boolean))].slice(0, mostWords)

const isForgiven = (word: string) => Array.from(word).length >= shortestForgiven && /[^0-9]/.test(word)

/** Whether one letter is wrong, missing or too much, or two neighbours are swapped. Not of equal words. */
export function isOneLetterOff(one: string, other: string): boolean {
  const [short, long] = [Array.from(one), Array.from(other)].sort((a, b) => a.length - b.length) as [
    string[],
    string[],
  ]
  if (long.length - short.length > 1) return false
  const at = long.findIndex((letter, index) => letter !== short[index])
  if (at < 0) return false
  const isSame = (from: number, of: number) => short.slice(from).join('') === long.slice(of).join('')
  if (long.length > short.length) return isSame(at, at + 1)
  const areSwapped = short[at] === long[at + 1] && short[at + 1] === long[at]
  return isSame(at + 1, at + 1) || (areSwapped && isSame(at + 2, at + 2))
}

/** What finds in the dictionary every word that is one letter off: spelling_keys() of migrations/0014 says why. */
export function spellingKeys(words: string[]): string[] {
  const starts = words.filter(isForgiven).map((word) => Array.from(word).slice(0, 7))
  return starts.flatMap((start) => [start.join(''), ...start.map((_, at) => start.toSpliced(at, 1).join(''))])
}

export type Known = { word: string; uses: number }

/** How a word may have been meant, the likeliest first; where it is a word itself, or begins one, first of all as it is. */
export function readings(word: string, known: Known[], most = 3): string[] {
  if (!isForgiven(word)) return [word]
  const length = Array.from(word).length
  const begins = (other: string) =>
    length >= shortestBeginning &&
    [-1, 0, 1].some((more) => {
      const start = Array.from(other).slice(0, length + more)
      return start.length === length + more && isOneLetterOff(word, start.join(''))
    })
  const ranked = known.flatMap((each) => {
    if (each.word.startsWith(word)) return []
    if (isOneLetterOff(word, each.word)) return [{ ...each, rank: each.word[0] === word[0] ? 0 : 1 }]
    return begins(each.word) ? [{ ...each, rank: 2 }] : []
  })
  const meant = ranked
    .sort((a, b) => a.rank - b.rank || b.uses - a.uses || (a.word < b.word ? -1 : 1))
    .slice(0, most)
    .map((each) => each.word)
  const isKnown = meant.length === 0 || known.some((each) => each.word.startsWith(word))
  return isKnown ? [word, ...meant] : meant
}

/** The search with each of its words as `instead` has it; what stands between them stays. */
export const respelled = (search: string, instead: (word: string) => string): string =>
  fold(search)
    .split(new RegExp(`(${separators.source})`))
    .map((part, index) => (index % 2 === 0 && part !== '' ? instead(part) : part))
    .join('')

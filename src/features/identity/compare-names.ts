import { isRegion, type ReadName } from './read-name.ts'

/** A name with the words that say where its conference is. */
export type Named = {
  name: ReadName
  /** Its city and country, their codes and initials. */
  placeWords: Set<string>
  /** Of two names that are related one key is equal; null for an abbreviation, which may be related to any. */
  keys: Set<string> | null
}

export const lettersOf = (words: string[]) => words.join('')

/** Words without runs of them that are the place: 'clear water' of 'Clearwater'. */
export function withoutPlace(words: string[], places: Set<string>[]): string[] {
  const isPlace = (run: string[]) => places.some((words) => words.has(lettersOf(run)))
  const rest: string[] = []
  for (let index = 0; index < words.length; index++) {
    const length = [3, 2, 1].find(
      (count) => index + count <= words.length && isPlace(words.slice(index, index + count)),
    )
    if (length) index += length - 1
    else rest.push(words[index]!)
  }
  return rest
}

/** 'cfgmgmt', which has no vowels. */
const isAbbreviation = (word: string) => /^[b-df-hj-np-tv-z]{5,}$/.test(word)

/** Whether the letters of an abbreviation are those of a word, in order: 'cfgmgmt' of 'configmanagement'. */
function abbreviates(short: string, long: string): boolean {
  if (!isAbbreviation(short) || short[0] !== long[0]) return false
  let index = 0
  for (const letter of long) if (letter === short[index]) index++
  return index === short.length
}

/** 'addc' of 'app design development conference'. */
const isAcronym = (word: string, words: string[]) =>
  word.length >= 3 &&
  words.some(
    (_, start) =>
      words
        .slice(start, start + word.length)
        .map((other) => other[0])
        .join('') === word,
  )

/** Runs of two and three words. */
const runsOf = (words: string[]) =>
  words
    .flatMap((_, start) => [2, 3].map((length) => words.slice(start, start + length)))
    .filter((run) => run.length > 1)

/** Words, their runs joined, and initials, by which two names can be related. */
export function keysOf({ words, allWords }: ReadName, placeWords: Set<string>): Set<string> | null {
  const core = withoutPlace(words, [placeWords])
  if (core.some((word) => isAbbreviation(word))) return null
  const rest = core.length > 0 ? core : withoutPlace(allWords, [placeWords])
  const initials = allWords.flatMap((_, start) =>
    [3, 4, 5, 6].map((length) =>
      allWords
        .slice(start, start + length)
        .map((word) => word[0])
        .join(''),
    ),
  )
  return new Set([
    ...rest,
    ...runsOf(rest).map(lettersOf),
    lettersOf(rest),
    ...initials.filter((letters) => letters.length > 2),
  ])
}

export const haveCommonKey = ({ keys: one }: Named, { keys: other }: Named) => {
  if (!one || !other) return true
  const [few, many] = one.size < other.size ? [one, other] : [other, one]
  for (const key of few) if (many.has(key)) return true
  return false
}

/** 'openinfra' of 'open', 'infra': runs of words that are one word of the other name. */
const joinedWords = (words: string[], otherWords: string[]): Set<string> =>
  new Set(
    runsOf(words)
      .filter((run) => otherWords.includes(lettersOf(run)))
      .flatMap((run) => [...run, lettersOf(run)]),
  )

/** Words that the other name has neither as they are, nor joined, nor by their initials. */
function ownWords(words: string[], otherWords: string[], acronymsOf: string[][]): string[] {
  const joined = new Set([...joinedWords(words, otherWords), ...joinedWords(otherWords, words)])
  return words.filter(
    (word) =>
      !otherWords.includes(word) && !joined.has(word) && !acronymsOf.some((all) => isAcronym(word, all)),
  )
}

/** How two names are related by the words that are of neither place: `extra` are those that one alone has. */
export type Names = { relation: 'same' | 'longer' | 'other'; extra: string[]; isLongerFirst: boolean }

export function compareNames(one: Named, other: Named, ignoresRegions: boolean): Names {
  const places = [one.placeWords, other.placeWords]
  const coreOf = (words: string[]) =>
    withoutPlace(words, places).filter((word) => !ignoresRegions || !isRegion(word))
  const [words, otherWords] = [coreOf(one.name.words), coreOf(other.name.words)]
  const relation = { extra: [], isLongerFirst: false }
  if (words.length === 0 || otherWords.length === 0) {
    const [all, otherAll] = [lettersOf(coreOf(one.name.allWords)), lettersOf(coreOf(other.name.allWords))]
    return { ...relation, relation: all === otherAll && all !== '' ? 'same' : 'other' }
  }
  const [letters, otherLetters] = [lettersOf(words), lettersOf(otherWords)]
  if (letters === otherLetters || abbreviates(letters, otherLetters) || abbreviates(otherLetters, letters))
    return { ...relation, relation: 'same' }
  const allWords = [one.name.allWords, other.name.allWords]
  const own = ownWords(words, otherWords, allWords)
  const otherOwn = ownWords(otherWords, words, allWords)
  if (own.length > 0 && otherOwn.length > 0) return { ...relation, relation: 'other' }
  const extra = [...own, ...otherOwn]
  return { relation: extra.length === 0 ? 'same' : 'longer', extra, isLongerFirst: own.length > 0 }
}

import { searchTerms } from '#lib/search-terms.ts'
import { fold, searchWords } from '#lib/text.ts'
import { serverLimits } from '#src/limits.ts'

type Listed = { id: string; name: string; location_name: string; doc: string }

/** A number from 0 to 1 that is the same in every run. */
function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

/** Whether words are only words: a year, USA or Conference find more than what has them in its name. */
const areOnlyWords = (...words: string[]) => {
  const clauses = searchTerms(words.join(' '), '2026-11-20').flatMap((term) => term.clauses)
  return clauses.length === words.length && clauses.every((clause) => clause.length === 1)
}

/** The words of a text that may be searched for by themselves. */
const wordsOf = (text: string) => searchWords(text).filter((word) => Array.from(fold(word)).length > 2)

/**
 * Searches for a word of an event's name and one of its city, in random order: of the name one that is not in the city, and
 * that with the city is borne by no more of `all` than a page shows, if there is one.
 */
export function twoWordSearches<Event extends Listed>(
  events: Event[],
  all: Pick<Listed, 'doc'>[],
  count: number,
): { event: Event; search: string }[] {
  const random = randomNumbers(2026)
  const searches: { event: Event; search: string }[] = []
  while (searches.length < count) {
    const event = events[Math.floor(random() * events.length)]!
    const { name, location_name, doc } = event
    const cityWords = wordsOf(location_name)
    const city = cityWords[Math.floor(random() * cityWords.length)]
    const isAFirst = random() < 0.5
    if (!city) continue
    const sameCity = all.filter((row) => row.doc.includes(fold(city)))
    const telling = wordsOf(name).filter(
      (word) =>
        areOnlyWords(word, city) &&
        !fold(location_name).includes(fold(word)) &&
        sameCity.filter((row) => row.doc.includes(fold(word))).length <= serverLimits.eventsPerPage,
    )
    const word = telling[Math.floor(random() * telling.length)]
    if (!word || !doc.includes(fold(word))) continue
    searches.push({ event, search: isAFirst ? `${word} ${city}` : `${city} ${word}` })
  }
  return searches
}

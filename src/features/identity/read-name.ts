import { fold } from '#lib/text.ts'
import { yearPattern } from './series-name.ts'

/** What kind of event a name says: words that the names of unrelated conferences share. */
const kinds: Record<string, string> = Object.fromEntries(
  Object.entries({
    conference: 'conf con conference conferences congress symposium convention',
    days: 'day days',
    summit: 'summit summits',
    camp: 'camp barcamp unconference',
    festival: 'fest festival',
    meetup: 'meetup meetups forum gathering',
    training: 'training tutorial bootcamp academy',
    expo: 'expo exhibition',
    hackathon: 'hackathon',
  }).flatMap(([kind, words]) => words.split(' ').map((word) => [word, kind])),
)

/** Other words that say nothing of which conference it is. */
const commonWords = new Set(
  `the of and for in on at a an by to with de des du la le und en y e
  event events edition annual international intl world global national online virtual remote live hybrid ce
  dev devs developer developers tech technology technologies open source software data
  cancelled canceled postponed call papers cfp week weekend season spring summer autumn fall winter`.split(
    /\s+/,
  ),
)

/** Words that one edition may have in addition to the name of its series. */
const additions = new Set(
  'cancelled canceled postponed online virtual remote edition annual the an a ce'.split(' '),
)

const worldRegions = 'america americas europe eu africa asia oceania apac emea latam us usa'.split(' ')

/** Of a name they say where it takes place. */
const regions = new Set([
  ...worldRegions,
  ...'north south east west northern southern eastern western central latin pacific nordic uk'.split(' '),
])

const sameWords: Record<string, string> = { rb: 'ruby', golang: 'go', postgres: 'postgresql' }

const months = 'january february march april may june july august september october november december'.split(
  ' ',
)
const seasons: Record<string, string> = { fall: 'autumn' }
const seasonWords = new Set(['spring', 'summer', 'autumn', 'winter'])

/** Words of what takes place within another conference, on its days and often on its page. */
const satellite =
  /@|\b(?:dev ?room|track|mini[- ]?summit|mini[- ]?conf|co-?located|satellite|pre-?conference|workshops?|tutorials?|(?:mini[- ]?)?bootcamp|side event|colo|social|hackathon|after ?party|training)\b/

export type ReadName = {
  /** Distinctive words in order, the kind taken off their ends: 'ruby' of 'RubyConf'. */
  words: string[]
  /** Those that all editions have: without what one adds, such as its place in parentheses, 'Cancelled' or 'Online'. */
  seriesWords: string[]
  /** All words but year and number, where none of them is distinctive: 'Developer Week'. */
  allWords: string[]
  year: number | null
  /** '7' of 'v0.7', '23rd' and 'VII'. */
  number: string | null
  /** A month or season, by which two in a year are told apart. */
  season: string | null
  kind: string | null
  isSatellite: boolean
}

const roman = /^(?=[ivx])x{0,3}(ix|iv|v?i{0,3})$/
const romanValue = (text: string) =>
  [...text].reduce((sum, letter, index) => {
    const value = (sign = '') => ({ i: 1, v: 5, x: 10 })[sign] ?? 0
    return sum + (value(letter) < value(text[index + 1]) ? -value(letter) : value(letter))
  }, 0)

/** The kind at the end of a word: 'rubyconf' is 'ruby' and a conference. */
function splitKind(word: string): { stem: string; kind: string | null } {
  const [, stem, end] = /^(.{2,})(conference|conf|con|summit|days|day|camp|fest)$/.exec(word) ?? []
  return stem ? { stem, kind: kinds[end!]! } : { stem: word, kind: null }
}

const isInParentheses = (text: string, index: number) =>
  text.lastIndexOf('(', index) > text.lastIndexOf(')', index)

/** Reads a name once into what it says. */
export function readName(name: string): ReadName {
  const folded = fold(name)
  let year: number | null = null
  const withoutYear = folded.replace(new RegExp(yearPattern, 'g'), (_, full, short) => {
    year ??= Number(full ?? `20${short}`)
    return ' '
  })
  let number: string | null = null
  const withoutNumber = withoutYear.replace(
    /(?<![\p{L}\p{N}.])(?:v|#|no\.? ?|edition )?(\d{1,3}(?:\.\d{1,2})?)(?:st|nd|rd|th|\.)?(?![\p{L}\p{N}%])/u,
    (_, digits) => {
      number = digits
      return ' '
    },
  )
  const tokens = [...withoutNumber.matchAll(/[\p{L}\p{N}]+(?:\+\+|#)?/gu)]
  let season: string | null = null
  let kind: string | null = null
  const words: string[] = []
  const allWords: string[] = []
  const seriesWords: string[] = []
  for (const [index, { 0: token, index: offset }] of tokens.entries()) {
    if (index > 0 && index === tokens.length - 1 && number === null && roman.test(token)) {
      number = String(romanValue(token))
      continue
    }
    if (!additions.has(token) && !isInParentheses(withoutNumber, offset)) seriesWords.push(token)
    const time = seasons[token] ?? token
    if (months.includes(token) ? token !== 'may' || /[(\s]may\)?\s*$/.test(folded) : seasonWords.has(time)) {
      season ??= time
      continue
    }
    const ownKind = Object.hasOwn(kinds, token) ? kinds[token]! : null
    const { stem, kind: endKind } = splitKind(token)
    kind = ownKind ?? (endKind && !commonWords.has(token) ? endKind : kind)
    allWords.push(token)
    if (ownKind || commonWords.has(token)) continue
    // 'DevConf' is a word of its own, as 'dev' is none.
    const word = commonWords.has(stem) ? token : stem
    words.push(sameWords[word] ?? word)
  }
  return {
    words,
    allWords,
    seriesWords: seriesWords.length > 0 ? seriesWords : allWords,
    year,
    number,
    season,
    kind,
    isSatellite: satellite.test(folded),
  }
}

/** What the names of all editions have in common, letters and digits alone: wroc_love.rb is wroclove.rb. */
export const seriesKey = (name: string) => readName(name).seriesWords.join('') || fold(name)

export const isRegion = (word: string) => regions.has(word)

/** Sister events for parts of the world say which in their names. */
export const isWorldRegion = (word: string) => [...worldRegions, 'global', 'world'].includes(word)

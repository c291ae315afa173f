import { plainSigns } from './signs.ts'

const foldedLetters: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ı: 'i',
  ς: 'σ',
}

/** Lower case without accents and with equal signs, to search, compare and sort by: fold() in migrations/0144 is the same. */
export function fold(value: string): string {
  // Most are ASCII.
  if (!/[`\u0080-\uffff]/.test(value)) return value.toLowerCase()
  return plainSigns(value)
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[ßæøłđıς]/g, (letter) => foldedLetters[letter] ?? letter)
}

/** What a search compares: folded and joined, so that O'Reilly, O-Reilly and OReilly are one. Signs alone stay. joined() in SQL. */
export function searchForm(value: string): string {
  const folded = fold(value)
  return /[\p{L}\p{N}]/u.test(folded) ? folded.replace(/['-]/g, '') : folded
}

/** A LIKE pattern that matches `term` anywhere in a folded and joined column; % and _ in the term are escaped. */
export const containing = (term: string) => `%${searchForm(term).replace(/[\\%_]/g, '\\$&')}%`

/** Signs around a word that nobody means to search for: 'munich, germany' and '(online)'. */
const punctuation = /^[,;:"'([]+|[,;:"'.!?)\]]+$/g
const maxSearchWords = 10

/**
 * The words of a search, each of which has to be contained by what it finds: parted at white space, each folded form once.
 * Signs alone are searched for, as they are, where nothing else is typed.
 */
export function searchWords(search: string): string[] {
  const words = new Map<string, string>()
  for (const part of plainSigns(search).split(/\s+/)) {
    const word = part.replace(punctuation, '') || part
    if (fold(word) !== '' && !words.has(fold(word))) words.set(fold(word), word)
  }
  const typed = [...words.values()]
  const wordsWithLetters = typed.filter((word) => /[\p{L}\p{N}]/u.test(word))
  return (wordsWithLetters.length > 0 ? wordsWithLetters : typed).slice(0, maxSearchWords)
}

/** The first `length` characters, and '...' if there are more. Never splits a surrogate pair. */
export function excerpt(value: string, length: number): string {
  if (value.length <= length) return value
  // Array.from is slow and needed only for texts with surrogate pairs.
  const cut = /[\ud800-\udfff]/.test(value)
    ? Array.from(value).slice(0, length).join('')
    : value.slice(0, length)
  return cut.length === value.length ? value : `${cut.trimEnd()}...`
}

const entities: Record<string, string> = {
  '<': '&lt;',
  '>': '&gt;',
  '&': '&amp;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escapes text for HTML or XML, also inside an attribute. */
export const escapeHtml = (text: string) => text.replace(/[<>&"']/g, (sign) => entities[sign] ?? '')

/** Characters that XML 1.0 does not allow. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is removed
const forbiddenInXml = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

/** Escapes text for XML, without the characters that it may not hold. */
export const escapeXml = (text: string) => escapeHtml(text.toWellFormed().replace(forbiddenInXml, ''))

/** First letters of up to two words in upper case, or 'U' if there is no name. */
export function initials(name: string | null | undefined): string {
  const words = (name ?? '').trim().split(/\s+/).filter(Boolean)
  const letters = words.slice(0, 2).map((word) => Array.from(word)[0])
  return letters.join('').toUpperCase() || 'U'
}

/** '1 person', '2 people'; with `more` after the number: '5,000+ people'. */
export function count(n: number, one: string, many: string, more = ''): string {
  return `${n.toLocaleString('en')}${more} ${n === 1 ? one : many}`
}

/** A part of a URL's path as it was before it was encoded; as it stands if it is not encoded well. */
export function decodePathPart(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** Whether a URL's path is UTF-8: "/cities/M%FCnchen" is not. */
export const isWellEncoded = (path: string) => !path.includes('%') || decodePathPart(path) !== path

/** Where an address leads, in short: 'example.org'. */
export const hostOf = (url: string) => URL.parse(url)?.host.replace(/^www\./, '') ?? url

/** 53 bits of two multiplicative hashes (cyrb53). */
export function hashOf(text: string): number {
  let high = 0xdeadbeef
  let low = 0x41c6ce57
  for (const letter of text) {
    const code = letter.codePointAt(0) ?? 0
    high = Math.imul(high ^ code, 2654435761)
    low = Math.imul(low ^ code, 1597334677)
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909)
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909)
  return 2 ** 32 * (high & 0x1fffff) + (low >>> 0)
}

import { z } from 'zod'

// Without this zod tries in the browser whether it may compile code, and the content policy has that reported.
if (typeof document !== 'undefined') z.config({ jitless: true })

// What forms and procedures take as text, under the same rules as the checks of migrations/0001.

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what a line may not hold
const unclean = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g
const notStorable = /\0/g
const webUrl = /^https?:\/\/[^\s<>"\\^`{|}]+$/i
// Hangul's fillers and the empty braille cell count as letter and sign, and show nothing.
const visible = /(?![\p{Default_Ignorable_Code_Point}\u2800])[\p{L}\p{N}\p{P}\p{S}]/u

// One for all fields, as each takes some kB of the server's memory.
const text = z
  .string()
  // Half of a pair of surrogates is no character: the database, addresses and JSON each take it differently.
  .transform((value) => value.toWellFormed().replace(notStorable, '').trim())
  .pipe(z.string())
/** Whether a page can have it in its path: browsers take '.' and '..' for folders. */
export const isPathPart = (value: string) => !/^\.{1,2}$/.test(value)

/** Whether anything in the text is to be seen. */
export const isVisible = (value: string) => visible.test(value)

/** The text without what no line may hold. */
export const cleanText = (value: string) => value.replace(unclean, '')

const isClean = (value: string) => value === '' || (cleanText(value) === value && isVisible(value))
/** An address with a user name in it shows one host and leads to another: https://example.com@evil.example. */
function isWebUrl(value: string): boolean {
  const url = webUrl.test(value) && cleanText(value) === value ? URL.parse(value) : null
  return url !== null && url.username === '' && url.password === ''
}
/** "example.com/cfp" as people type an address; what has a scheme or is none stays as it is. */
export const withScheme = (value: string) =>
  value.trim().replace(/^[^\s:/?#@.][^\s:/?#@]*\.[^\s:/?#@.]{2,}([:/?#]\S*)?$/, 'https://$&')

/** Several blanks between two words count as one. A single one may be wide or may not break: comparisons ignore that. */
export const withSingleBlanks = (value: string) => value.replace(/\p{Zs}{2,}/gu, ' ')

/** Whether a name has so many characters; in Chinese, Japanese and Korean two are enough. */
export const isLongEnough = (value: string, shortest: number) =>
  value.length >= shortest ||
  ([...value].length >= 2 &&
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(value))

const lookAlikes = ['Latin', 'Cyrillic', 'Greek', 'Armenian', 'Cherokee'].map(
  (script) => new RegExp(`\\p{Script=${script}}`, 'u'),
)
// The two joiners change letters of other alphabets, and selectors the look of a sign.
const hiddenSign = /(?!\u200c|\u200d|\ufe0e|\ufe0f)\p{Default_Ignorable_Code_Point}/u
const needlessJoiner =
  /(?<![\p{L}\p{M}\p{S}])(?:\u200c|\u200d)|[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}](?:\u200c|\u200d)/u

/** Whether a name has no signs that only serve to look like another: invisible ones, or letters of two alphabets that look alike in one word. */
export const isHonestName = (value: string) =>
  // What no line may hold has its own sentence.
  !hiddenSign.test(cleanText(value)) &&
  !needlessJoiner.test(value) &&
  value.split(/[^\p{L}\p{M}]+/u).every((word) => lookAlikes.filter((script) => script.test(word)).length < 2)

const lineText = text.transform(withSingleBlanks)

const invisible = 'This text contains invisible control characters'

/** One line that must be there, trimmed. */
export const line = (required: string, longest: number, name: string, shortest = 1) =>
  lineText.pipe(
    z
      .string()
      .refine((value) => isLongEnough(value, shortest), required)
      .max(longest, `${name} must be less than ${longest} characters`)
      .refine(isClean, invisible),
  )

/** Blank becomes null. What is left out stays so: an edit leaves that field as it is. */
export const blankIsNull = <Value extends string>(value: Value | null | undefined) =>
  value === undefined ? undefined : value || null

/** One line or nothing; blank becomes null. */
export const optionalLine = (longest: number, name: string) =>
  lineText
    .pipe(
      z.string().max(longest, `${name} must be less than ${longest} characters`).refine(isClean, invisible),
    )
    .nullish()
    .transform(blankIsNull)

/** Running text or nothing; blank becomes null. */
export const optionalText = (longest: number, name: string) =>
  text
    .pipe(z.string().max(longest, `${name} must be less than ${longest} characters`))
    .nullish()
    .transform(blankIsNull)

/** Running text that must be there. */
export const requiredText = (required: string, longest: number, name: string) =>
  text.pipe(
    z
      .string()
      .min(1, required)
      .max(longest, `${name} must be less than ${longest} characters`)
      .refine(isVisible, required),
  )

/** An address on the web (http or https) or nothing; blank becomes null. */
export const optionalUrl = (longest: number, isUrl = isWebUrl) =>
  text
    .pipe(
      z
        .string()
        .max(longest, `URL must be less than ${longest} characters`)
        .refine((value) => value === '' || isUrl(value), 'Please enter a valid URL'),
    )
    .nullish()
    .transform(blankIsNull)

/** The URL of a picture on the web, the path of one that was uploaded here, or nothing; blank becomes null. */
export const optionalPicture = (longest: number) =>
  optionalUrl(longest, (value) => isWebUrl(value) || /^\/pictures\/[0-9a-f]{32}\.webp$/.test(value))

/** A day, yyyy-MM-dd. */
export const day = (required: string) =>
  z
    .string()
    .min(1, required)
    .pipe(z.iso.date('Please enter a valid date'))
    .refine((value) => value >= '1900' && value < '2201', 'Please enter a year between 1900 and 2200')

/** A day or nothing; blank becomes null. */
export const optionalDay = () =>
  z
    .union([z.literal(''), day('')], 'Please enter a valid date')
    .nullish()
    .transform(blankIsNull)

const clock = /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/
const clockTime = z.string().refine((value) => value === '' || clock.test(value), 'Please enter a valid time')

/** A time of day, HH:mm. */
export const time = (required: string) => z.string().min(1, required).pipe(clockTime)

/** A time of day or nothing; blank becomes null. */
export const optionalTime = () => clockTime.nullish().transform(blankIsNull)

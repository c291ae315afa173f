import { decodeHTML } from 'entities'
import { Parser } from 'htmlparser2'
import { cleanText, isVisible, withSingleBlanks } from '#lib/fields.ts'
import { fold } from '#lib/text.ts'

const markup =
  /<\/?(?:p|br|ul|ol|li|dl|dt|dd|a|strong|em|b|i|u|s|del|ins|mark|small|kbd|abbr|h[1-6]|div|span|code|pre|hr|blockquote|img|figure|table|thead|tbody|tr|td|th|sub|sup|script|style|iframe|font|center|section|article|html|body|main)\b[^<>]*>/i
const block = /<(?:p|br|ul|ol|li|dl|h[1-6]|div|pre|hr|blockquote|table|tr|section|article|body)\b/i
/** Ends a paragraph or line: nobody writes that in a text about markup alone. */
const blockEnd = /<\/(?:p|ul|ol|li|div|h[1-6])\s*>|<br\s*\/?>/i
const leftEntity = /&(?:[a-z]{2,8}|#\d{1,7}|#x[\da-f]{1,6});/i
const blocks = new Set([
  'p',
  'ul',
  'ol',
  'dl',
  'dt',
  'dd',
  'div',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'pre',
  'blockquote',
  'table',
  'section',
  'article',
])
const silent = new Set(['script', 'style', 'iframe', 'head'])

/** Of a text that has markup: several times what is kept of any. */
const maxHtmlTextLength = 50_000

/** Text of several lines from text, Markdown (left as it is) or HTML. Entities are decoded where they were escaped twice. */
export function plainText(value: string): string {
  const isMarkup = markup.test(value)
  // Where markup is in the lines alone, it is their ends that part them.
  const text = isMarkup ? textOfHtml(block.test(value) ? value : value.replace(/\r\n?|\n/g, '<br>')) : value
  if (!leftEntity.test(text)) return tidyText(text)
  const decoded = decodeHTML(text)
  return tidyText(!isMarkup && blockEnd.test(decoded) ? textOfHtml(decoded) : decoded)
}

/** Markdown without its marks: a list stays lines with "- ", a link keeps its address. HTML is left as it is. */
export function withoutMarkdown(text: string): string {
  if (markup.test(text)) return text
  return text
    .replace(/^```.*\n?/gm, '')
    .replace(/^#{1,6}[ \t]+(.*)$/gm, (_, heading: string) => heading.replace(/(?<![ \t])[ \t]+#*$/, ''))
    .replace(/^([ \t]*)[*+][ \t]+/gm, '$1- ')
    .split(/(`[^`\n]+`)/)
    .map((part, index) => (index % 2 === 1 ? part.slice(1, -1) : withoutEmphasis(part)))
    .join('')
}

/** Each mark is looked for within a thousand characters: to the end of a text of marks alone, that would take minutes. */
const withoutEmphasis = (text: string) =>
  text
    .replace(
      /!?\[([^[\]\n]{1,1000})\]\([ \t]*(https?:[^\s)]{1,1000})(?:\s+"[^"\n]{0,1000}")?[ \t]*\)/g,
      (_, label: string, url: string) => (label === url ? url : `${label} (${url})`),
    )
    .replace(/<(https?:[^\s>]{1,1000})>/g, '$1')
    .replace(/(?<![\\*])\*\*(?=[^\s*])([^\n]{0,1000}?[^\s\\])\*\*/g, '$1')
    .replace(/(?<![\\\w])__(?=[^\s_])([^\n]{0,1000}?[^\s\\])__(?!\w)/g, '$1')
    .replace(/(?<![\\\w*])\*(?=[^\s*])([^*\n]{0,1000}?[^\s*\\])\*(?![\w*])/g, '$1')
    .replace(/(?<![\\\w/])_(?=[^\s_])([^_\n]{0,1000}?[^\s_\\])_(?!\w)/g, '$1')
    .replace(/\\([*_`#[\]])/g, '$1')

function textOfHtml(html: string): string {
  let text = ''
  let hidden = 0
  let link: { url: string; begin: number } | undefined
  const lists: { ordered: boolean; n: number }[] = []
  const endsWithSpace = () => /\s/.test(text.at(-1) ?? ' ')
  const separate = (gap: string) => {
    if (text.length > maxHtmlTextLength) return
    if (text !== '' && !text.endsWith(gap)) text = `${text.trimEnd()}${gap}`
  }
  const parser = new Parser(
    {
      onopentag(name, { href }) {
        if (silent.has(name)) hidden++
        else if (name === 'br') text += '\n'
        else if (name === 'hr') separate('\n\n')
        else if (name === 'li') {
          separate('\n')
          const list = lists.at(-1)
          text += list?.ordered ? `${++list.n}. ` : '- '
        } else if (name === 'tr') separate('\n')
        else if (name === 'td' || name === 'th') text += endsWithSpace() ? '' : ' '
        else if (name === 'a' && href) link = { url: href, begin: text.length }
        else if (blocks.has(name) && !/(?:- |\d+\. )$/.test(text.slice(-8)))
          separate(lists.length > 0 ? '\n' : '\n\n')
        if (name === 'ul' || name === 'ol') lists.push({ ordered: name === 'ol', n: 0 })
      },
      ontext(value) {
        if (hidden > 0 || text.length > maxHtmlTextLength) return
        const line = value.replace(/[ \t\r\n]+/g, ' ')
        text += endsWithSpace() ? line.trimStart() : line
      },
      onclosetag(name) {
        if (silent.has(name)) hidden--
        if (name === 'ul' || name === 'ol') lists.pop()
        if (name === 'a' && link) {
          const label = text.slice(link.begin).trim()
          // The address is part of what the text says, unless the label is the address.
          if (
            /^https?:/i.test(link.url) &&
            label !== '' &&
            !label.includes(link.url) &&
            !link.url.includes(label)
          )
            text += ` (${link.url})`
          else if (label === '' && /^https?:/i.test(link.url)) text += link.url
          link = undefined
        }
        if (blocks.has(name)) separate(lists.length > 0 ? '\n' : '\n\n')
      },
    },
    { decodeEntities: true },
  )
  parser.end(html)
  return text
}

const tidyText = (text: string) =>
  text
    .toWellFormed()
    .replaceAll('\0', '')
    .replace(/\r\n?/g, '\n')
    // From the first blank of several alone: from each of them on, the next sign would be looked for anew.
    .replace(/(?<![ \t])[ \t]+\n/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()

/** One line without what no line may hold, or null if nothing is to be seen. A space that does not break stays. Angle brackets in a title are real. */
export function plainLine(value: string | null | undefined): string | null {
  if (!value) return null
  const decoded = leftEntity.test(value) ? decodeHTML(value) : value
  const line = withSingleBlanks(cleanText(decoded.toWellFormed().replace(/[ \t\r\n\f\v\u2028\u2029]+/g, ' ')))
    // Spaces without width show nothing there.
    .replace(/^[\s\u200b\u2060]+|[\s\u200b\u2060]+$/g, '')
  return line !== '' && isVisible(line) ? line : null
}

/** At most `longest` characters: ends with a sentence if one ends in the last third, else with a word. */
export function shortenText(value: string, longest: number): string {
  if (value.length <= longest) return value
  const cut = value.slice(0, longest - 1).replace(/[\ud800-\udbff]$/, '')
  const sentence = Math.max(...['. ', '.\n', '! ', '? ', '。'].map((end) => cut.lastIndexOf(end)))
  if (sentence > longest * 0.66) return cut.slice(0, sentence + 1)
  const word = cut.search(/\s\S*$/)
  return `${cut.slice(0, word > longest * 0.66 ? word : undefined).trimEnd()}…`
}

/** plainLine of at most `longest` characters. */
export const shortLine = (value: string | null | undefined, longest: number) => {
  const line = plainLine(value)
  return line && shortenText(line, longest)
}

/** In English, German, French, Spanish, Italian and Portuguese. */
const cancelledWords = 'cancell?ed|abgesagt|entfällt|annulée?|cancelad[oa]|annullat[oa]'
const cancelledWord = new RegExp(`^(?:${cancelledWords})$`, 'i')
/** Whether a state says that something is cancelled. */
export const isCancelledState = (state: string | null | undefined) => cancelledWord.test(state?.trim() ?? '')

/** Whether a state says that something was never taken into the programme, or not yet. */
export const isRefusedState = (state: string | null | undefined) =>
  /^(?:decline|reject|refuse|withdraw|waitlist|nominate|draft|submitted|deleted)/i.test(state?.trim() ?? '')

const inCapitals = `(?<!\\p{L})(?:${cancelledWords.toUpperCase()})(?!\\p{L})`
const cancelledBefore = new RegExp(`^[\\s*[({!:#-]*${inCapitals}[\\])}*!:.,–—-]*\\s*(?:[:–—-]\\s*)?`, 'u')
const cancelledWithColon = new RegExp(`^${inCapitals}:\\s`, 'u')
const cancelledAfter = new RegExp(`[\\s*[({!:.,–—-]*${inCapitals}[\\s\\])}*!.]*$`, 'u')
const cancelledInBrackets = new RegExp(
  `\\s*(?:\\[(?:${cancelledWords})\\]|\\((?:${cancelledWords})\\))\\s*`,
  'i',
)

/**
 * The title without CANCELLED before or after it, and whether it stood there. Capitals count, and brackets: talks are
 * about cancelling, too.
 */
export function splitCancelled(title: string): { title: string; isCancelled: boolean } {
  const bare = title.replace(cancelledInBrackets, ' ').trim()
  if (bare !== title && bare !== '') return { title: bare, isCancelled: true }
  const rest = title.replace(cancelledBefore, '').replace(cancelledAfter, '')
  // In a title of capitals alone it is a word like the others, but before a colon.
  const isWord = !/\p{Ll}|^[^\p{Lu}]*$/u.test(rest) && !cancelledWithColon.test(title)
  if (rest === title || rest.trim() === '' || isWord) return { title, isCancelled: false }
  return { title: rest.trim(), isCancelled: true }
}

const webUrl = /^https?:\/\/[^\s<>"\\^`{|}]+$/i

/** An address on the web, corrected where that is safe: doubled schemes, a missing one, one relative to `base`. Else null. */
export function normaliseUrl(value: string | null | undefined, base?: string | null): string | null {
  let text = value?.trim() ?? ''
  if (text === '' || /^(?:mailto|tel|javascript|data):/i.test(text)) return null
  text = text.replace(/^(?:https?:\/\/)+(?=https?:\/\/)/i, '')
  if (/^\/\//.test(text)) text = `https:${text}`
  else if (/^www\./i.test(text)) text = `https://${text}`
  else if (!/^[a-z][a-z0-9+.-]*:/i.test(text)) {
    if (base && /^https?:/i.test(base)) text = URL.parse(text, base)?.href ?? ''
    else if (/^[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,}(?:[/?#]|$)/i.test(text)) text = `https://${text}`
    else return null
  }
  text = withoutSquareBrackets(text.replace(/[ "<>\\^`{|}]/g, (sign) => encodeURIComponent(sign)))
  const url = URL.parse(text)
  if (!url?.hostname.includes('.') || url.username !== '' || url.password !== '') return null
  return webUrl.test(text) && cleanText(text) === text && text.length <= 2000 ? text : null
}

/** RFC 3986 has brackets around an IPv6 address alone, and readers of JSON with a schema refuse others. */
export const withoutSquareBrackets = (url: string) =>
  url.replace(/(?<=^[a-z]+:\/\/[^/?#]*[/?#].*)[[\]]/gi, encodeURIComponent)

/** What people paste: the address of a calendar, or one without its scheme. */
export const webAddress = (url: string) =>
  url.replace(/^webcals?:/i, 'https:').replace(/^(?![a-z][a-z\d+.-]*:)/i, 'https://')

const mailAddress = /[^\s<>()[\],;:"]+@[^\s<>()[\],;:"]+\.[^\s<>()[\],;:"]+/g

/** A name as it may be published: never a mail address, and no angle brackets. */
export function publicName(value: string): string {
  const bare = value
    .trim()
    .replace(/^mailto:/i, '')
    .replace(/[<>]/g, ' ')
  const withoutAddress = bare.replace(mailAddress, ' ').replace(/[([]\s*[)\]]/g, ' ')
  const name = plainLine(withoutAddress)
  if (name) return name
  return plainLine((bare.match(mailAddress)?.[0] ?? bare).replace(/@.*$/, '')) ?? ''
}

/** Whether two names are those of one person: the same words in any order, or the words of one all in the other. */
export function namesAgree(one: string, other: string): boolean {
  const words = (name: string) =>
    new Set(
      fold(name)
        .split(/[^\p{L}\p{N}]+/u)
        .filter(Boolean),
    )
  const [a, b] = [words(one), words(other)]
  if (a.size === 0 || b.size === 0) return fold(one) === fold(other)
  const [fewer, more] = a.size < b.size ? [a, b] : [b, a]
  return [...fewer].every((word) => more.has(word))
}

/** Whether one name is the other with initials: "A. Lovelace", "Ada Lovelace". */
export function isNameWithInitials(one: string, other: string): boolean {
  const [a, b] = [one, other].map((name) => titleKey(name).split(' ')) as [string[], string[]]
  const isInitial = (short: string, long = '') => short.length === 1 && long.startsWith(short)
  return (
    a.length === b.length &&
    a.length > 1 &&
    a.every((word, n) => word === b[n] || isInitial(word, b[n]) || isInitial(b[n]!, word)) &&
    a.some((word, n) => word === b[n] && word.length > 1)
  )
}

/** Folded, without signs and with single spaces: how titles are compared. */
export const titleKey = (title: string) =>
  fold(title)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim() || fold(title).trim()

const titlesOfBreaks = new Set(
  [
    'break, breaks, coffee, tea, coffee break, tea break, check in, lunch, lunch break, lunchtime, dinner, dinner break, breakfast, short break',
    'morning break, afternoon break, networking break, morning tea, afternoon tea, registration, registrations, doors open',
    'pause, kaffee, kaffeepause, mittag, mittagspause, mittagessen, fruhstuck, abendessen, einlass, registrierung, anmeldung',
    'pause cafe, pause dejeuner, dejeuner, petit dejeuner, accueil, inscription, enregistrement',
    'pranzo, pausa pranzo, pausa caffe, colazione, registrazione, almoco, intervalo, credenciamento, pauze, koffiepauze, lunchpauze',
    'pausa, pausa cafe, pausa para cafe, descanso, almuerzo, comida, desayuno, cafe, registro, acreditacion',
  ]
    .join(', ')
    .split(', '),
)

/** Whether it is what breaks are called: "Lunch", "Kaffeepause", "Registration / Breakfast", "Lunch (in the foyer)". */
export function isTitleOfBreak(title: string): boolean {
  const parts = title
    .replace(/\s*\([^()]*\)\s*$/, '')
    .split(/[/+&,]| (?:and|und|et|y) /)
    .map(titleKey)
    // Alone it may be what the talk is about.
    .filter((part, _, all) => part !== 'networking' || all.length === 1)
  return parts.length > 0 && parts.every((part) => titlesOfBreaks.has(part))
}

/** What is drunk in a break may also be what a talk is about. */
export const mayBeTitleOfTalk = (title: string): boolean =>
  /^(?:cafe|coffee|kaffee|tea|comida)$/.test(titleKey(title))

const notInNames =
  /\b(?:inc|corp|gmbh|ltd|llc|university|labs?|foundation|institute|company|technologies|software|systems|group|team)\b/i

/** A part of a title has other small words. */
const wordOfName =
  /^(?:\p{Lu}|(?:al|bin|da|de|dei|del|den|der|di|do|dos|du|la|le|ten|ter|van|vom|von|zu|zur)$)/u

/** Longer texts name nobody, and take long to split. */
const maxNamesLength = 5000
const and = 'and|und|et|y|e|en|og|och'
const affiliationsInBrackets = new RegExp(String.raw` ?\([^()]*\)(?=\s*(?:$|[,&/+]|(?:${and})\s))`, 'g')
const betweenNames = new RegExp(String.raw`\s*,\s*(?:(?:&|${and})\s+)?|\s+(?:[&/+]|${and})\s+`)

/** "Ada Lovelace (Initech) and Grace Hopper" in its names, if all are some. */
export function namesIn(text: string): string[] | undefined {
  if (text.length > maxNamesLength) return undefined
  const names = text
    // An affiliation may have commas in it.
    .replace(affiliationsInBrackets, '')
    .split(betweenNames)
    .map((name) => name.trim())
  const isName = (name: string) =>
    isFullName(name) && name.split(/\s+/).every((word) => wordOfName.test(word))
  return names.every(isName) ? names : undefined
}

/** Whether a text seems to name several people. */
export const mayNameSeveral = (text: string) => text.length <= maxNamesLength && betweenNames.test(text)

/** "Ada Lovelace (Analytical Society)", and "(she/her)", without what is in brackets. */
export function withoutAffiliation(name: string): string {
  const bare = name.replace(/ ?\([^()]*\)$/, '')
  return isFullName(bare) ? bare : name
}

/** Two to four words that may be the name of a person, and not that of a company. */
export const isFullName = (text: string) =>
  /^\p{Lu}[^\s]*(?:\s+\S+){1,3}$/u.test(text) && !notInNames.test(text)

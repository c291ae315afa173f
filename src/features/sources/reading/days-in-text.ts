import { addDays, daysBetween } from '#lib/dates.ts'
import { fold } from '#lib/text.ts'

/** A first and a last day that a text names; `before`: what stands before them in their line. `index` is where, in the folded text. */
export type Days = { start: string; end: string; isRange: boolean; index: number; before: string }

/** In English, German, French, Spanish, Italian and Portuguese, folded; a shorter form of three letters or more counts, too. */
const months = [
  'january januar janner janvier enero gennaio janeiro',
  'february februar fevrier febrero febbraio fevereiro',
  'march marz maerz mars marzo marco',
  'april avril abril aprile',
  'may mai mayo maggio maio',
  'june juni juin junio giugno junho',
  'july juli juillet julio luglio julho',
  'august aout agosto',
  'september septembre septiembre setiembre settembre setembro',
  'october oktober octobre octubre ottobre outubro',
  'november novembre noviembre novembro',
  'december dezember decembre diciembre dicembre dezembro',
].map((names) => names.split(' '))

const monthOf = (word: string) => {
  const index = months.findIndex((names) => names.some((name) => name.startsWith(word)))
  return index < 0 ? undefined : index + 1
}

const longNames = months.flat().sort((one, other) => other.length - one.length)
/** 'out 24' is more often sold out than October. */
const shortNames = [...new Set(longNames.map((name) => name.slice(0, 3)))].filter((name) => name !== 'out')
export const month = `(${[...longNames, 'sept', 'juil', 'fevr', 'janv', ...shortNames].join('|')})\\b\\.?`
const day = '(\\d{1,2})(?:st|nd|rd|th|er|\\.|º)?'
const year = '((?:19|20)\\d\\d)'
const until = '\\s*(?:-|~|〜|/|to|through|thru|until|and|&|bis|und|au|et|al|a|y|e|ao|hasta)\\s*'
const gap = '\\s*,?\\s*'
const of = '(?:\\s*(?:de|del|of)\\s+|\\s*)'
const beforeYear = '(?:\\s*,?\\s*(?:de|del|of)?\\s*)'

type Parts = { y?: string; y2?: string; m?: string; m2?: string; d: string; d2?: string }
type Pattern = { text: RegExp; parts: (groups: string[]) => Parts }

const pattern = (source: string, parts: Pattern['parts']): Pattern => ({
  text: new RegExp(`(?<![\\w.-])${source}(?![\\w.-]*\\d)`, 'g'),
  parts,
})

/** The longer ones first: what one has read, the next ones leave. */
const patterns: Pattern[] = [
  pattern(`${month}\\s*${day}${gap}${year}${until}${month}\\s*${day}${gap}${year}`, (g) => ({
    ...{ m: g[0], d: g[1]!, y: g[2], m2: g[3], d2: g[4], y2: g[5] },
  })),
  pattern(`${day}${of}${month}${beforeYear}${year}${until}${day}${of}${month}${beforeYear}${year}`, (g) => ({
    ...{ d: g[0]!, m: g[1], y: g[2], d2: g[3], m2: g[4], y2: g[5] },
  })),
  pattern(`${month}\\s*${day}${until}${month}\\s*${day}(?:${gap}${year})?`, (g) => ({
    ...{ m: g[0], d: g[1]!, m2: g[2], d2: g[3], y: g[4] },
  })),
  pattern(`${day}${of}${month}${until}${day}${of}${month}(?:${beforeYear}${year})?`, (g) => ({
    ...{ d: g[0]!, m: g[1], d2: g[2], m2: g[3], y: g[4] },
  })),
  pattern(`${month}\\s*${day}${until}${day}(?:${gap}${year})?`, (g) => ({
    ...{ m: g[0], d: g[1]!, d2: g[2], y: g[3] },
  })),
  pattern(`${day}${until}${day}${of}${month}(?:${beforeYear}${year})?`, (g) => ({
    ...{ d: g[0]!, d2: g[1], m: g[2], y: g[3] },
  })),
  pattern(`${year}-(\\d\\d)-(\\d\\d)(?:t[\\d:.+z-]*)?${until}${year}-(\\d\\d)-(\\d\\d)`, (g) => ({
    ...{ y: g[0], m: g[1], d: g[2]!, y2: g[3], m2: g[4], d2: g[5] },
  })),
  pattern(`(\\d{1,2})\\.(\\d{1,2})\\.(?:${year})?${until}(\\d{1,2})\\.(\\d{1,2})\\.${year}`, (g) => ({
    ...{ d: g[0]!, m: g[1], y: g[2] ?? g[5], d2: g[3], m2: g[4], y2: g[5] },
  })),
  pattern(`(\\d{1,2})\\.${until}(\\d{1,2})\\.(\\d{1,2})\\.${year}`, (g) => ({
    ...{ d: g[0]!, d2: g[1], m: g[2], y: g[3] },
  })),
  pattern(`${month}\\s*${day}${gap}${year}`, (g) => ({ m: g[0], d: g[1]!, y: g[2] })),
  pattern(`${day}${of}${month}${beforeYear}${year}`, (g) => ({ d: g[0]!, m: g[1], y: g[2] })),
  pattern(
    `${year}\\s*年\\s*(\\d{1,2})\\s*月\\s*(\\d{1,2})\\s*日?${until}(?:(\\d{1,2})\\s*月\\s*)?(\\d{1,2})\\s*日`,
    (g) => ({ y: g[0], m: g[1], d: g[2]!, m2: g[3], d2: g[4] }),
  ),
  pattern(`${year}\\s*年\\s*(\\d{1,2})\\s*月\\s*(\\d{1,2})\\s*日`, (g) => ({ y: g[0], m: g[1], d: g[2]! })),
  pattern(`${year}[-/](\\d\\d)[-/](\\d\\d)`, (g) => ({ y: g[0], m: g[1], d: g[2]! })),
  pattern('(\\d{1,2})\\.(\\d{1,2})\\.((?:19|20)\\d\\d)', (g) => ({ d: g[0]!, m: g[1], y: g[2] })),
]

const numberOf = (value: string | undefined) =>
  value === undefined ? undefined : /^\d+$/.test(value) ? Number(value) : monthOf(value)

function dayOf(y: number, m: number, d: number): string | undefined {
  const date = new Date(Date.UTC(y, m - 1, d))
  return date.getUTCDate() === d && date.getUTCMonth() === m - 1 ? date.toISOString().slice(0, 10) : undefined
}

/** No conference is longer. */
const maxDays = 30

function daysOf(
  { y, y2, m, m2, d, d2 }: Parts,
  defaultYear: number | undefined,
): Pick<Days, 'start' | 'end' | 'isRange'> | undefined {
  const [firstMonth, lastMonth] = [numberOf(m)!, numberOf(m2) ?? numberOf(m)!]
  const lastYear = numberOf(y2) ?? numberOf(y) ?? defaultYear
  if (!lastYear) return undefined
  // "December 29 – January 2, 2027" begins the year before.
  const firstYear = (y2 ? numberOf(y) : undefined) ?? (firstMonth > lastMonth ? lastYear - 1 : lastYear)
  const start = dayOf(firstYear, firstMonth, Number(d))
  const end = d2 ? dayOf(lastYear, lastMonth, Number(d2)) : start
  if (!start || !end || end < start || daysBetween(start, end) > maxDays) return undefined
  return { start, end, isRange: d2 !== undefined }
}

const weekdays =
  /\b(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?\b[.,]?|\b(?:montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonnabend|sonntag|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|lunes|martes|miercoles|jueves|viernes|sabado|domingo)\b[.,]?/g

/** The days that a text names, in its order. A day without a year gets `defaultYear`; without one it is left out. */
export function daysInText(value: string, defaultYear?: number): Days[] {
  let text = fold(value)
    .replace(weekdays, ' ')
    .replace(/\b(?:the|on|du|vom|von|le|el)\b/g, ' ')
    .replace(/[^\S\n]+/g, ' ')
  const matches: Days[] = []
  for (const { text: regex, parts } of patterns)
    text = text.replace(regex, (match, ...rest) => {
      const groups = rest.slice(
        0,
        rest.findIndex((part) => typeof part === 'number'),
      ) as string[]
      const days = daysOf(parts(groups), defaultYear)
      if (!days) return match
      const index = rest.find((part) => typeof part === 'number') as number
      const before = text
        .slice(Math.max(0, index - 60), index)
        .split('\n')
        .at(-1)!
      matches.push({ ...days, index, before })
      return '#'.repeat(match.length)
    })
  return matches.sort((one, other) => one.index - other.index)
}

/** Years that a text names. */
export const yearsInText = (text: string): number[] => [
  ...new Set([...text.matchAll(/(?<!\d)(20\d\d)(?!\d)/g)].map(([, match]) => Number(match))),
]

const notTheConference =
  /\b(?:cfp|cfps|deadlines?|submi\w+|call|closes?|closing|opens?|early|bird|tickets?|until|due|before|extended|notification|accept\w*|published|posted|updated|register|registration|einreich\w*|frist|bis|appel|cloture|plazo|hasta|camera|copyright|since)\b/

/** The days that are most likely those of the conference, among all that the page names. `title` names its year, often. */
export function daysOfConference(
  { title, text, marked }: { title: string; text: string; marked: string[] },
  today: string,
): (Pick<Days, 'start' | 'end'> & { near: string }) | undefined {
  const years = yearsInText(title)
  const defaultYear = years.length === 1 ? years[0] : undefined
  const all = [...marked, text].flatMap((part, index) =>
    daysInText(part, defaultYear).map((days) => ({ days, bonus: index < marked.length ? 3 : 0 })),
  )
  const counts = new Map<string, number>()
  for (const { days } of all) counts.set(days.start + days.end, (counts.get(days.start + days.end) ?? 0) + 1)
  const scored = all.map(({ days, bonus }) => ({
    days,
    score:
      bonus +
      (days.isRange ? 3 : 0) +
      (years.includes(Number(days.start.slice(0, 4))) ? 2 : 0) +
      (days.end >= today ? 2 : addDays(days.end, 400) < today ? -2 : 0) +
      (notTheConference.test(days.before) ? -6 : 0) +
      (daysBetween(days.start, days.end) > 10 ? -3 : 0) +
      Math.min(2, counts.get(days.start + days.end)! - 1) +
      Math.max(0, 1 - days.index / 3000),
  }))
  const likely = scored.filter(({ score }) => score > 0).toSorted((one, other) => other.score - one.score)
  const best = likely[0]?.days
  if (!best) return undefined
  const { start } = best
  let { end } = best
  if (!best.isRange) {
    // A page that says on which day it begins may say elsewhere how long it lasts, or name each day by itself.
    const longer = likely.find(({ days }) => days.isRange && days.start === start)
    if (longer) end = longer.days.end
    else
      while (likely.some(({ days }) => days.start === addDays(end, 1) && days.end === days.start))
        end = addDays(end, 1)
  }
  return { start, end, near: textNear(text, best, defaultYear) }
}

/** The sentence with these days, then the ones around it, one a line. */
function textNear(text: string, { start, end }: Days, defaultYear: number | undefined): string {
  const sentences = text.split(/\n|(?<=[.!?])\s*(?=\p{Lu})/u).filter((sentence) => sentence.trim() !== '')
  const index = sentences.findIndex((sentence) =>
    daysInText(sentence, defaultYear).some((days) => days.start === start && days.end === end),
  )
  return [0, 1, -1, 2, -2, 3, 4].map((offset) => sentences[Math.max(0, index) + offset] ?? '').join('\n')
}

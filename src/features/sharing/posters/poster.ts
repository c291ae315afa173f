import { cityWithoutState } from '#features/events/event-text.ts'
import { seriesName } from '#features/identity/series-name.ts'
import { daysBetween } from '#lib/dates.ts'
import { type FigureName, figures, type Role } from './figures.ts'
import {
  breakLines,
  fitLines,
  type Lettering,
  letterLine,
  letterLines,
  posterLettering,
} from './lettering.ts'

// A poster drawn by rule: the same facts give the same sheet. The series chooses the figure and
// the colours, days, month and place its parts, turn and axis.

export type PosterFacts = {
  name: string
  start_date: string
  end_date: string
  location_name: string
  /** Of its city, if that is known. */
  position: { latitude: number; longitude: number } | null
  isOnline: boolean
  /** Of the site, for the picture that other sites show. */
  siteName?: string
}

/** In a list, on a card, for other sites. */
export const posterSizes = ['thumb', 'card', 'share'] as const
export type PosterSize = (typeof posterSizes)[number]

const figureNames = Object.keys(figures) as FigureName[]

/** Ground, figure, odd part, band, type: p paper, i ink, r red. A third is largely red. */
const schemes = ['pirpi', 'iprip', 'pirip', 'iprpi', 'priip', 'ripip']

function hash(text: string): number {
  let value = 2166136261
  for (let index = 0; index < text.length; index++)
    value = Math.imul(value ^ text.charCodeAt(index), 16777619)
  value = Math.imul(value ^ (value >>> 15), 2246822507)
  return (value ^ (value >>> 13)) >>> 0
}

function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let value = Math.imul(state ^ (state >>> 15), 1 | state)
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value
    return ((value ^ (value >>> 14)) >>> 0) / 4294967296
  }
}

const leftOut = /^(?:the|of|on|and|for|conference|international|by|x|in|\d+(?:st|nd|rd|th))$/i

/** Two to eight letters for the small picture; an acronym stays whole. */
export function initialsOf(name: string): string {
  const words = seriesName(name)
    .split(/[^\p{L}\p{M}\p{N}.#+]+/u)
    .filter((word) => word && !leftOut.test(word))
  const first = words[0] ?? name
  if (/^[A-Z\d.#+]{2,8}$/.test(first)) return first
  const initials = words.flatMap((word) =>
    /^[A-Z\d.#+]+$/.test(word)
      ? [word[0]!]
      : [[...word][0]!.toUpperCase(), ...(word.slice(1).match(/[A-Z]/g) ?? [])],
  )
  return initials.length > 1 ? initials.slice(0, 3).join('') : [...first].slice(0, 2).join('')
}

const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')
const dayAndMonth = (day: string) => `${Number(day.slice(8))} ${months[Number(day.slice(5, 7)) - 1]}`

/** '14–16 Apr' */
function whenText(start: string, end: string): string {
  if (start === end) return dayAndMonth(start)
  if (start.slice(0, 7) === end.slice(0, 7)) return `${Number(start.slice(8))}–${dayAndMonth(end)}`
  return `${dayAndMonth(start)}–${dayAndMonth(end)}`
}

const card = { width: 600, height: 800 }
const share = { width: 1200, height: 630 }
/** The part of a shared picture that the figure fills. */
const shareBand = 680

type Layout = {
  width: number
  height: number
  figure: { x: number; width: number; height: number }
  type: string
  band: string
}

function layOutThumb(facts: PosterFacts): Layout {
  const initials = initialsOf(facts.name)
  const cut = initials.length > 4 ? Math.ceil(initials.length / 2) : initials.length
  const lines = [initials.slice(0, cut), initials.slice(cut)].filter(Boolean)
  const text = fitLines(lines, { width: 536, height: 520, largest: lines.length > 1 ? 290 : 400 })
  const { size } = text
  const height = 800 - (size * 0.71 + (lines.length - 1) * size * 0.8 + 84)
  return {
    ...card,
    figure: { x: 0, width: 600, height },
    band: `M0 ${Math.round(height) - 4}h600V800H0z`,
    type: letterLines(text, 32, 758),
  }
}

/** What letters such as g have below the line, in parts of the size. */
const descent = 0.22

function layOutCard(facts: PosterFacts): Layout {
  const text = breakLines(seriesName(facts.name), { width: 532, height: 340, largest: 230 })
  // The line of the days keeps clear of letters that hang.
  const bottom = /[gjpqyQ,;]/.test(text.lines.at(-1)!) ? Math.min(708, 728 - text.size * descent) : 708
  const height = 800 - Math.max(210, text.lines.length * text.size * text.leading + 828 - bottom)
  const when = `${whenText(facts.start_date, facts.end_date)} ${facts.end_date.slice(0, 4)}`
  const where = facts.isOnline ? 'Online' : cityWithoutState(facts.location_name).replace(/\s*,.*/, '')
  const hasRoom = when.length + where.length < 27
  return {
    ...card,
    figure: { x: 0, width: 600, height },
    band: `M0 ${Math.round(height) - 4}h600V800H0z`,
    type:
      letterLines(text, 34, bottom) +
      letterLine(when, { x: 36, y: 766, size: 34 }) +
      (hasRoom ? letterLine(where, { x: 566, y: 766, size: 34, isEnd: true }) : ''),
  }
}

/** With the date as the leaf of a calendar, as the pages have it. */
function layOutShare(facts: PosterFacts, lettering: Lettering): Layout {
  const { start_date: start, end_date: end, siteName } = facts
  const text = breakLines(seriesName(facts.name), { width: 600, height: 280, largest: 180 }, lettering)
  // Scripts with high lines have much below them, too.
  const bottom = Math.min(528, 552 - text.size * descent) - ((text.leading - 0.92) / 3) * text.size
  const month = months[Number(start.slice(5, 7)) - 1]!.toUpperCase()
  const centred = (line: string, y: number, size: number) =>
    letterLine(line, { x: 130 - (lettering(line, false).width * size) / 2000, y, size }, lettering)
  const until =
    end === start
      ? start.slice(0, 4)
      : `to ${start.slice(0, 7) === end.slice(0, 7) ? Number(end.slice(8)) : dayAndMonth(end)}`
  const leaf = `<path class="s" d="M46 48h168v190H46z" stroke-width="4"/><path class="k" d="M46 48h168v44H46z"/><g class="l">${centred(month, 81, 30)}</g><g class="k">${centred(String(Number(start.slice(8))).padStart(2, '0'), 182, 96)}${centred(until, 222, 26)}</g>`
  const where = facts.isOnline ? 'Online' : cityWithoutState(facts.location_name)
  const place = fitLines(
    [`${where}, ${start.slice(0, 4)}`],
    { width: 596, height: 60, largest: 34 },
    lettering,
  )
  return {
    ...share,
    figure: { x: shareBand, width: share.width - shareBand, height: share.height },
    band: `M0 0h${shareBand + 2}v630H0z`,
    type: `${letterLines(text, 42, bottom, lettering)}${letterLines(place, 44, 588, lettering)}${siteName ? letterLine(siteName, { x: 640, y: 84, size: 34, isEnd: true }, lettering) : ''}</g>${leaf}<g>`,
  }
}

const layouts = { thumb: layOutThumb, card: layOutCard, share: layOutShare }

/** The colours of the pages (src/styles.css); at night ink and paper change places, a little dimmed. */
const day = { p: '#efe7d7', i: '#1a1814', r: '#b3261e' }
const night = { p: '#2a2720', i: '#d0c7b4', r: '#e56a56' }
const rules = (colours: typeof day) =>
  Object.entries(colours)
    .map(([name, colour]) => `.${name}{fill:${colour};stroke:${colour}}`)
    .join('')

/** A logo on a sheet as large as a poster. `picture` is WebP in base64. */
export const drawPicture = (picture: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${card.width} ${card.height}"><style>path{fill:${day.p}}@media(prefers-color-scheme:dark){path{fill:${night.p}}}</style><path d="M0 0h${card.width}v${card.height}H0z"/><image x="60" y="160" width="480" height="480" href="data:image/webp;base64,${picture}"/></svg>`

export function drawPoster(facts: PosterFacts, size: PosterSize, lettering = posterLettering): string {
  const series = seriesName(facts.name)
  const seed = hash(series)
  // By the series alone: a poster is a face, and topics change.
  const name = figureNames[(seed >>> 8) % figureNames.length]!
  const [ground, figure, accent, band, type] = [...schemes[seed % schemes.length]!] as (keyof typeof day)[]
  const classes: Record<Role, string> = { ground: ground!, figure: figure!, accent: accent! }
  const layout = layouts[size](facts, lettering)
  const marks: { role: Role; path: string }[] = []
  const month = Number(facts.start_date.slice(5, 7))
  figures[name](
    {
      width: layout.figure.width,
      height: layout.figure.height,
      parts: Math.max(1, Math.min(6, daysBetween(facts.start_date, facts.end_date) + 1)),
      turn: Math.floor((month % 12) / 3),
      month,
      lean: facts.position ? Math.max(0, Math.min(1, (facts.position.longitude + 125) / 265)) : 0.5,
      random: randomOf(seed),
    },
    (role, path) => {
      const last = marks.at(-1)
      if (last?.role === role) last.path += path
      else marks.push({ role, path })
    },
  )
  // South of the equator it hangs.
  const isSouth = facts.position !== null && facts.position.latitude < 0
  const { x, height } = layout.figure
  const transform = isSouth ? `matrix(1 0 0 -1 ${x} ${Math.round(height)})` : `translate(${x})`
  const scheme = size === 'share' ? '' : `@media(prefers-color-scheme:dark){${rules(night)}}`
  const leaf = size === 'share' ? '.s{fill:#fffdf8;stroke:#1a1814}.k{fill:#1a1814}.l{fill:#fffdf8}' : ''
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${layout.width} ${layout.height}"><style>${rules(day)}${scheme}.t{stroke-width:0}${leaf}</style><path class="${ground}" d="M0 0h${layout.width}v${layout.height}H0z"/><g transform="${transform}">${marks.map(({ role, path }) => `<path class="${classes[role]}" d="${path}"/>`).join('')}</g><path class="${band}" d="${layout.band}"/><g class="${type} t">${layout.type}</g></svg>`
}

import { escapeXml } from '#lib/text.ts'
import file from './letters.json' with { type: 'json' }

// Text as outlines: a picture cannot load the site's font. Letters that it does not have, as those of Chinese, are left to the reader's fonts.

const outlines = new Map(
  file.letters.split('\n').map((line) => {
    const [letter, ...rest] = line
    const [width, ...outline] = rest.join('').split(' ')
    return [letter!, { width: Number(width), outline: outline.join(' ') }]
  }),
)
const widthOfOther = 1000
export const tracking = -25

/** How a line of text looks, in thousandths of its size: its letters stand on 0. Without `marks` letters are missing. */
export type Lettering = (text: string, isRightToLeft: boolean) => { width: number; marks?: string }

export const posterLettering: Lettering = (text) => {
  let width = 0
  let marks: string | undefined = ''
  for (const letter of text) {
    const { width: advance, outline } = outlines.get(letter) ?? { width: widthOfOther }
    if (outline === undefined) marks = undefined
    else if (outline && marks !== undefined)
      marks += `<path d="${outline}"${width ? ` transform="translate(${width})"` : ''}/>`
    width += advance + tracking
  }
  return { width, ...(marks !== undefined && { marks }) }
}

/** The first letter is of a script that is written from right to left. */
const rightToLeft = /^\P{L}*[\p{Script=Arabic}\p{Script=Hebrew}]/u

type Place = { x: number; y: number; size: number; isEnd?: boolean; isRightToLeft?: boolean }

/** A line of text whose letters stand on `y`, from `x` on or, with `isEnd`, up to it. */
export function letterLine(
  text: string,
  { x, y, size, isEnd, isRightToLeft = rightToLeft.test(text) }: Place,
  lettering = posterLettering,
) {
  const scale = size / 1000
  const { width, marks } = lettering(text, isRightToLeft)
  if (marks === undefined)
    return `<text x="${Math.round(x)}" y="${Math.round(y)}" font-size="${Math.round(size)}" font-weight="800" font-family="system-ui,sans-serif"${isEnd ? ' text-anchor="end"' : ''}>${escapeXml(text)}</text>`
  return `<g transform="translate(${Math.round(isEnd ? x - width * scale : x)} ${Math.round(y)})scale(${scale.toFixed(3)})">${marks}</g>`
}

const wordSegmenter = new Intl.Segmenter('en', { granularity: 'word' })
/** Their words do not stand apart. */
const joined = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{Script=Thai}]/u
const maxWord = 26

/** Words with what follows them: a line may end after each. */
function partsOf(text: string): string[] {
  const parts: string[] = []
  for (const { segment, isWordLike } of wordSegmenter.segment(text)) {
    const last = parts.at(-1)
    const isOpening = /^[\p{Ps}\p{Pi}]/u.test(segment)
    const isNew =
      last === undefined ||
      /[^\S\u00a0]$/.test(last) ||
      ((isWordLike || isOpening) &&
        !/[\p{Ps}\p{Pi}]$/u.test(last) &&
        (joined.test(last) || joined.test(segment)))
    if (isNew) parts.push(segment)
    else parts[parts.length - 1] += segment
  }
  return parts.flatMap((part) => part.match(new RegExp(`(?:\\P{M}\\p{M}*){1,${maxWord}}`, 'gu')) ?? part)
}

/** What lines of a script need, in parts of the size. */
const leadingOf = (text: string) =>
  /[\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Thai}]/u.test(text)
    ? 1.3
    : /(?!\p{Script=Latin})\p{L}/u.test(text)
      ? 1.12
      : 0.92

/** `leading` is the least. */
type Room = { width: number; height: number; largest: number; leading?: number }
export type Block = { lines: string[]; size: number; leading: number; width: number; isRightToLeft: boolean }

/** Lines as large as a room has place for. */
export function fitLines(lines: string[], room: Room, lettering = posterLettering): Block {
  const [text, { width, height, largest }] = [lines.join(' '), room]
  const [leading, isRightToLeft] = [Math.max(room.leading ?? 0, leadingOf(text)), rightToLeft.test(text)]
  const widest = Math.max(1, ...lines.map((line) => lettering(line, isRightToLeft).width)) / 1000
  const size = Math.floor(Math.min(largest, width / widest, height / (lines.length * leading)))
  return { lines, size, leading, width, isRightToLeft }
}

/** A text in as many lines as make it largest, of about the same length. */
export function breakLines(text: string, room: Room, lettering = posterLettering): Block {
  const parts = partsOf(text).map((part) => {
    const [width, visible] = [part, part.trimEnd()].map((word) => lettering(word, false).width)
    return { part, width: width!, visible: visible! }
  })
  const leading = Math.max(room.leading ?? 0, leadingOf(text))
  const all = parts.reduce((sum, { width }) => sum + width, 0)
  let best = { lines: [text], size: 0 }
  for (let max = all; max > all / 40; max *= 0.97) {
    const lines: string[] = []
    let [length, widest] = [0, 1]
    for (const { part, width, visible } of parts) {
      const isNew = lines.length === 0 || length + visible > max
      if (isNew) length = 0
      lines.push(isNew ? part : lines.pop() + part)
      widest = Math.max(widest, length + visible)
      length += width
    }
    const size = Math.min(room.largest, (room.width * 1000) / widest, room.height / (lines.length * leading))
    if (size > best.size || (size === best.size && lines.length === best.lines.length)) best = { lines, size }
  }
  const lines = best.lines.map((line) => line.trim())
  return fitLines(lines, room, lettering)
}

/** Lines one below the other, the last of which stands on `bottom`; those from right to left end where the room ends. */
export function letterLines(block: Block, x: number, bottom: number, lettering = posterLettering) {
  const { lines, size, leading, width, isRightToLeft } = block
  const place = { x: isRightToLeft ? x + width : x, size, isEnd: isRightToLeft, isRightToLeft }
  const y = (index: number) => bottom - (lines.length - 1 - index) * size * leading
  return lines.map((line, index) => letterLine(line, { ...place, y: y(index) }, lettering)).join('')
}

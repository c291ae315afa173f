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
const tracking = -25

/** Whether the font has all letters of a text. */
export const canLetter = (text: string) => [...text].every((letter) => outlines.has(letter))

/** In thousandths of the size. */
const widthOf = (text: string) =>
  [...text].reduce((sum, letter) => sum + (outlines.get(letter)?.width ?? widthOfOther) + tracking, 0)

/** A line of text whose letters stand on `y`, from `x` on or, with `isEnd`, up to it. */
export function letterLine(
  text: string,
  { x, y, size, isEnd }: { x: number; y: number; size: number; isEnd?: boolean },
) {
  const scale = size / 1000
  const start = isEnd ? x - widthOf(text) * scale : x
  if (!canLetter(text))
    return `<text x="${Math.round(x)}" y="${Math.round(y)}" font-size="${Math.round(size)}" font-weight="800" font-family="system-ui,sans-serif"${isEnd ? ' text-anchor="end"' : ''}>${escapeXml(text)}</text>`
  let at = 0
  const marks = [...text].map((letter) => {
    const { width, outline } = outlines.get(letter)!
    const mark = outline && `<path d="${outline}"${at ? ` transform="translate(${at})"` : ''}/>`
    at += width + tracking
    return mark
  })
  return `<g transform="translate(${Math.round(start)} ${Math.round(y)})scale(${scale.toFixed(3)})">${marks.join('')}</g>`
}

type Room = { width: number; height: number; largest: number }
const leading = 0.92

/** The breaks of a text with which its lines can be largest, and their size. */
export function breakLines(
  text: string,
  { width, height, largest }: Room,
): { lines: string[]; size: number } {
  const words = text.split(' ').filter(Boolean)
  // Of many words only as many breaks are tried as there are numbers of lines.
  const breaks =
    words.length <= 9
      ? Array.from({ length: 2 ** (words.length - 1) }, (_, set) =>
          words.slice(1).map((_, index) => ((set >> index) & 1) === 1),
        )
      : [6, 9, 12, 16].map((longest) => breaksBy(words, longest))
  let best = { lines: [text], size: 0 }
  for (const isBreak of breaks) {
    const lines = [words[0] ?? '']
    for (const [index, word] of words.slice(1).entries())
      if (isBreak[index]) lines.push(word)
      else lines.push(`${lines.pop()} ${word}`)
    const widest = Math.max(...lines.map(widthOf)) / 1000
    const size = Math.floor(Math.min(largest, width / widest, height / (lines.length * leading)))
    if (size > best.size) best = { lines, size }
  }
  return best
}

function breaksBy(words: string[], longest: number): boolean[] {
  let length = words[0]!.length
  return words.slice(1).map((word) => {
    const isBreak = length + word.length + 1 > longest
    length = isBreak ? word.length : length + word.length + 1
    return isBreak
  })
}

/** Lines one below the other, the last of which stands on `bottom`. */
export const letterLines = ({ lines, size }: { lines: string[]; size: number }, x: number, bottom: number) =>
  lines
    .map((line, index) =>
      letterLine(line, { x, y: bottom - (lines.length - 1 - index) * size * leading, size }),
    )
    .join('')

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import createBidi from 'bidi-js'
import { create, type Font } from 'fontkit'
import { type Lettering, tracking } from './posters/lettering.ts'

// Text of all scripts as outlines, with the fonts of packages.

const { resolve } = createRequire(import.meta.url)
// Its types are those of another kind of module.
const bidi = (createBidi as unknown as typeof createBidi.default)()
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

const display = '@fontsource/bricolage-grotesque'
/** Has strokes of the lightest weight, whatever is wanted of a variable file. */
const isThin = (file: string) => file.startsWith('@fontsource-variable/')
/** Makes them bold; in thousandths of the size. */
const strokeWidth = 75

type Subset = { file: string; characters: RegExp }
/** The files of a package with the characters that each may have. */
function subsetsOf(name: string): Subset[] {
  // { "latin": "U+0000-00FF,U+0131", "[4]": "U+20bb7,U+2a3ed" }
  const subsets: Record<string, string> = JSON.parse(readFileSync(resolve(`${name}/unicode.json`), 'utf8'))
  return Object.entries(subsets).map(([subset, ranges]) => {
    const points = ranges.replaceAll(/[\da-f]+/gi, String.raw`\u{$&}`).replaceAll(/U\+|,/g, '')
    const file = `${path.basename(name)}-${subset.replaceAll(/[[\]]/g, '')}-${isThin(name) ? 'wght' : '800'}-normal.woff2`
    return { file: `${name}/files/${file}`, characters: new RegExp(`[${points}]`, 'u') }
  })
}
const common = [
  display,
  '@fontsource/noto-sans',
  '@fontsource/noto-sans-arabic',
  '@fontsource/noto-sans-hebrew',
  '@fontsource/noto-sans-thai',
].flatMap(subsetsOf)
/** Chinese characters look otherwise in Japan and Korea: the letters tell where a text is from. */
const eastAsian = (
  [
    ['sc', /\p{Script=Bopomofo}/u],
    ['jp', /[\p{Script=Hiragana}\p{Script=Katakana}]/u],
    ['kr', /\p{Script=Hangul}/u],
  ] as const
).map(([country, letters]) => ({ letters, subsets: subsetsOf(`@fontsource-variable/noto-sans-${country}`) }))

/** Those used last. */
const fonts = new Map<string, Font>()
/** Each takes 1 MB and 20 ms: the most between two images, and for one. 500 characters of Chinese need 48 files at most. */
const [maxFonts, maxFontsOfImage] = [16, 64]
function openFont(file: string): Font {
  const font = fonts.get(file) ?? (create(readFileSync(resolve(file))) as Font)
  fonts.delete(file)
  fonts.set(file, font)
  return font
}

/** The first file that has all characters of a letter with its marks. */
const findFile = (letter: string, subsets: Subset[]) =>
  subsets.find(
    ({ file, characters }) =>
      characters.test(letter) &&
      [...letter].every((character) => openFont(file).hasGlyphForCodePoint(character.codePointAt(0)!)),
  )?.file

type FileOf = (letter: string) => string | undefined

/**
 * What can be drawn of a text: symbols and marks that no font has are left out, and with a letter the whole text, which
 * would be half a name otherwise. The page's title says it beside the image.
 */
function leaveOut(text: string, fileOf: FileOf): string {
  let rest = ''
  for (const { segment } of graphemes.segment(text.normalize('NFC').replace(/[^\S\u00a0]|\p{Cc}/gu, ' '))) {
    const bare = segment.replace(/[\p{M}\p{Cf}]/gu, '')
    if (!bare) continue
    if (fileOf(segment)) rest += segment
    else if (fileOf(bare)) rest += bare
    else if (/[\p{L}\p{N}]/u.test(bare) && !/\p{Emoji}/u.test(bare)) return ''
  }
  return rest.replace(/ +/g, ' ').trim()
}

/** Characters of one font and direction. */
type Run = { text: string; file: string; isReversed: boolean }

/** In the order of the eye. */
function runsOf(text: string, isRightToLeft: boolean, fileOf: FileOf): Run[] {
  const embedding = bidi.getEmbeddingLevels(text, isRightToLeft ? 'rtl' : 'ltr')
  /** At each index of the text. */
  const runs: Run[] = []
  for (const { segment, index } of graphemes.segment(text)) {
    const [file, isReversed] = [fileOf(segment), embedding.levels[index]! % 2 === 1]
    if (!file) continue
    const last = runs[index - 1]
    const run = last?.file === file && last.isReversed === isReversed ? last : { text: '', file, isReversed }
    run.text += isReversed ? (bidi.getMirroredCharacter(segment) ?? segment) : segment
    for (let at = index; at < index + segment.length; at++) runs[at] = run
  }
  const ordered = bidi.getReorderedIndices(text, embedding).flatMap((index) => runs[index] ?? [])
  return [...new Set(ordered)]
}

function layOut(font: Font, { text, isReversed }: Run) {
  const lay = (features?: Record<string, boolean>) =>
    font.layout(text, features, undefined, undefined, isReversed ? 'rtl' : 'ltr')
  try {
    return lay()
  } catch {
    // A mark by itself has no place, which fontkit 2.0.4 does not expect.
    return lay({ mark: false, mkmk: false })
  }
}

/** How the texts of one image are lettered. */
export function fontLettering(texts: string[]) {
  const own = eastAsian.filter(({ letters }) => letters.test(texts.join()))
  const subsets = [...common, ...[...own, ...eastAsian].flatMap((font) => font.subsets)]
  const files = new Map<string, string | undefined>()
  for (const file of [...fonts.keys()].slice(0, -maxFonts)) fonts.delete(file)
  const fileOf: FileOf = (letter) => {
    const isFull = new Set(files.values()).size >= maxFontsOfImage
    if (!files.has(letter)) files.set(letter, findFile(letter, isFull ? common : subsets))
    return files.get(letter)
  }
  const lettering: Lettering = (text, isRightToLeft) => {
    let [width, marks] = [0, '']
    for (const run of runsOf(text, isRightToLeft, fileOf)) {
      const font = openFont(run.file)
      const { glyphs, positions } = layOut(font, run)
      const scale = 1000 / font.unitsPerEm
      const stroke = isThin(run.file) ? ` stroke-width="${strokeWidth / scale}"` : ''
      for (const [index, glyph] of glyphs.entries()) {
        const { xAdvance, xOffset, yOffset } = positions[index]!
        const place = `translate(${width + xOffset * scale} ${-yOffset * scale})scale(${scale} ${-scale})`
        marks += `<path d="${glyph.path.toSVG()}"${stroke} transform="${place}"/>`
        width += xAdvance * scale + (run.file.startsWith(display) ? tracking : 0)
      }
    }
    return { width, marks }
  }
  return { lettering, readable: (text: string) => leaveOut(text, fileOf) }
}

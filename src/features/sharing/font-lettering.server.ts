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
const strokeWidth = 85

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
  '@fontsource-variable/noto-sans-kr',
].flatMap(subsetsOf)
const japanese = subsetsOf('@fontsource-variable/noto-sans-jp')
const chinese = subsetsOf('@fontsource-variable/noto-sans-sc')

/** Those used last. Of the many files of Chinese few are kept, or they would fill the memory. */
const fonts = new Map<string, Font>()
const maxFonts = 24
function openFont(file: string): Font {
  const font = fonts.get(file) ?? (create(readFileSync(resolve(file))) as Font)
  fonts.delete(file)
  fonts.set(file, font)
  if (fonts.size > maxFonts) fonts.delete(fonts.keys().next().value!)
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

/** How the texts of one image are lettered. The same character is drawn in another way in Japan. */
export function fontLettering(texts: string[]) {
  const isJapanese = /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(texts.join())
  const subsets = [...common, ...(isJapanese ? japanese : chinese), ...(isJapanese ? chinese : japanese)]
  const files = new Map<string, string | undefined>()
  const fileOf: FileOf = (letter) => {
    if (!files.has(letter)) files.set(letter, findFile(letter, subsets))
    return files.get(letter)
  }
  const lettering: Lettering = (text, isRightToLeft) => {
    let [width, marks] = [0, '']
    for (const run of runsOf(text, isRightToLeft, fileOf)) {
      const font = openFont(run.file)
      const direction = run.isReversed ? 'rtl' : 'ltr'
      const { glyphs, positions } = font.layout(run.text, undefined, undefined, undefined, direction)
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

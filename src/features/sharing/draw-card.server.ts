import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { type Card, cardSize } from './card.ts'
import { canLetter } from './posters/lettering.ts'
import { drawPoster } from './posters/poster.ts'

const { resolve } = createRequire(import.meta.url)

/** Read for every image. Each file is a family of its own: of several files of one family only the first is asked for a letter. */
const commonFonts = [
  ...['latin', 'latin-ext', 'vietnamese'].map((subset) => fileOf('@fontsource/bricolage-grotesque', subset)),
  ...['cyrillic', 'cyrillic-ext', 'greek', 'greek-ext', 'devanagari', 'latin', 'latin-ext'].map((subset) =>
    fileOf('@fontsource/noto-sans', subset),
  ),
]

const [japanese, chinese] = ['@fontsource-variable/noto-sans-jp', '@fontsource-variable/noto-sans-sc']
/** Of the files of these a text needs few, which are read for it. Those that are variable have thin strokes here, whatever the weight. */
const scriptPackages = [
  '@fontsource/noto-sans-arabic',
  '@fontsource/noto-sans-hebrew',
  '@fontsource/noto-sans-thai',
  '@fontsource-variable/noto-sans-kr',
]
/** The same character is drawn in another way in Japan. */
const packagesFor = ({ title, lines }: Card) =>
  /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test([title, ...lines].join())
    ? [...scriptPackages, japanese, chinese]
    : [...scriptPackages, chinese, japanese]
/** For Latin words among thin characters. */
const thinLatin = fileOf(japanese, 'latin')
const chineseJapaneseKorean = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u
/** The first letter is of a script that is written from right to left. */
const rightToLeft = /^\P{L}*[\p{Script=Arabic}\p{Script=Hebrew}]/u

function fileOf(fontPackage: string, subset: string): string {
  const weight = fontPackage.startsWith('@fontsource-variable/') ? 'wght' : '700'
  return `${fontPackage}/files/${path.basename(fontPackage)}-${subset}-${weight}-normal.woff2`
}

const loadFonts = (files: Iterable<string>) =>
  Promise.all(
    [...files].map(async (file) => ({
      name: file,
      data: await readFile(resolve(file)),
      weight: 700 as const,
      style: 'normal' as const,
    })),
  )
let fonts: ReturnType<typeof loadFonts> | undefined

/** The files that have characters, by the ranges in the packages' lists, and the characters that are in none. */
async function findFontFiles(characters: Iterable<string>, packages: string[]) {
  const files = new Set<string>()
  const unknown = new Set(characters)
  for (const fontPackage of packages) {
    if (unknown.size === 0) break
    // { "latin": "U+0000-00FF,U+0131", "[4]": "U+20bb7,U+2a3ed" }
    const subsets: Record<string, string> = JSON.parse(
      await readFile(resolve(`${fontPackage}/unicode.json`), 'utf8'),
    )
    for (const [subset, ranges] of Object.entries(subsets)) {
      const characterClass = ranges.replaceAll(/[\da-f]+/gi, String.raw`\u{$&}`).replaceAll(/U\+|,/g, '')
      const charactersOfSubset = new RegExp(`[${characterClass}]`, 'u')
      for (const character of unknown)
        if (
          /[\p{L}\p{M}\p{N}\u3000-\u303f\uff00-\uffef]/u.test(character) &&
          charactersOfSubset.test(character)
        ) {
          files.add(fileOf(fontPackage, subset.replaceAll(/[[\]]/g, '')))
          unknown.delete(character)
        }
    }
  }
  return { files, unknown }
}

/** Draws a share image as PNG. It blocks its thread for tens of milliseconds. */
export async function drawCard(card: Card, siteName: string): Promise<Uint8Array> {
  const [{ default: satori }, { Resvg }] = await Promise.all([import('satori'), import('@resvg/resvg-js')])
  const { poster } = card
  if (poster && canLetter(poster.name + poster.location_name))
    return new Resvg(drawPoster({ ...poster, siteName }, 'share')).render().asPng()
  fonts ??= loadFonts(commonFonts)
  let all = await fonts
  async function layOut(without: Set<string>) {
    const missing = new Set<string>()
    const families = all.map(({ name }) => name).join(', ')
    const element = cardElement(textsOf(card, siteName, without), families)
    const svg = await satori(element as Parameters<typeof satori>[0], {
      ...cardSize,
      fonts: all,
      loadAdditionalAsset: async (_, segment) => {
        for (const character of segment) missing.add(character)
        return []
      },
    })
    return { svg, missing }
  }
  let { svg, missing } = await layOut(new Set())
  if (missing.size > 0) {
    const { files, unknown } = await findFontFiles(missing, packagesFor(card))
    if (files.size > 0) files.add(thinLatin)
    all = [...all, ...(await loadFonts(files))]
    ;({ svg, missing } = await layOut(unknown))
    // The lists name more than the fonts have.
    if (missing.size > 0) ({ svg } = await layOut(new Set([...unknown, ...missing])))
  }
  return new Resvg(svg, { font: { loadSystemFonts: false } }).render().asPng()
}

type Texts = { label: string; title: string; lines: string[]; siteName: string }

/**
 * The texts that can be drawn: of characters that no font has, symbols are left out, and with a letter the whole text, which
 * would be half a name otherwise. The page's title says it beside the image.
 */
function textsOf({ label, title, lines }: Card, siteName: string, missing: Set<string>): Texts {
  const letters = [...missing].filter(
    (character) => /[\p{L}\p{N}\p{M}]/u.test(character) && !/\p{Emoji}/u.test(character),
  )
  const readable = (text: string) =>
    letters.some((letter) => text.includes(letter))
      ? ''
      : [...text]
          .filter((character) => !missing.has(character))
          .join('')
          .replace(/\s+/g, ' ')
          .trim()
  const readableLines = lines.map((parts) => parts.map(readable).filter(Boolean).join(', ')).filter(Boolean)
  // Without a title, what is left stands large in its place.
  const [first = '', ...rest] = [readable(title), ...readableLines].filter(Boolean)
  return { label, title: first, lines: rest, siteName: readable(siteName) }
}

type Child = Element | string | false
type Element = { type: string; props: Record<string, unknown> & { children?: Child | Child[] } }

const box = (style: Record<string, unknown>, ...children: Child[]): Element => ({
  type: 'div',
  props: { style: { display: 'flex', ...style }, children },
})
const text = (style: { fontSize?: number } & Record<string, unknown>, content: string): Element => ({
  type: 'div',
  props: {
    style: {
      display: 'block',
      wordBreak: 'break-word',
      ...(rightToLeft.test(content) && { direction: 'rtl' }),
      ...(chineseJapaneseKorean.test(content) && { fontFamily: thinLatin, WebkitTextStrokeWidth: '0.05em' }),
      ...style,
    },
    children: content,
  },
})

const titleSize = (title: string) =>
  title.length <= 28 ? 92 : title.length <= 60 ? 74 : title.length <= 110 ? 60 : 48

// The colours of light pages (src/styles.css).
const [paper, ink, quiet, accent] = ['#faf7f0', '#1a1814', '#645e54', '#b3261e']

function cardElement({ label, title, lines, siteName }: Texts, fontFamily: string): Element {
  return box(
    {
      boxSizing: 'border-box',
      width: '100%',
      height: '100%',
      flexDirection: 'column',
      justifyContent: 'space-between',
      padding: '56px 72px',
      background: paper,
      color: ink,
      fontFamily,
      fontWeight: 700,
    },
    box(
      { flexDirection: 'column', gap: 26 },
      box(
        {
          justifyContent: 'space-between',
          alignItems: 'center',
          paddingBottom: 20,
          borderBottom: `4px solid ${ink}`,
        },
        box({ alignItems: 'center', gap: 18, fontSize: 38 }, mark, text({}, siteName)),
        text({ fontSize: 28, color: accent }, label),
      ),
      title !== '' &&
        text(
          { fontSize: titleSize(title), lineHeight: 1.12, letterSpacing: '-0.015em', lineClamp: 5 },
          title,
        ),
    ),
    box(
      { flexDirection: 'column', gap: 8, fontSize: 34 },
      ...lines
        .filter(Boolean)
        .map((line, index) =>
          text({ lineClamp: index === 0 ? 2 : 1, color: index === 0 ? ink : quiet, lineHeight: 1.25 }, line),
        ),
    ),
  )
}

/** The site's mark (components/layout/mark.tsx). */
const mark = {
  type: 'svg',
  props: {
    width: 36,
    height: 52,
    viewBox: '0 0 18 26',
    fill: 'none',
    children: [
      {
        type: 'path',
        props: { d: 'M1.5 26V9a7.5 7.5 0 0 1 15 0v17', stroke: ink, 'stroke-width': 2.4 },
      },
      { type: 'circle', props: { cx: 12, cy: 16.5, r: 1.7, fill: accent } },
    ],
  },
} as Element

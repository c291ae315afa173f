import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { type Card, cardSize } from './card.ts'

const { resolve } = createRequire(import.meta.url)
const bricolage = '@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque'
const noto = '@fontsource/noto-sans/files/noto-sans'

/** Each subset is a family of its own: of several files of one family only the first is asked for a letter. */
const fontFiles = {
  Latin: `${bricolage}-latin-wght-normal.woff2`,
  LatinExtended: `${bricolage}-latin-ext-wght-normal.woff2`,
  Vietnamese: `${bricolage}-vietnamese-wght-normal.woff2`,
  Cyrillic: `${noto}-cyrillic-700-normal.woff2`,
  CyrillicExtended: `${noto}-cyrillic-ext-700-normal.woff2`,
  Greek: `${noto}-greek-700-normal.woff2`,
  GreekExtended: `${noto}-greek-ext-700-normal.woff2`,
  Devanagari: `${noto}-devanagari-700-normal.woff2`,
  NotoLatin: `${noto}-latin-700-normal.woff2`,
  NotoLatinExtended: `${noto}-latin-ext-700-normal.woff2`,
}
const fontFamily = Object.keys(fontFiles).join(', ')

const loadFonts = async () =>
  Promise.all(
    Object.entries(fontFiles).map(async ([name, file]) => ({
      name,
      data: await readFile(resolve(file)),
      weight: 700 as const,
      style: 'normal' as const,
    })),
  )
let fonts: ReturnType<typeof loadFonts> | undefined

/** Draws a share image as PNG. It blocks its thread for tens of milliseconds. */
export async function drawCard(card: Card, siteName: string): Promise<Uint8Array> {
  const [{ default: satori }, { Resvg }] = await Promise.all([import('satori'), import('@resvg/resvg-js')])
  fonts ??= loadFonts()
  const options = { ...cardSize, fonts: await fonts }
  async function layOut(texts: Texts) {
    const missing = new Set<string>()
    const svg = await satori(cardElement(texts) as Parameters<typeof satori>[0], {
      ...options,
      loadAdditionalAsset: async (_, segment) => {
        for (const sign of segment) missing.add(sign)
        return []
      },
    })
    return { svg, missing }
  }
  const first = await layOut(textsOf(card, siteName, new Set()))
  const { svg } = first.missing.size > 0 ? await layOut(textsOf(card, siteName, first.missing)) : first
  return new Resvg(svg, { font: { loadSystemFonts: false } }).render().asPng()
}

type Texts = { label: string; title: string; lines: string[]; siteName: string }

/**
 * The texts that can be drawn: of signs that no font has, symbols are left out, and with a letter the whole text, which
 * would be half a name otherwise. The page's title says it beside the image.
 */
function textsOf({ label, title, lines }: Card, siteName: string, missing: Set<string>): Texts {
  const letters = [...missing].filter((sign) => /[\p{L}\p{N}\p{M}]/u.test(sign) && !/\p{Emoji}/u.test(sign))
  const readable = (text: string) =>
    letters.some((letter) => text.includes(letter))
      ? ''
      : [...text]
          .filter((sign) => !missing.has(sign))
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
const text = (style: Record<string, unknown>, content: string): Element => ({
  type: 'div',
  props: { style: { display: 'block', wordBreak: 'break-word', ...style }, children: content },
})

const titleSize = (title: string) =>
  title.length <= 28 ? 92 : title.length <= 60 ? 74 : title.length <= 110 ? 60 : 48

// The colours of light pages (src/styles.css).
const [paper, ink, quiet, accent] = ['#faf7f0', '#1a1814', '#645e54', '#b3261e']

function cardElement({ label, title, lines, siteName }: Texts): Element {
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

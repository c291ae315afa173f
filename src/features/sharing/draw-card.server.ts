import { type Card, cardSize } from './card.ts'
import { fontLettering } from './font-lettering.server.ts'
import { breakLines, type Lettering, letterLine, letterLines } from './posters/lettering.ts'
import { drawPoster } from './posters/poster.ts'

/** Draws a share image as PNG. It blocks its thread for tens of milliseconds. */
export async function drawCard(card: Card, siteName: string): Promise<Uint8Array> {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  sharp.concurrency(1)
  return sharp(Buffer.from(drawSvg(card, siteName)))
    .resize(cardSize)
    .png()
    .toBuffer()
}

function drawSvg({ label, title, lines, poster }: Card, siteName: string): string {
  const { lettering, readable } = fontLettering([title, ...lines.flat()])
  const [name, site] = [readable(title), readable(siteName)]
  if (poster && name) {
    const facts = { ...poster, name, location_name: readable(poster.location_name), siteName: site }
    return drawPoster(facts, 'share', lettering)
  }
  const rest = lines.map((parts) => parts.map(readable).filter(Boolean)).filter(({ length }) => length > 0)
  // Without a title, what is left stands large in its place.
  return drawText({ label, title: name || (rest.shift() ?? []).join(', '), lines: rest, site }, lettering)
}

type Texts = { label: string; title: string; lines: string[][]; site: string }

// The colours of light pages (src/styles.css).
const [paper, ink, quiet, accent] = ['#faf7f0', '#1a1814', '#645e54', '#b3261e']
const margin = 72
const [top, bottom, width] = [160, cardSize.height - 60, cardSize.width - 2 * margin]

function drawText({ label, title, lines, site }: Texts, lettering: Lettering): string {
  const blocks = lines.map((parts, index) => fitParts(parts, index === 0 ? 2 : 1, lettering))
  let y = bottom
  const marks = blocks.toReversed().map((block, index) => {
    const drawn = inColour(index < blocks.length - 1 ? quiet : ink, letterLines(block, margin, y, lettering))
    y -= block.lines.length * block.size * block.leading + 14
    return drawn
  })
  const heading = breakLines(title, { width, height: y - top - 30, largest: 124, leading: 1 }, lettering)
  const { size, leading } = heading
  const foot = top + size * (0.75 + (leading - 0.92) / 2 + (heading.lines.length - 1) * leading)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${cardSize.width} ${cardSize.height}"><path fill="${paper}" d="M0 0h${cardSize.width}v${cardSize.height}H0z"/><path fill="${ink}" d="M${margin} 128h${width}v4H${margin}z"/>${mark}${inColour(ink, letterLine(site, { x: margin + 54, y: 96, size: 38 }, lettering) + letterLines(heading, margin, foot, lettering))}${inColour(accent, letterLine(label, { x: margin + width, y: 94, size: 28, isEnd: true }, lettering))}${marks.join('')}</svg>`
}

const inColour = (colour: string, marks: string) =>
  `<g fill="${colour}" stroke="${colour}" stroke-width="0">${marks}</g>`

/** As many of the parts as can be read in a small picture. */
function fitParts(parts: string[], lineCount: number, lettering: Lettering) {
  for (let count = parts.length; ; count--) {
    const text = parts.slice(0, count).join(', ') + (count < parts.length ? ', …' : '')
    const room = { width, height: lineCount * 42, largest: 34, leading: 1.2 }
    const block = breakLines(text, room, lettering)
    if (block.size >= 26 || count === 1) return block
  }
}

/** The site's mark (components/layout/mark.tsx). */
const mark = `<g transform="translate(${margin} 56)scale(2)"><path d="M1.5 26V9a7.5 7.5 0 0 1 15 0v17" fill="none" stroke="${ink}" stroke-width="2.4"/><circle cx="12" cy="16.5" r="1.7" fill="${accent}"/></g>`

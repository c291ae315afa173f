// node scripts/make-letters.mjs: makes src/features/sharing/posters/letters.json, the outlines of the letters on posters: a picture cannot load a font.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { create } from 'fontkit'

/** A line for each letter: itself, its width and its outline at a size of 1000, standing on 0. */
const letters = new Map()
for (const subset of ['latin', 'latin-ext']) {
  const file = `@fontsource/bricolage-grotesque/files/bricolage-grotesque-${subset}-800-normal.woff2`
  const font = create(readFileSync(fileURLToPath(import.meta.resolve(file))))
  for (const codePoint of font.characterSet) {
    const letter = String.fromCodePoint(codePoint)
    if (!/^[\p{L}\p{N}\p{P}\p{S} ]$/u.test(letter) || letters.has(letter)) continue
    const { advanceWidth, path } = font.glyphForCodePoint(codePoint)
    const outline = path
      .scale(1, -1)
      .toSVG()
      .replace(/-?\d+\.\d+/g, Math.round)
    letters.set(letter, `${letter}${Math.round(advanceWidth)} ${outline}`)
  }
}
writeFileSync(
  new URL('../src/features/sharing/posters/letters.json', import.meta.url),
  `${JSON.stringify({ source: 'Bricolage Grotesque 5.3.0, weight 800 (SIL Open Font License 1.1)', letters: [...letters.values()].join('\n') }, null, 2)}\n`,
)

import { createHash } from 'node:crypto'
import { createRequire } from 'node:module'
import { setTimeout } from 'node:timers/promises'
import fc from 'fast-check'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { createCardPainter } from './card-painter.server.ts'
import { drawCard } from './draw-card.server.ts'
import { fontLettering } from './font-lettering.server.ts'
import { breakLines, letterLines } from './posters/lettering.ts'

const card = (title: string, place = 'Lyon') => ({
  label: 'Conference',
  title,
  lines: [['Nov 24 to 26, 2026'], [place, 'France']],
})
const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const draw = async (title: string, place?: string) => digest(await drawCard(card(title, place), 'Hallway'))

test('an image is a PNG of the size that other sites show, and small', async () => {
  const bytes = await drawCard(card('You do not need an ORM'), 'Hallway')
  const { format, width, height } = await sharp(bytes).metadata()
  expect([format, width, height]).toEqual(['png', 1200, 630])
  expect(bytes.length).toBeLessThan(100_000)
})

// Ogham: no font of ours has it.
const unknown = 'ᚁᚂ'

test('letters with accents and of other scripts are drawn', async () => {
  const untitled = await draw(unknown)
  const european = ['Łukasz Żółć', 'Nguyễn Thị', 'Привет', 'Київ', 'Ελληνικά', 'İstanbul']
  const cards = [
    'हिन्दी',
    '日本語カンファレンス',
    '人工智能',
    '한국',
    'عالم التطبيقات',
    'ועידה',
    'ไทย',
    '𠮷野家',
  ]
  for (const title of [...european, ...cards]) expect(await draw(title), title).not.toBe(untitled)
  expect(await draw('Rust', '東京')).not.toBe(await draw('Rust', unknown))
  // In Japan this character is another drawing.
  const boneOf = (texts: string[]) => fontLettering(texts).lettering('骨', false).marks
  expect(boneOf(['東京の骨'])).not.toBe(boneOf(['骨']))
})

test('what is written from right to left is laid out so, and letters join', () => {
  const { lettering } = fontLettering([])
  /** How far each mark of a line stands from its start. */
  const placesOf = (text: string, isRightToLeft: boolean) =>
    [...lettering(text, isRightToLeft).marks!.matchAll(/<path d="([^"]*)".*?translate\((\S+)/g)].map(
      ([, outline, x]) => ({ outline, x: Number(x) }),
    )
  const outlineOf = (letter: string) => placesOf(letter, false)[0]!.outline
  // Words of another direction, numbers and brackets among them.
  for (const [text, drawn] of [
    ['שלום Rust 2026', '2026 tsuR םולש'],
    ['(אב) Go', 'oG )בא('],
  ] as const) {
    const outlines = placesOf(text, true).map(({ outline }) => outline)
    const expected = [...drawn].map(outlineOf)
    expect(outlines.filter(Boolean)).toHaveLength(expected.filter(Boolean).length)
    expect(new Set(outlines)).toEqual(new Set(expected))
  }
  const [first] = placesOf('שלום Rust', true)
  expect(first!.outline).toBe(outlineOf('R'))
  expect(placesOf('שלום Rust', false)[0]!.outline).toBe(outlineOf('ם'))
  expect(lettering('بب', true).width).not.toBe(2 * lettering('ب', true).width)
  expect(placesOf('(אב', true).at(-1)!.outline).toBe(outlineOf(')'))
})

test('any text is laid out, also marks without a letter and halves of characters', () => {
  const ranges = [
    'ぁ一가',
    'ء\u0610\u064b\u06d6 ',
    '\u0300aé',
    'ก\u0e31\u0e49',
    'अ\u093f\u094d',
    '\ud83d🦀\u200d',
    '(א\u05b8)',
  ]
  const text = fc.string({
    unit: fc.constantFrom(...ranges.flatMap((range) => range.split(''))),
    maxLength: 30,
  })
  fc.assert(
    fc.property(fc.oneof(text, fc.string({ unit: 'binary' })), (title) => {
      const { lettering, readable } = fontLettering([title])
      const block = breakLines(readable(title), { width: 1056, height: 300, largest: 124 }, lettering)
      expect(letterLines(block, 0, 0, lettering)).not.toMatch(/NaN|undefined|Infinity/)
      expect(block.size).toBeGreaterThan(0)
    }),
    { numRuns: 60, examples: [['ب \u0654ب']] },
  )
})

test('a text of very many fonts is left out, which would take the thread for seconds', async () => {
  const subsets = createRequire(import.meta.url)('@fontsource-variable/noto-sans-sc/unicode.json')
  const letters = Object.values<string>(subsets).map((ranges) =>
    String.fromCodePoint(Number.parseInt(ranges.slice(2), 16)),
  )
  const rare = letters.filter((letter) => /\p{Script=Han}/u.test(letter))
  expect(rare.length).toBeGreaterThan(64)
  expect(await draw(rare.slice(0, 40).join(''))).not.toBe(await draw(unknown))
  expect(await draw(rare.slice(-40).join(''))).not.toBe(await draw(unknown))
  expect(await draw(rare.join(''))).toBe(await draw(unknown))
})

test('what was drawn before does not change an image', async () => {
  const japanese = await draw('東京の骨')
  await draw('骨 PyCon')
  expect(await draw('東京の骨')).toBe(japanese)
})

test('what no font has is left out whole and leaves no box', async () => {
  const untitled = await draw(unknown)
  for (const title of ['ⰀⰁ', `PyCon ${unknown}`, `東京 ${unknown}`, ''])
    expect(await draw(title), title).toBe(untitled)
  // The words around an emoji make sense without it, as does a letter without its mark, and the parts of a line stand alone.
  expect(await draw('Rust 🦀 party')).toBe(await draw('Rust party'))
  expect(await draw('Ru\u0337st')).toBe(await draw('Rust'))
  expect(await draw('Ru\u200b\u202est')).toBe(await draw('Rust'))
  expect(digest(await drawCard({ ...card('Rust'), lines: [['Nov'], [unknown, 'France']] }, unknown))).toBe(
    digest(await drawCard({ ...card('Rust'), lines: [['Nov'], ['France']] }, '')),
  )
})

test('while images are drawn the event loop is free, and more than thirty do not wait', async () => {
  const paint = createCardPainter()
  const first = await paint(card('The first'), 'Hallway')
  expect(digest(first)).toBe(await draw('The first'))
  let isDone = false
  const images = Promise.allSettled(
    Array.from({ length: 32 }, (_, index) => paint(card(`Title ${index}`), 'Hallway')),
  ).finally(() => {
    isDone = true
  })
  let ticks = 0
  while (!isDone) {
    await setTimeout(1)
    ticks++
  }
  const results = await images
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(30)
  // Drawn in this thread, each of the thirty would be one tick.
  expect(ticks).toBeGreaterThan(100)
})

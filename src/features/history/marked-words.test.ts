import { expect, test } from 'vitest'
import { differingParts } from './differing-parts.ts'
import { markedWords } from './marked-words.ts'

const marked = (runs: { text: string; isMarked: boolean }[]) =>
  runs.map(({ text, isMarked }) => (isMarked ? `[${text}]` : text)).join('')

test.each([
  ['PyCon 2026 in Oslo', 'PyCon 2027 in Oslo', 'PyCon [2026] in Oslo', 'PyCon [2027] in Oslo'],
  ['two halls', 'two large halls', 'two halls', 'two [large ]halls'],
  ['Quiet Days', 'BUY PILLS', '[Quiet Days]', '[BUY PILLS]'],
  ['', 'new', '', '[new]'],
  ['same', 'same', 'same', 'same'],
  ['日本 one', '日本 two', '日本 [one]', '日本 [two]'],
])('%j and %j differ in their marked words', (before, after, one, other) => {
  const words = markedWords(before, after)
  expect([marked(words.before), marked(words.after)]).toEqual([one, other])
})

test('texts of many words are marked as a whole', () => {
  const long = 'word '.repeat(2000)
  expect(marked(markedWords(long, `${long}more`).after)).toBe(`[${long}more]`)
})

test('of long texts the part that differs is left', () => {
  const [start, end] = ['a'.repeat(5000), 'z'.repeat(5000)]
  const { before, after } = differingParts(`${start} old ${end}`, `${start} new ${end}`)
  expect([before!.length, after!.length]).toEqual([before!.length, before!.length])
  expect(before!.length).toBeLessThan(400)
  expect([before!.includes(' old '), after!.includes(' new ')]).toEqual([true, true])
  expect(differingParts(null, 'b'.repeat(50_000)).after!.length).toBeLessThan(4100)
  expect(differingParts('short', 'text')).toEqual({ before: 'short', after: 'text' })
})

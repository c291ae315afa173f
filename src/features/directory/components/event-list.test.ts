import { expect, test } from 'vitest'
import { limits } from '#src/limits.ts'
import { wordsOf } from './event-list.tsx'

const words = (text: string | null) => wordsOf({ excerpt: text, name: 'A' }, true)

test.each([
  ['short', 'A day for all.', 'A day for all.'],
  ['as long as is shown', 'x'.repeat(limits.excerpt), 'x'.repeat(limits.excerpt)],
  ['longer', 'x'.repeat(limits.excerpt + 1), `${'x'.repeat(limits.excerpt)}...`],
  ['cut at a blank', `${'x'.repeat(limits.excerpt)} `, `${'x'.repeat(limits.excerpt)}...`],
  [
    'cut, with a sentence that is left out',
    `Hybrid event. ${'x'.repeat(limits.excerpt - 13)}`,
    `${'x'.repeat(limits.excerpt - 13)}...`,
  ],
  ['none', null, ''],
])('a description that is %s', (_, text, expected) => {
  expect(words(text)).toBe(expected)
})

import { expect, test } from 'vitest'
import { plainText, withoutMarkdown } from './plain-text.ts'

// The longest text that is looked at, of what somebody writes who means harm: each took from 8 seconds to minutes.
test.each([
  ['blanks', `a${' '.repeat(200_000)}b`],
  ['open brackets', '['.repeat(200_000)],
  ['bold that never ends', '**a '.repeat(50_000)],
  ['addresses that never end', '[a](http:'.repeat(22_000)],
  ['a heading with blanks', `# a${' '.repeat(200_000)}b`],
  ['a heading with its own sign', `# a${'#'.repeat(200_000)}b`],
  ['paragraphs', '<p>a'.repeat(50_000)],
])('a text of %s is read in a moment', (_, text) => {
  const before = process.threadCpuUsage()
  plainText(withoutMarkdown(text))
  const { user, system } = process.threadCpuUsage(before)
  expect((user + system) / 1000).toBeLessThan(5000)
})

test.each([
  ['## Intro ##', 'Intro'],
  ['# Intro to C#', 'Intro to C#'],
  ['# A  \n**b** [c](https://example.com/c)', 'A\nb c (https://example.com/c)'],
])('of %j stays %j', (text, plain) => {
  expect(plainText(withoutMarkdown(text))).toBe(plain)
})

import { expect, test } from 'vitest'
import { withScheme } from './fields.ts'

test.each([
  ['example.com', 'https://example.com'],
  [' www.example.co.uk/cfp?x=1#a ', 'https://www.example.co.uk/cfp?x=1#a'],
  ['localhost.test:8080', 'https://localhost.test:8080'],
  ['münchen.example', 'https://münchen.example'],
])('an address without its scheme gets one: %s', (typed, address) => {
  expect(withScheme(typed)).toBe(address)
})

test.each([
  '',
  'fjord',
  'Not yet. Ask us',
  'https://example.com',
  'http://example.com',
  'ftp://example.com',
  'javascript:alert(1.5)',
  'ada@example.com',
  'example.com@evil.example',
  '//example.com',
  '/pictures/a.webp',
])('what has a scheme, or is no address, stays as it is: %s', (typed) => {
  expect(withScheme(typed)).toBe(typed)
})

import { expect, test } from 'vitest'
import { dayCursor, dayTextCursor, momentCursor, rankCursor, textCursor } from './cursor.ts'
import { afterCursor, cursor, parseSearch, stringifySearch, withoutBrackets } from './search-params.ts'

test('a search is read as a form sends it, without null characters and without inherited names', () => {
  expect(parseSearch('?topics=go&topics=rust&find=a%00b&toString=1&__proto__=1')).toEqual({
    topics: ['go', 'rust'],
    find: 'ab',
    toString: '1',
  })
  expect(withoutBrackets('?topics[]=go&topics%5B%5D=a[]=b')).toBe('?topics=go&topics=a[]=b')
})

test('a search without values is none, and a list is repeated names', () => {
  expect(stringifySearch({ search: '', topics: [], past: false, after: undefined })).toBe('')
  expect(stringifySearch({ topics: ['go', 'c++'], page: 2 })).toBe('?topics=go&topics=c%2B%2B&page=2')
})

const id = '0d5c1f7e-52a1-4f0e-9f5a-3f1d0f8b2c11'

test.each([
  [dayCursor, `2027-01-31_${id}`],
  [dayTextCursor, `2027-01-31_${id}_Café`],
  [textCursor, `${id}_ada lovelace`],
  [momentCursor, `2027-01-31 08:00:00.123456+00_${id}`],
  [rankCursor, `-3_${id}`],
])('each form of a cursor is one in an address, too', (schema, text) => {
  expect(schema.safeParse(text).success).toBe(true)
  expect(cursor(text)).toBe(text)
})

test.each(['', 'random', id, '2027-01-31', `x_${id}`, `2027-01-31_${id}x`, ['a', `2027-01-31_${id}`]])(
  '%s is no cursor, and the list begins at its first page',
  (value) => {
    expect(cursor(value)).toBe(undefined)
    expect(afterCursor({ after: value })).toEqual({ after: undefined })
  },
)

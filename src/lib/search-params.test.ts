import { expect, test } from 'vitest'
import { parseSearch, stringifySearch, withoutBrackets } from './search-params.ts'

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

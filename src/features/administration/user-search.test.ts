import { expect, test } from 'vitest'
import { userSearch } from './user-search.ts'

test.each([
  [{}, {}],
  [
    { search: ' ada ', page: '2' },
    { search: 'ada', page: 2 },
  ],
  [{ search: 'a' }, {}],
  [{ search: ' a ', page: '1' }, {}],
  [{ page: '0' }, {}],
  [{ page: '-3' }, {}],
  [{ page: '2.5' }, {}],
  [{ page: 'two' }, {}],
  [{ page: '99999999' }, {}],
  [{ page: 7 }, { page: 7 }],
])('%j', (raw, search) => {
  expect(userSearch(raw)).toEqual(search)
})

import { expect, test } from 'vitest'
import { pageNumbers } from './numbered-pages.tsx'

test.each([
  [1, 1, [1]],
  [1, 2, [1, 2]],
  [2, 3, [1, 2, 3]],
  [1, 5, [1, 2, 'gap', 5]],
  [3, 5, [1, 2, 3, 4, 5]],
  [5, 5, [1, 'gap', 4, 5]],
  [4, 10, [1, 'gap', 3, 4, 5, 'gap', 10]],
  [2500, 5000, [1, 'gap', 2499, 2500, 2501, 'gap', 5000]],
] as const)('page %i of %i', (page, pages, numbers) => {
  expect(pageNumbers(page, pages)).toEqual(numbers)
})

test('a page that is not there still leads to those that are', () => {
  expect(pageNumbers(9, 3)).toEqual([1, 'gap', 3])
  expect(pageNumbers(1, 0)).toEqual([])
})

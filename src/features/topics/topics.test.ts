import { expect, test } from 'vitest'
import { popularityTiers } from './topics.ts'

const tiersOf = (counts: number[]) => counts.map(popularityTiers(counts))

test('topics differ by the ratio of their events to those of the most popular one', () => {
  expect(tiersOf([1221, 1204, 782, 602, 300, 100])).toEqual([0, 0, 1, 2, 3, 4])
  expect(tiersOf([19, 16, 12, 11, 8, 4, 1])).toEqual([0, 0, 1, 2, 2, 3, 4])
})

test('if more than half would be in the last tier, the ratio is that of the logarithms', () => {
  expect(tiersOf([1221, 355, 100, 40, 7, 1])).toEqual([0, 0, 1, 2, 3, 4])
  expect(tiersOf([100, 60, 10, 1])).toEqual([0, 1, 4, 4])
  expect(tiersOf([100, 60, 10, 5, 1])).toEqual([0, 0, 2, 3, 4])
})

test('where all have the same, or none has any, all are alike', () => {
  expect(tiersOf([1, 1])).toEqual([0, 0])
  expect(tiersOf([0, 0])).toEqual([4, 4])
})

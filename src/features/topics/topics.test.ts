import { expect, test } from 'vitest'
import { popularityTier } from './topics.ts'

test('a few popular topics differ by their events', () => {
  expect([1221, 1204, 782, 602, 300, 100].map((events) => popularityTier(events, 1221, false))).toEqual([
    0, 0, 1, 2, 3, 4,
  ])
})

test('among all topics every tier is used, though one has a thousand events and most have few', () => {
  const tiers = [1221, 355, 100, 40, 7, 1].map((events) => popularityTier(events, 1221, true))
  expect(tiers).toEqual([0, 0, 1, 2, 3, 4])
})

test('where all have the same, or none has any, all are alike', () => {
  expect(popularityTier(1, 1, true)).toBe(0)
  expect(popularityTier(0, 0, true)).toBe(4)
})

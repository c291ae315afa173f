import { expect, test } from 'vitest'
import { excerpt } from './text.ts'

test('an excerpt counts characters, cuts none in two, and says that there is more', () => {
  expect(excerpt('a quiet hallway', 20)).toBe('a quiet hallway')
  expect(excerpt('a quiet hallway', 8)).toBe('a quiet...')
  expect(excerpt('🌍🌍🌍🌍', 4)).toBe('🌍🌍🌍🌍')
  expect(excerpt('🌍🌍🌍🌍', 3)).toBe('🌍🌍🌍...')
})

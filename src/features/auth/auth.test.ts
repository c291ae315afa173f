import { expect, test } from 'vitest'
import { hostileDestinations } from '#tests/support/hostile.ts'
import { localPath } from './auth.ts'

test.each(hostileDestinations)('%j is no path on this site', (path) => {
  expect(localPath(path)).toBeUndefined()
})

test.each([
  '/',
  '/dashboard',
  '/conferences?search=go&topics=a.b',
  '/topics/CI%2FCD',
  '/cities/Mü.nchen..x#top',
  '/u/.hidden/..x/x..',
])('%j is a path on this site', (path) => {
  expect(localPath(path)).toBe(path)
  expect(new URL(path, 'http://hallway.test').host).toBe('hallway.test')
})

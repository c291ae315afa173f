import { expect, test } from 'vitest'
import { archiveUrl } from './web-archive.ts'

test('an address has a copy in the archive, one of the archive is its own', () => {
  const copy = 'https://web.archive.org/web/20120817/https://eurucamp.org/'
  expect(archiveUrl('https://eurucamp.org/', '2012-08-17')).toBe(copy)
  expect(archiveUrl(copy, '2012-08-17')).toBe(copy)
})

import { expect, test } from 'vitest'
import { loggedUrl } from './log.ts'

test.each([
  ['/conferences?search=go&year=2026', '/conferences?search=go&year=2026'],
  ['/auth/reset?token=abc', '/auth/reset?token=***'],
  [
    '/api/auth/verify-email?token=a.b-c_d&callbackURL=%2Fauth',
    '/api/auth/verify-email?token=***&callbackURL=%2Fauth',
  ],
  ['/api/auth/reset-password/abc?callbackURL=%2F', '/api/auth/reset-password/***?callbackURL=%2F'],
])('of %s the log has %s', (url, logged) => {
  expect(loggedUrl(url)).toBe(logged)
})

import { ORPCError } from '@orpc/client'
import { expect, test } from 'vitest'
import { isStaleAfter } from './use-action.ts'

test.each([
  [new ORPCError('CONFLICT', { status: 409 }), true],
  [new ORPCError('NOT_FOUND', { status: 404 }), true],
  [new ORPCError('TOO_MANY_REQUESTS', { status: 429 }), false],
  [new ORPCError('OTHER_ACCOUNT', { status: 409 }), false],
  [new ORPCError('SERVICE_UNAVAILABLE', { status: 503 }), false],
  [new TypeError('no network'), false],
])('whether %s reloads the page: %s', (error, isStale) => {
  expect(isStaleAfter(error)).toBe(isStale)
})

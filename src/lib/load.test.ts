import { ORPCError } from '@orpc/client'
import { expect, test } from 'vitest'
import { countOrZero } from './load.ts'

test('a count that fails is 0, one that is refused is a refusal', async () => {
  expect(await countOrZero(Promise.resolve(7))).toBe(7)
  expect(await countOrZero(Promise.reject(new ORPCError('INTERNAL_SERVER_ERROR')))).toBe(0)
  expect(await countOrZero(Promise.reject(new TypeError('fetch failed')))).toBe(0)
  const refusal = new ORPCError('FORBIDDEN')
  await expect(countOrZero(Promise.reject(refusal))).rejects.toBe(refusal)
})

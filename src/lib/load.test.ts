import { ORPCError } from '@orpc/client'
import { QueryClient } from '@tanstack/react-query'
import { isNotFound, notFound } from '@tanstack/react-router'
import { expect, test } from 'vitest'
import { UnreachableError } from './account.ts'
import { loadWith, withFallback } from './load.ts'
import { answersOf, createQueryClient } from './query-client.ts'

test('for a page on the server each query is asked once, and its answer is there for components', async () => {
  const client = createQueryClient(async () => {})
  const load = loadWith(client)
  let requests = 0
  const options = { queryKey: ['topics', { limit: 4 }], queryFn: async () => ++requests }
  expect(await Promise.all([load(options), load(options)])).toEqual([1, 1])
  expect(await load(options)).toBe(1)
  expect(client.getQueryData(options.queryKey)).toBe(1)
  expect(await load({ ...options, queryKey: ['topics', { limit: 5 }] })).toBe(2)
})

test('a page sends its answers in the order in which it asked, whichever comes first', async () => {
  const client = new QueryClient()
  const load = loadWith(client)
  const second = Promise.resolve('second')
  const first = second.then(() => 'first')
  await Promise.all([
    load({ queryKey: [1], queryFn: () => first }),
    load({ queryKey: [2], queryFn: () => second }),
  ])
  expect(Object.values(answersOf(client).data)).toEqual(['first', 'second'])
})

test('what is not there is the not-found page for everybody who asks, and no answer', async () => {
  const client = new QueryClient()
  const load = loadWith(client)
  const queryFn = () => Promise.reject(new ORPCError('NOT_FOUND'))
  const loads = await Promise.allSettled([1, 2].map(() => load({ queryKey: ['event'], queryFn })))
  expect(loads.map((result) => result.status === 'rejected' && isNotFound(result.reason))).toEqual([
    true,
    true,
  ])
  expect(client.getQueryData(['event'])).toBe(undefined)
})

test('an optional part that fails in an outage has its fallback', async () => {
  expect(await withFallback(Promise.resolve(7), 0)).toBe(7)
  const outages = [new ORPCError('INTERNAL_SERVER_ERROR'), new ORPCError('SERVICE_UNAVAILABLE')]
  for (const outage of [...outages, new UnreachableError()])
    expect(await withFallback(Promise.reject(outage), 0)).toBe(0)
})

test.each([
  ['refused', new ORPCError('FORBIDDEN')],
  ['asked for with a wrong input', new ORPCError('BAD_REQUEST')],
  ['missing', notFound()],
  ['computed by code with an error', new TypeError('undefined is not a function')],
])('an optional part that is %s fails', async (_, error) => {
  await expect(withFallback(Promise.reject(error), 0)).rejects.toBe(error)
})

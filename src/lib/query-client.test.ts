import { afterEach, expect, test, vi } from 'vitest'
import { createQueryClient, fetchAnswers } from './query-client.ts'

afterEach(() => vi.unstubAllGlobals())

const key = ['events', 'detail']
/** Answers one request when it is told to. */
function stubFetch() {
  const answer = Promise.withResolvers<void>()
  const fetch = vi.fn(async () => {
    await answer.promise
    return Response.json({ at: 0, data: { [JSON.stringify(key)]: { name: 'As read' } } })
  })
  vi.stubGlobal('fetch', fetch)
  return { fetch, answer: answer.resolve }
}

test('the answers of a page are fetched once, and kept as if each had been asked for', async () => {
  const client = createQueryClient(async () => {})
  const { fetch, answer } = stubFetch()
  answer()
  await Promise.all([fetchAnswers(client, '/conferences/a'), fetchAnswers(client, '/conferences/a')])
  await fetchAnswers(client, '/conferences/a')
  expect(fetch).toHaveBeenCalledOnce()
  const queryFn = vi.fn(async () => ({ name: 'Asked again' }))
  expect(await client.fetchQuery({ queryKey: key, queryFn })).toEqual({ name: 'As read' })
})

test('answers that were read before a change do not take the place of what was read after it', async () => {
  const client = createQueryClient(async () => {})
  const { answer } = stubFetch()
  const fetching = fetchAnswers(client, '/conferences/a')
  const mutation = client.getMutationCache().build(client, { mutationFn: async () => null })
  await mutation.execute(undefined)
  client.setQueryData(key, { name: 'Renamed' })
  answer()
  await fetching
  expect(client.getQueryData(key)).toEqual({ name: 'Renamed' })
})

test('without the answers of a page nothing fails', async () => {
  const client = createQueryClient(async () => {})
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('Failed to fetch')
  })
  await fetchAnswers(client, '/conferences/a')
  expect(client.getQueryData(key)).toBeUndefined()
})

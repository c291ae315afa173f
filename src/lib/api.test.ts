import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

/** What a form says of a request that is answered so. */
async function errorMessageOf(fetch: () => Promise<Response>): Promise<string> {
  vi.stubGlobal('location', { origin: 'http://site.example' })
  vi.stubGlobal('fetch', fetch)
  vi.resetModules()
  const { api } = await import('./api.ts')
  const { failureText } = await import('./query-client.ts')
  const { callAccount } = await import('./account.ts')
  const texts = await Promise.all(
    [() => api.topics.all.call(), () => callAccount('sign-out')].map((call) =>
      call().then(
        () => 'nothing',
        (error) => failureText(error, 'Failed to save. Please try again.'),
      ),
    ),
  )
  expect(texts[0]).toBe(texts[1])
  return texts[0]!
}

test('without a connection a form says so', async () => {
  const offline = async () => Promise.reject(new TypeError('Failed to fetch'))
  expect(await errorMessageOf(offline)).toBe(
    'Failed to save. Please try again. Hallway could not be reached. Please check your connection.',
  )
})

test.each([
  ['a page of the proxy', () => new Response('<h1>Bad Gateway</h1>', { status: 502 })],
  ['nothing', () => new Response(null, { status: 500 })],
  ['a crash in plain text', () => new Response('Internal Server Error', { status: 500 })],
  [
    'half of an answer',
    () => new Response('{"json":', { headers: { 'content-type': 'application/json' }, status: 500 }),
  ],
])('%s instead of an answer is not blamed on the connection', async (_, answer) => {
  expect(await errorMessageOf(async () => answer())).toBe(
    'Failed to save. Please try again. Something went wrong on our side.',
  )
})

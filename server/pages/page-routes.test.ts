import { Hono } from 'hono'
import { expect, test } from 'vitest'
import type { Host } from '#platform/procedures/host.ts'
import type { AppOptions, Requests } from '../http/requests.ts'
import { createPageCache } from './page-cache.ts'
import { pageRoutes } from './page-routes.ts'

test.each([
  [false, 'public, max-age=0, must-revalidate', 1],
  [true, 'private, no-cache', 0],
])(
  'of a page whose route has a token (%s) the cache control is %s',
  async (hasToken, cacheControl, cachedPages) => {
    const pages = createPageCache(() => '2027-01-01')
    const render = async () => ({ status: 200, headers: {}, html: 'a page', tags: ['event:1'], hasToken })
    const requests = { baseContext: () => ({}), addressOf: () => '', viewerOfPage: async () => null }
    const app = new Hono<Host>()
    const options = { pages, site: { render }, siteUrl: 'http://hallway.test' }
    pageRoutes(app, options as unknown as AppOptions, requests as unknown as Requests)
    const { status, headers } = await app.request('http://hallway.test/any/page')
    expect([status, headers.get('cache-control'), pages.size().count]).toEqual([
      200,
      cacheControl,
      cachedPages,
    ])
  },
)

test('an address that begins with two slashes leads to the one with one, and no cache keeps where', async () => {
  const app = new Hono<Host>()
  pageRoutes(app, {} as AppOptions, {} as Requests)
  const { status, headers } = await app.request('http://hallway.test//plans//secret')
  expect([status, headers.get('location'), headers.get('cache-control')]).toEqual([
    308,
    '/plans/secret',
    'no-store',
  ])
})

test('a member gets a page as HTML, whatever a program asks for', async () => {
  const sent: [string | null, string | null][] = []
  const render = async ({ headers }: Request) => {
    sent.push([headers.get('accept'), headers.get('cookie')])
    return { status: 200, headers: {}, html: 'a page' }
  }
  const requests = { baseContext: () => ({}), addressOf: () => '', viewerOfPage: async () => ({ id: '1' }) }
  const app = new Hono<Host>()
  pageRoutes(app, { site: { render } } as unknown as AppOptions, requests as unknown as Requests)
  const answer = await app.request('http://hallway.test/dashboard', {
    headers: { accept: 'application/json', cookie: 'a=b' },
  })
  expect([answer.status, sent]).toEqual([200, [[null, 'a=b']]])
})

import { expect, test } from 'vitest'
import { createLog } from '#platform/log.ts'
import { createSign } from '../accounts/secrets.ts'
import { createApp } from './app.ts'
import { Refusal } from './refusal.ts'
import type { Turns } from './turns.ts'

const busy = async () => {
  throw new Refusal('SERVICE_UNAVAILABLE', { message: 'Busy.' })
}
const turns: Turns = { read: busy, write: busy, counts: () => ({ waiting: 0, refused: 0 }) }
/** The app of a site with too much to do. What it would ask if it did anything is not there. */
const app = createApp({
  store: {} as never,
  auth: { sessionToken: () => undefined } as never,
  site: undefined as never,
  pages: undefined as never,
  log: createLog('silent', { write: () => {} }),
  siteName: 'Talks & Tea',
  siteUrl: 'http://hallway.test',
  today: () => '2031-01-01',
  hasMailbox: false,
  clientAddress: () => '',
  runInBackground: () => {},
  fetchSafely: undefined as never,
  sign: createSign('a secret of tests'),
  newerMigration: async () => undefined,
  turns,
  contact: 'hello@hallway.test',
})
const ask = (path: string, init: RequestInit = {}) => app.request(`http://hallway.test${path}`, init)
const message = { code: 'SERVICE_UNAVAILABLE', message: 'Busy.' }

test('a page is refused by a short one that loads nothing', async () => {
  const answer = await ask('/conferences', { headers: { accept: 'text/html,*/*;q=0.8' } })
  const page = await answer.text()
  expect(page).toContain('<title>Busy | Talks &amp; Tea</title>')
  expect(page).toContain('<a href="">Try again</a>')
  expect(page).not.toMatch(/src=|href="[^"]|@import|url\(/)
  expect(page.length).toBeLessThan(1500)
  expect(answer.headers.get('content-security-policy')).toMatch(/^default-src 'none';.*; style-src 'sha256-/)
  const form = await ask('/profile/edit', { method: 'POST', headers: { accept: 'text/html' } })
  expect(await form.text()).toContain('Nothing was saved.')
})

test('a program gets the error of the API, and the site’s own script what it reads', async () => {
  const read = await ask('/api/v1/site')
  expect(await read.json()).toEqual(message)
  expect(read.headers.get('access-control-allow-origin')).toBe('*')
  expect(await (await ask('/api/auth/sign-in/email', { method: 'POST' })).json()).toEqual(message)
  const rpc = await ask('/api/rpc/site/about')
  expect(await rpc.json()).toEqual({ json: { ...message, status: 503, defined: false } })
  expect(await (await ask('/feed.atom')).text()).toBe('Busy.')
})

test.each([
  ['GET', '/'],
  ['GET', '/og/topics/Go-0.png'],
  ['GET', '/api/answers?href=/'],
  ['POST', '/api/v1/events'],
  ['DELETE', '/api/v1/people/me'],
  ['POST', '/auth'],
])('%s %s is refused for now, by an answer that nobody keeps', async (method, path) => {
  const { status, headers } = await ask(path, { method })
  expect(status).toBe(503)
  expect(headers.get('retry-after')).toBe('5')
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('x-content-type-options')).toBe('nosniff')
})

test.each([
  ['/healthz', 200],
  ['/.well-known/security.txt', 200],
  ['/metrics', 404],
  ['/assets/nowhere.js', 404],
])('%s is answered all the same', async (path, status) => {
  expect((await ask(path)).status).toBe(status)
})

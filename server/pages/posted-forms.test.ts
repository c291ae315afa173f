import { setTimeout } from 'node:timers/promises'
import { Hono } from 'hono'
import { expect, test } from 'vitest'
import type { Host } from '#platform/procedures/host.ts'
import { type AppOptions, createRequests } from '../http/requests.ts'
import { pageRoutes } from './page-routes.ts'

/** The routes of pages, which this renders. */
function appWith(render: AppOptions['site']['render']) {
  const options = {
    siteUrl: 'http://hallway.test',
    store: { forRequest: () => ({}) },
    auth: { sessionToken: () => undefined, mail: {} },
    today: () => '2027-03-01',
    newerMigration: async () => undefined,
    site: { render },
  } as unknown as AppOptions
  const app = new Hono<Host>()
  pageRoutes(app, options, createRequests(options))
  return app
}

const page = { status: 200, headers: {}, html: 'The page', tags: [] }
const send = (app: Hono<Host>, fields: Record<string, string>) =>
  app.request('http://hallway.test/report', { method: 'POST', body: new URLSearchParams(fields) })

test('what was typed comes back, but no password', async () => {
  const values: unknown[] = []
  const app = appWith(async (_request, _context, _isForCache, posted) => {
    values.push(posted?.values)
    return page
  })
  await send(app, { words: 'Spam', password: 'secret', newPassword: 'secret', currentPassword: 'secret' })
  expect(values).toEqual([{ words: 'Spam' }])
})

test('the forms of one client wait for each other, as its pages do', async () => {
  let atOnce = 0
  let maxAtOnce = 0
  const app = appWith(async () => {
    maxAtOnce = Math.max(maxAtOnce, ++atOnce)
    await setTimeout(5)
    atOnce--
    return page
  })
  const answers = await Promise.all(Array.from({ length: 20 }, () => send(app, { words: 'Spam' })))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([422]))
  expect(maxAtOnce).toBe(4)
})

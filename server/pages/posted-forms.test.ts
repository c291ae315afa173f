import { setTimeout } from 'node:timers/promises'
import { Hono } from 'hono'
import { expect, test } from 'vitest'
import type { Host } from '#platform/procedures/host.ts'
import { type AppOptions, createRequests } from '../http/requests.ts'
import { pageRoutes } from './page-routes.ts'

test('the forms of one client wait for each other, as its pages do', async () => {
  let atOnce = 0
  let mostAtOnce = 0
  const render = async () => {
    mostAtOnce = Math.max(mostAtOnce, ++atOnce)
    await setTimeout(5)
    atOnce--
    return { status: 200, headers: {}, html: 'The page', tags: [] }
  }
  const options = {
    siteUrl: 'http://hallway.test',
    store: { forRequest: () => ({}) },
    auth: { sessionToken: () => undefined },
    today: () => '2027-03-01',
    newerMigration: async () => undefined,
    site: { render },
  } as unknown as AppOptions
  const app = new Hono<Host>()
  pageRoutes(app, options, createRequests(options))
  const send = () =>
    app.request('http://hallway.test/report', {
      method: 'POST',
      body: new URLSearchParams({ words: 'Spam' }),
    })
  const answers = await Promise.all(Array.from({ length: 20 }, send))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([422]))
  expect(mostAtOnce).toBe(4)
})

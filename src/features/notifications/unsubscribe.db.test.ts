import { randomBytes, randomInt } from 'node:crypto'
import { Hono } from 'hono'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { createSign } from '#server/accounts/secrets.ts'
import type { Host } from '#server/procedures/host.ts'
import { callAsPerson, refusal } from '#tests/support/call.ts'
import { useStore } from '#tests/support/database.ts'
import { makePerson, type Person } from '#tests/support/factories/people.ts'
import { muted_notifications } from './notifications.tables.ts'
import { notificationKinds } from './notifications.ts'
import { unsubscribePath, unsubscribeRoutes } from './unsubscribe.server.ts'

const the = useStore()
const sign = createSign('a secret of tests')
const app = new Hono<Host>()
let person: Person

beforeAll(() => unsubscribeRoutes(app, { db: the.store.db, sign }))
beforeEach(async () => {
  await the.store.db.delete(muted_notifications)
  person = await makePerson(the.store.db)
})

const post = (path: string, body = 'List-Unsubscribe=One-Click') =>
  app.request(path, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
const muted = () => the.store.db.select().from(muted_notifications)

test('one request without cookie or Origin stops the mail of that kind to that person, without a redirect', async () => {
  const path = unsubscribePath(person.id, 'event_changed', sign)
  for (const _ of [1, 2]) expect((await post(path)).status).toBe(200)
  expect(await muted()).toEqual([{ user_id: person.id, kind: 'event_changed', channel: 'mail' }])
})

test('whoever presses the button of the page is led back to it', async () => {
  const path = unsubscribePath(person.id, 'talk_changed', sign)
  const answer = await post(path, 'from=page')
  expect([answer.status, answer.headers.get('location')]).toEqual([303, path])
  const token = path.slice('/unsubscribe/'.length)
  expect(await callAsPerson(the.store, null).notifications.unsubscription({ token })).toEqual({
    kind: 'talk_changed',
    is_stopped: true,
  })
})

test('a deleted account has nothing to stop, and that is no error', async () => {
  const path = unsubscribePath('0d5c1f7e-52a1-4f0e-9f5a-3f1d0f8b2c11', 'event_changed', sign)
  expect((await post(path)).status).toBe(200)
  expect(await muted()).toEqual([])
})

test('a thousand forged tokens hit nobody', async () => {
  const real = unsubscribePath(person.id, 'event_changed', sign).slice('/unsubscribe/'.length)
  const [kind = '', encoded = ''] = real.split('.')
  const bytes = Buffer.from(encoded, 'base64url')
  const changed = () => {
    const copy = Buffer.from(bytes)
    const at = randomInt(copy.length)
    copy[at] = copy[at]! ^ randomInt(1, 256)
    return `${kind}.${copy.toString('base64url')}`
  }
  const otherKinds = notificationKinds.filter((each) => each !== kind)
  const forgeries = [
    '',
    kind,
    `${kind}.`,
    encoded,
    `.${encoded}`,
    ...otherKinds.map((each) => `${each}.${encoded}`),
    `nonsense.${encoded}`,
    `${kind}.${encoded.slice(0, -3)}`,
    `${kind}.${encoded}AAAA`,
    unsubscribePath(person.id, kind, createSign('another secret')).slice('/unsubscribe/'.length),
    ...Array.from({ length: 500 }, changed),
  ]
  while (forgeries.length < 1000) forgeries.push(`${kind}.${randomBytes(32).toString('base64url')}`)
  for (const token of forgeries) {
    expect((await post(`/unsubscribe/${token}`)).status).toBe(404)
    expect((await refusal(callAsPerson(the.store, null).notifications.unsubscription({ token })))?.code).toBe(
      'NOT_FOUND',
    )
  }
  expect(await muted()).toEqual([])
})

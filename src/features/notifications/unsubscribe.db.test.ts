import { randomBytes, randomInt } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { Hono } from 'hono'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { restore, suspend } from '#features/administration/suspensions.server.ts'
import { changeAddress } from '#features/people/address-change.server.ts'
import { user } from '#features/people/people.tables.ts'
import type { Host } from '#platform/procedures/host.ts'
import { createSign } from '#server/accounts/secrets.ts'
import { callAsPerson, refusal } from '#tests/support/call.ts'
import { useStore } from '#tests/support/database.ts'
import { makePerson, type Person } from '#tests/support/factories/people.ts'
import { muted_notifications } from './notifications.tables.ts'
import { notificationKinds } from './notifications.ts'
import { unsubscribePath, unsubscribeRoutes } from './unsubscribe.server.ts'

const context = useStore()
const sign = createSign('a secret of tests')
const app = new Hono<Host>()
let person: Person

beforeAll(() => unsubscribeRoutes(app, { db: context.store.db, sign }))
beforeEach(async () => {
  await context.store.db.delete(muted_notifications)
  person = await makePerson(context.store.db)
})

const post = (path: string, body = 'List-Unsubscribe=One-Click') =>
  app.request(path, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
const muted = () => context.store.db.select().from(muted_notifications)

test('one request without cookie or Origin stops the mail of that kind to that person, without a redirect', async () => {
  const path = unsubscribePath(person.id, 'event_changed', person.email, sign)
  for (const _ of [1, 2]) expect((await post(path)).status).toBe(200)
  expect(await muted()).toEqual([{ user_id: person.id, kind: 'event_changed', channel: 'mail' }])
})

test('whoever presses the button of the page is led back to it', async () => {
  const path = unsubscribePath(person.id, 'talk_changed', person.email, sign)
  const answer = await post(path, 'from=page')
  expect([answer.status, answer.headers.get('location')]).toEqual([303, path])
  const token = path.slice('/unsubscribe/'.length)
  expect(await callAsPerson(context.store, null).notifications.unsubscription({ token })).toEqual({
    kind: 'talk_changed',
    is_stopped: true,
  })
})

test('a link ends with the account, with its suspension until that is over, and with the address it was sent to', async () => {
  const { db } = context.store
  const path = unsubscribePath(person.id, 'event_changed', person.email, sign)
  const token = path.slice('/unsubscribe/'.length)
  const works = async () => {
    const pageError = await refusal(callAsPerson(context.store, null).notifications.unsubscription({ token }))
    const { status } = await post(path)
    const stopped = (await muted()).length > 0
    await db.delete(muted_notifications)
    expect([pageError?.code, status, stopped]).toEqual(
      status === 200 ? [undefined, 200, true] : ['NOT_FOUND', 404, false],
    )
    return status === 200
  }
  expect(await works()).toBe(true)
  await db.transaction((tx) => suspend(tx, { id: person.id, hasBranch: false, suspendedBy: null }))
  expect(await works()).toBe(false)
  await db.transaction((tx) => restore(tx, person.id))
  expect(await works()).toBe(true)
  await changeAddress(db, person, `new-${person.email}`)
  expect(await works()).toBe(false)
  const newPath = unsubscribePath(person.id, 'event_changed', `new-${person.email}`, sign)
  expect((await post(newPath)).status).toBe(200)
  await db.delete(user).where(eq(user.id, person.id))
  for (const deadPath of [path, newPath]) expect((await post(deadPath)).status).toBe(404)
})

test('a link in a mail of version 1.2.0, which was signed without the address, works until the address is changed', async () => {
  const bytes = Buffer.from(person.id.replaceAll('-', ''), 'hex')
  const signature = sign('unsubscribe', `${person.id} event_changed`).subarray(0, 16)
  const path = `/unsubscribe/event_changed.${Buffer.concat([bytes, signature]).toString('base64url')}`
  expect((await post(path)).status).toBe(200)
  expect(await muted()).toHaveLength(1)
  await changeAddress(context.store.db, person, `new-${person.email}`)
  expect((await post(path)).status).toBe(404)
})

test('a thousand forged tokens hit nobody', async () => {
  const real = unsubscribePath(person.id, 'event_changed', person.email, sign).slice('/unsubscribe/'.length)
  const [kind = '', encoded = ''] = real.split('.')
  const bytes = Buffer.from(encoded, 'base64url')
  const changed = () => {
    const copy = Buffer.from(bytes)
    const at = randomInt(copy.length)
    copy[at] = copy[at]! ^ randomInt(1, 256)
    return `${kind}.${copy.toString('base64url')}`
  }
  const otherKinds = notificationKinds.filter((otherKind) => otherKind !== kind)
  const forgeries = [
    '',
    kind,
    `${kind}.`,
    encoded,
    `.${encoded}`,
    ...otherKinds.map((otherKind) => `${otherKind}.${encoded}`),
    `nonsense.${encoded}`,
    `${kind}.${encoded.slice(0, -3)}`,
    `${kind}.${encoded}AAAA`,
    unsubscribePath(person.id, kind, person.email, createSign('another secret')).slice(
      '/unsubscribe/'.length,
    ),
    ...Array.from({ length: 500 }, changed),
  ]
  while (forgeries.length < 1000) forgeries.push(`${kind}.${randomBytes(32).toString('base64url')}`)
  for (const token of forgeries) {
    expect((await post(`/unsubscribe/${token}`)).status).toBe(404)
    expect(
      (await refusal(callAsPerson(context.store, null).notifications.unsubscription({ token })))?.code,
    ).toBe('NOT_FOUND')
  }
  expect(await muted()).toEqual([])
})

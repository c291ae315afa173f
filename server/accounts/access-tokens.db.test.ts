import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { suspend } from '#features/administration/suspensions.server.ts'
import { rows } from '#platform/database/db.ts'
import { useStore } from '#tests/support/database.ts'
import { makeEvent } from '#tests/support/factories/events.ts'
import { makePerson } from '#tests/support/factories/people.ts'
import { apiOf, password, signIn, tokenOf } from '#tests/support/people-of-all-kinds.ts'

const context = useStore()

async function makeMember({ isAdmin = false } = {}) {
  const api = apiOf(context.store)
  const person = await makePerson(context.store.db, { password, isAdmin })
  const cookie = await signIn(api, person.email)
  const token = await tokenOf(api, cookie)
  const get = (path: string, authorization = `Bearer ${token}`) => api(path, { headers: { authorization } })
  const tokens = () =>
    rows<{ id: string; hash: string; last_used_at: string | null; xmin: string }>(
      context.store.db,
      sql`select id, encode(hash, 'hex') as hash, last_used_at::text, xmin::text from access_tokens where user_id = ${person.id}::uuid`,
    )
  return { api, person, cookie, token, get, tokens }
}

test('a token is shown once, stored as a hash and told by mail; it reads as its person until it is revoked', async () => {
  const { db } = context.store
  const { api, person, cookie, token, get, tokens } = await makeMember()
  expect(token).toMatch(/^hw_[\w-]{43}$/)
  expect(JSON.stringify(await rows(db, sql`select * from access_tokens`))).not.toContain(token)
  expect(
    await rows(
      db,
      sql`select subject, text like ${`%${token}%`} as is_told from mail_outbox where user_id = ${person.id}::uuid`,
    ),
  ).toEqual([{ subject: 'A new access token of your account', is_told: false }])

  const [unused] = await tokens()
  expect(unused!.last_used_at).toBeNull()
  const answer = await get('/api/v1/notifications')
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'private, no-cache'])
  const [used] = await tokens()
  expect(used!.last_used_at).toBe(new Date().toISOString().slice(0, 10))
  // It is to the day: another read writes nothing.
  await get('/api/v1/notifications')
  expect(await tokens()).toEqual([used])

  const remove = (by: string) =>
    api(`/api/v1/access-tokens/${used!.id}`, { method: 'DELETE', headers: { cookie: by } })
  const other = await makeMember()
  await remove(other.cookie)
  expect((await get('/api/v1/notifications')).status).toBe(200)
  await remove(cookie)
  expect((await get('/api/v1/notifications')).status).toBe(401)
})

test('misspelt, expired and suspended: what to do is said, also where no session is needed', async () => {
  const { db } = context.store
  const { person, token, get } = await makeMember()
  const misspelt = await get('/api/v1/events', `Bearer ${token}x`)
  expect([misspelt.status, await misspelt.json()]).toMatchObject([
    401,
    { code: 'UNAUTHORIZED', message: expect.stringContaining('Make a new one in your account settings') },
  ])
  await db.transaction((tx) => suspend(tx, { id: person.id, hasBranch: false, suspendedBy: null }))
  expect((await get('/api/v1/events')).status).toBe(401)
  const late = await makeMember()
  await db.execute(sql`
    update access_tokens set created_at = now() - interval '90 days', expires_at = now() - interval '1 second'
    where user_id = ${late.person.id}::uuid`)
  expect((await late.get('/api/v1/events')).status).toBe(401)
})

test('nothing but the public API takes it, and a session beside it does not add to it', async () => {
  const { api, cookie, token, get } = await makeMember()
  const rpc = await api('/api/rpc/notifications/list', {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: '{}',
  })
  expect(rpc.status).toBe(401)
  expect((await get('/account/export')).status).toBe(303)
  expect(await (await get('/api/auth/get-session')).json()).toBeNull()
  const both = { authorization: `Bearer ${token}`, cookie }
  expect((await api('/api/v1/access-tokens', { headers: both })).status).toBe(403)
  // Pages of other sites can't send it.
  const preflight = await api('/api/v1/notifications', { method: 'OPTIONS' })
  expect(preflight.headers.get('access-control-allow-headers')).not.toContain('authorization')
})

test('that of an administrator or a steward is a member’s', async () => {
  const { db } = context.store
  const { person, get } = await makeMember({ isAdmin: true })
  await db.execute(sql`insert into user_roles (user_id, role) values (${person.id}::uuid, 'steward')`)
  const about = await get('/api/v1/site')
  expect(await about.json()).toMatchObject({ viewer: { id: person.id, isAdmin: false } })
  const hidden = await makeEvent(db, { created_by: null })
  expect((await get(`/api/v1/events/${hidden.id}/source`)).status).toBe(403)
  expect((await get('/api/v1/admin-actions')).status).toBe(403)
})

test('a token for a programme is offered to whoever organises the conference, until it is over', async () => {
  const { db } = context.store
  const { api, person, cookie } = await makeMember()
  const own = await makeEvent(db, { created_by: person.id })
  const shared = await makeEvent(db, { start_date: '2031-03-01' })
  await db.execute(
    sql`insert into event_organisers (event_id, user_id) values (${shared.id}::uuid, ${person.id}::uuid)`,
  )
  await makeEvent(db, { created_by: person.id, start_date: '2019-03-01' })
  await makeEvent(db)
  const answer = await api('/api/v1/access-tokens', { headers: { cookie } })
  expect(((await answer.json()) as { conferences: object[] }).conferences).toEqual(
    [own, shared].map(({ id, name }) => ({ id, name })),
  )
})

test('a member has ten at most', async () => {
  const { api, cookie } = await makeMember()
  for (let n = 1; n < 10; n++) await tokenOf(api, cookie)
  expect(await tokenOf(api, cookie)).toBeUndefined()
})

import type { AnyProcedure } from '@orpc/server'
import { expect, test } from 'vitest'
import { router } from '#server/api.ts'
import { accountHost } from '#tests/support/account-host.ts'
import { useStore } from '#tests/support/database.ts'
import { makePerson } from '#tests/support/factories/people.ts'

// A page that was made for one account writes nothing with the session of another.

const context = useStore()
const password = 'a long enough one'

type Branch = { [name: string]: Branch | AnyProcedure }
const writes = (branch: Branch, path: string[] = []): string[] =>
  Object.entries(branch).flatMap(([name, child]) => {
    if (!('~orpc' in child)) return writes(child as Branch, [...path, name])
    return (child as AnyProcedure)['~orpc'].route.method === 'GET' ? [] : [[...path, name].join('/')]
  })

test('no procedure writes, and no account endpoint, from a page that was made for another', async () => {
  const host = accountHost(context.store)
  const kim = await makePerson(context.store.db, { name: 'Kim', password })
  const jo = await makePerson(context.store.db, { name: 'Jo', password, isAdmin: true })
  const { cookie } = await host.post('/api/auth/sign-in/email', { email: jo.email, password })
  const from = (viewer?: string) => ({ headers: { cookie, ...(viewer && { 'x-hallway-viewer': viewer }) } })
  const sentence =
    'You are signed in as Jo now. Nothing was saved: sign in again as before, or reload the page.'

  const paths = writes(router as unknown as Branch)
  expect(paths.length).toBeGreaterThan(80)
  for (const path of paths) {
    const { status, body } = await host.post(`/api/rpc/${path}`, { json: {} }, from(kim.id))
    expect([path, status, (body.json as { message?: string })?.message]).toEqual([path, 409, sentence])
  }
  const profile = { full_name: 'Kim', bio: 'Written by Kim' }
  const put = { method: 'PUT', body: JSON.stringify(profile) }
  expect(await host.send('/api/v1/people/me', put, from(kim.id))).toMatchObject({
    status: 409,
    body: { code: 'OTHER_ACCOUNT', message: sentence },
  })
  const change = { currentPassword: password, newPassword: 'another long one' }
  expect(await host.post('/api/auth/change-password', change, from(kim.id))).toMatchObject({
    status: 409,
    body: { code: 'OTHER_ACCOUNT', message: sentence },
  })

  // Their own page, and whoever does not say from which page it is.
  expect((await host.send('/api/v1/people/me', put, from(jo.id))).status).toBe(200)
  expect((await host.send('/api/v1/people/me', put, from())).status).toBe(200)
  expect((await host.post('/api/auth/change-password', change, from(jo.id))).status).toBe(200)
})

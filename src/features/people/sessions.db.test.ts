import { expect, test } from 'vitest'
import { accountHost } from '#tests/support/account-host.ts'
import { useStore } from '#tests/support/database.ts'
import { makePerson } from '#tests/support/factories/people.ts'

const context = useStore()
const password = 'a long enough one'
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0'
const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) Version/17.5 Safari/604.1'

test('somebody sees where they are signed in, nobody else, and signs out everywhere else', async () => {
  const host = accountHost(context.store)
  const kim = await makePerson(context.store.db, { password })
  const jo = await makePerson(context.store.db, { password })
  const signIn = async (email: string, agent: string, address: string) => {
    const from = { address, headers: { 'user-agent': agent } }
    return (await host.post('/api/auth/sign-in/email', { email, password }, from)).cookie
  }
  const here = await signIn(kim.email, firefox, '10.1.1.1')
  const there = await signIn(kim.email, iphone, '10.2.2.2')
  await signIn(jo.email, firefox, '10.3.3.3')
  const sessions = async (cookie: string) => {
    const { status, body } = await host.get('/api/v1/account/sessions', { headers: { cookie } })
    return status === 200 ? (body as unknown as Record<string, unknown>[]) : status
  }

  const openSessions = await sessions(here)
  expect(openSessions).toMatchObject([
    { device: 'Firefox on Linux', address: '10.1.1.1', is_current: true },
    { device: 'Safari on iOS', address: '10.2.2.2', is_current: false },
  ])
  expect(JSON.stringify(openSessions)).not.toContain(decodeURIComponent(here.split('=')[1]!).split('.')[0])

  const revoked = await host.post('/api/auth/revoke-other-sessions', {}, { headers: { cookie: here } })
  expect(revoked.status).toBe(200)
  expect(await sessions(here)).toHaveLength(1)
  expect(await sessions(there)).toBe(401)
  expect(await sessions('')).toBe(401)
})

import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { session, two_factors, user } from '#features/people/people.tables.ts'
import { newestMail } from '#server/mail/mail-worker.ts'
import { runCommand } from '#server/operator/commands.ts'
import { accountHost } from '#tests/support/account-host.ts'
import { useStore } from '#tests/support/database.ts'
import { makePerson } from '#tests/support/factories/people.ts'
import { totpCode } from '#tests/support/totp.ts'

const context = useStore()
const password = 'a long enough one'
type Host = ReturnType<typeof accountHost>
beforeEach(() => context.store.execute('delete from rate_limits'))

const post = (host: Host, path: string, body: object, cookie = '') =>
  host.post(`/api/auth/${path}`, body, { headers: cookie ? { cookie } : {} })
const signIn = (host: Host, email: string) => post(host, 'sign-in/email', { email, password })

/** Somebody with a second factor: the key of their app and their recovery codes. */
async function guarded(host: Host) {
  const person = await makePerson(context.store.db, { password })
  const { cookie } = await signIn(host, person.email)
  const { body } = await post(host, 'two-factor/enable', { password }, cookie)
  const uri = new URL(body.totpURI as string)
  const key = uri.searchParams.get('secret')!
  const confirmed = await post(host, 'two-factor/verify-totp', { code: totpCode(key) }, cookie)
  expect(confirmed.status).toBe(200)
  return { ...person, key, uri, body, codes: body.backupCodes as string[], cookie: confirmed.cookie }
}

/** The subjects of the mails to somebody, oldest first. */
const mailed = async (email: string) =>
  (await newestMail(context.store.db))
    .filter((mail) => mail.to === email)
    .map(({ subject }) => subject)
    .reverse()

test('with another secret of the site a code is refused with a reason, and the operator can turn all off', async () => {
  const { email, key, codes } = await guarded(accountHost(context.store))
  const host = accountHost(context.store, { secret: 'another one '.repeat(4) })
  const codesOf = { 'two-factor/verify-totp': totpCode(key, 1), 'two-factor/verify-backup-code': codes[0]! }
  for (const [path, code] of Object.entries(codesOf)) {
    const { status, body } = await post(host, path, { code }, (await signIn(host, email)).cookie)
    expect([status, body.message]).toEqual([403, expect.stringContaining('This site has a new key')])
  }
  const lines: string[] = []
  const output = { print: (line: string) => lines.push(line), printError: () => {}, progress: () => {} }
  await runCommand(
    ['user', 'reset-2fa', '--all'],
    '/',
    { isLive: true, open: async () => context.store },
    output,
  )
  expect(lines).toEqual([expect.stringMatching(/^\d+ accounts? signs? in with the password alone$/)])
  expect((await signIn(host, email)).body).toMatchObject({ user: { email } })
  expect((await mailed(email)).at(-1)).toBe('Two-factor authentication is off')
})

test('its owner has a mail of each change, however many mails a stranger has caused', async () => {
  const host = accountHost(context.store)
  const { email, cookie, codes } = await guarded(host)
  for (let n = 0; n < 6; n++) await host.post('/api/auth/request-password-reset', { email })
  const path = 'two-factor/verify-backup-code'
  const wrong = await post(host, path, { code: 'wrong-wrong' }, (await signIn(host, email)).cookie)
  expect(wrong.status).toBe(401)
  expect((await post(host, path, { code: codes[0]! }, (await signIn(host, email)).cookie)).status).toBe(200)
  await post(host, 'two-factor/generate-backup-codes', { password }, cookie)
  await post(host, 'two-factor/disable', { password: 'wrong' }, cookie)
  await post(host, 'two-factor/disable', { password }, cookie)
  const ofSecondFactor = async () =>
    (await mailed(email)).filter((subject) => subject !== 'Choose a new password')
  await vi.waitFor(async () => expect(await ofSecondFactor()).toHaveLength(4), 60_000)
  expect(await ofSecondFactor()).toEqual([
    'Two-factor authentication is on',
    'A recovery code was used',
    'You have new recovery codes',
    'Two-factor authentication is off',
  ])
})

describe('turning it on', () => {
  test('takes the password and a code, and gives a QR code, a key and ten recovery codes', async () => {
    const host = accountHost(context.store)
    const person = await makePerson(context.store.db, { password })
    const { cookie } = await signIn(host, person.email)
    expect(await post(host, 'two-factor/enable', { password })).toMatchObject({ status: 401 })
    expect((await post(host, 'two-factor/enable', { password: 'wrong' }, cookie)).body).toEqual({
      code: 'INVALID_PASSWORD',
      message: 'Current password is incorrect',
    })
    const request = { password, method: 'otp', issuer: 'Somebody else' }
    const { body } = await post(host, 'two-factor/enable', request, cookie)
    expect(body.qrCode).toMatch(/^<svg /)
    const uri = new URL(body.totpURI as string)
    expect(uri.searchParams.get('issuer')).toBe('Hallway')
    expect(body.backupCodes).toHaveLength(10)
    // Not before the code is confirmed.
    expect((await signIn(host, person.email)).body.twoFactorRedirect).toBeUndefined()
    expect((await post(host, 'two-factor/verify-totp', { code: '000 000' }, cookie)).body).toMatchObject({
      code: 'INVALID_CODE',
    })
    const code = totpCode(uri.searchParams.get('secret')!).replace(/(...)/, '$1 ')
    expect((await post(host, 'two-factor/verify-totp', { code }, cookie)).status).toBe(200)
    expect((await signIn(host, person.email)).body.twoFactorRedirect).toBe(true)
  })

  test('stores nothing that could be read', async () => {
    const { id, key, codes } = await guarded(accountHost(context.store))
    const [row] = await context.store.db.select().from(two_factors).where(eq(two_factors.userId, id))
    const storedText = JSON.stringify(row)
    for (const text of [key, ...codes]) expect(storedText).not.toContain(text)
    expect(row?.verified).toBe(true)
  })
})

describe('signing in', () => {
  test('with the password alone opens nothing', async () => {
    const host = accountHost(context.store)
    const { id, email } = await guarded(host)
    await context.store.db.delete(session).where(eq(session.userId, id))
    const answer = await signIn(host, email)
    expect(answer.body).toEqual({ twoFactorRedirect: true, twoFactorMethods: ['totp'] })
    expect(await host.viewer(answer.cookie)).toBeNull()
    expect(await context.store.db.$count(session, eq(session.userId, id))).toBe(0)
  })

  test('with a code of the app, which works once', async () => {
    const host = accountHost(context.store)
    const { id, email, key } = await guarded(host)
    const code = totpCode(key, 1)
    const answer = await post(host, 'two-factor/verify-totp', { code }, (await signIn(host, email)).cookie)
    expect((await host.viewer(answer.cookie))?.id).toBe(id)
    const sessions = await context.store.db.$count(session, eq(session.userId, id))
    for (const used of [code, code.replace(/(...)/, '$1 ')]) {
      const { cookie } = await signIn(host, email)
      const again = await post(host, 'two-factor/verify-totp', { code: used }, cookie)
      expect(again).toMatchObject({ status: 401, body: { code: 'INVALID_CODE' } })
      expect(await host.viewer(again.cookie)).toBeNull()
    }
    expect(await context.store.db.$count(session, eq(session.userId, id))).toBe(sessions)
  })

  test('with a recovery code, which works once', async () => {
    const host = accountHost(context.store)
    const { id, email, codes } = await guarded(host)
    const [code = ''] = codes
    const path = 'two-factor/verify-backup-code'
    const answer = await post(host, path, { code }, (await signIn(host, email)).cookie)
    expect((await host.viewer(answer.cookie))?.id).toBe(id)
    const again = await post(host, path, { code }, (await signIn(host, email)).cookie)
    expect(again).toMatchObject({ status: 401, body: { code: 'INVALID_BACKUP_CODE' } })
  })

  test('with a code, but without the password, opens nothing', async () => {
    const host = accountHost(context.store)
    const { key } = await guarded(host)
    const answer = await post(host, 'two-factor/verify-totp', { code: totpCode(key, 1) })
    expect(answer).toMatchObject({ status: 401, body: { code: 'INVALID_TWO_FACTOR_COOKIE' } })
  })

  test('asks each time: no device is trusted', async () => {
    const host = accountHost(context.store)
    const { email, key } = await guarded(host)
    const first = await signIn(host, email)
    const trusting = { code: totpCode(key, 1), trustDevice: true }
    const answer = await post(host, 'two-factor/verify-totp', trusting, first.cookie)
    expect(answer.status).toBe(200)
    expect(answer.cookies.join()).not.toContain('trust')
    expect(
      (
        await host.post(
          '/api/auth/sign-in/email',
          { email, password },
          { headers: { cookie: answer.cookie } },
        )
      ).body.twoFactorRedirect,
    ).toBe(true)
  })

  test('wrong codes end the step after five, and the account’s second step after ten', async () => {
    const host = accountHost(context.store)
    const { email, key } = await guarded(host)
    const statuses: number[] = []
    for (let round = 0; round < 2; round++) {
      const { cookie } = await signIn(host, email)
      for (let n = 0; n < 5; n++)
        statuses.push((await post(host, 'two-factor/verify-totp', { code: '12345x' }, cookie)).status)
      const right = await post(host, 'two-factor/verify-totp', { code: totpCode(key, 1) }, cookie)
      expect(right.status).not.toBe(200)
    }
    expect(statuses).toEqual(Array.from({ length: 10 }, () => 401))
    const { cookie } = await signIn(host, email)
    const locked = await post(host, 'two-factor/verify-totp', { code: totpCode(key, 1) }, cookie)
    expect(locked).toMatchObject({
      status: 429,
      body: { message: 'Too many wrong codes. Please try again in a quarter of an hour.' },
    })
  })

  test('from one address, wrong codes end over all accounts', async () => {
    const host = accountHost(context.store)
    const from = { address: '10.9.9.9' }
    const statuses = new Set<number>()
    for (let n = 0; n < 61; n++)
      statuses.add((await host.post('/api/auth/two-factor/verify-totp', { code: '123456' }, from)).status)
    expect([...statuses]).toEqual([401, 429])
  })
})

test('a new password does not go around it', async () => {
  const host = accountHost(context.store)
  const { email } = await guarded(host)
  await host.post('/api/auth/request-password-reset', { email })
  const path = await host.mailedPath(email, 'Choose a new password')
  const token = new URL(path, 'http://hallway.test').searchParams.get('token')
  const newPassword = 'another long enough one'
  const reset = await host.post('/api/auth/reset-password', { newPassword, token })
  expect(reset).toMatchObject({ status: 200, cookies: [] })
  const answer = await host.post('/api/auth/sign-in/email', { email, password: newPassword })
  expect(answer.body.twoFactorRedirect).toBe(true)
  expect(await host.viewer(answer.cookie)).toBeNull()
})

describe('afterwards', () => {
  test('new recovery codes take the password, and replace the old ones', async () => {
    const host = accountHost(context.store)
    const { email, codes, cookie } = await guarded(host)
    const path = 'two-factor/generate-backup-codes'
    expect((await post(host, path, { password: 'wrong' }, cookie)).status).toBe(400)
    const { body } = await post(host, path, { password }, cookie)
    const tryCode = async (code = '') =>
      (await post(host, 'two-factor/verify-backup-code', { code }, (await signIn(host, email)).cookie)).status
    expect(await tryCode(codes[1])).toBe(401)
    expect(await tryCode((body.backupCodes as string[])[1])).toBe(200)
  })

  test('it is turned off with the password', async () => {
    const host = accountHost(context.store)
    const { id, email, cookie } = await guarded(host)
    expect((await post(host, 'two-factor/disable', { password: 'wrong' }, cookie)).status).toBe(400)
    expect((await post(host, 'two-factor/disable', { password }, cookie)).status).toBe(200)
    expect((await host.viewer((await signIn(host, email)).cookie))?.id).toBe(id)
    expect(await context.store.db.$count(two_factors, eq(two_factors.userId, id))).toBe(0)
  })

  test('the operator turns it off for who has lost everything', async () => {
    const host = accountHost(context.store)
    const { id, email } = await guarded(host)
    const lines: string[] = []
    const print = (line: string) => void lines.push(line)
    const output = { print, printError: print, progress: () => {} }
    const commandContext = { isLive: true, open: async () => context.store }
    expect(await runCommand(['user', 'reset-2fa', 'nobody@example.com'], '', commandContext, output)).toBe(1)
    expect(await runCommand(['user', 'reset-2fa', email.toUpperCase()], '', commandContext, output)).toBe(0)
    expect(lines[0]).toBe('There is no account with the address nobody@example.com')
    expect((await host.viewer((await signIn(host, email)).cookie))?.id).toBe(id)
    const [row] = await context.store.db.select().from(user).where(eq(user.id, id))
    expect(row?.twoFactorEnabled).toBe(false)
    expect((await mailed(email)).at(-1)).toBe('Two-factor authentication is off')
  })
})

describe('REQUIRE_ADMIN_2FA', () => {
  test('an administrator without it is a member, and is told; with it they are an administrator', async () => {
    const host = accountHost(context.store, { requireAdminSecondFactor: true })
    const admin = await makePerson(context.store.db, { password, isAdmin: true })
    const { cookie } = await signIn(host, admin.email)
    expect(await host.viewer(cookie)).toMatchObject({ isAdmin: false, needsSecondFactor: true })
    const users = (cookie: string) => host.get('/api/v1/users', { headers: { cookie } })
    expect(await users(cookie)).toMatchObject({
      status: 403,
      body: { message: expect.stringContaining('turn it on in your account settings') },
    })
    expect((await host.get('/admin/export/conferences.csv', { headers: { cookie } })).status).toBe(403)
    const { body } = await post(host, 'two-factor/enable', { password }, cookie)
    const key = new URL(body.totpURI as string).searchParams.get('secret')!
    expect((await users(cookie)).status).toBe(403)
    const confirmed = await post(host, 'two-factor/verify-totp', { code: totpCode(key) }, cookie)
    expect((await users(confirmed.cookie)).status).toBe(200)
    expect(await host.viewer(confirmed.cookie)).toMatchObject({ isAdmin: true })
    expect((await post(host, 'two-factor/disable', { password }, confirmed.cookie)).status).toBe(200)
  })

  test('a member needs none', async () => {
    const host = accountHost(context.store, { requireAdminSecondFactor: true })
    const member = await makePerson(context.store.db, { password })
    const viewer = await host.viewer((await signIn(host, member.email)).cookie)
    expect(viewer).toMatchObject({ id: member.id, isAdmin: false })
    expect(viewer).not.toHaveProperty('needsSecondFactor')
  })
})

import { createHmac } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { authSearch, confirmedPath } from '#features/auth/auth.ts'
import { invitation_codes } from '#features/invitations/invitations.tables.ts'
import { notifications } from '#features/notifications/notifications.tables.ts'
import { profiles, session, user } from '#features/people/people.tables.ts'
import { rows } from '#platform/database/db.ts'
import { createLog } from '#platform/log.ts'
import { accountHost } from '#tests/support/account-host.ts'
import { useStore } from '#tests/support/database.ts'
import { makeInvitation } from '#tests/support/factories/invitations.ts'
import { makePerson } from '#tests/support/factories/people.ts'
import { unique } from '#tests/support/factories/unique.ts'
import { createAuth } from './auth.ts'

const context = useStore()
const password = 'a long enough one'
const confirmation = 'Confirm your email address'
const recovery = 'Choose a new password'

/** Somebody about to register, with a code of their own. */
async function newcomer(code?: string) {
  const invitationCode = code ?? (await makeInvitation(context.store.db)).code
  return { invitationCode, name: 'Nora Newcomer', email: `${unique()}@example.com`, password }
}
const signIn = (host: ReturnType<typeof accountHost>, email: string, usedPassword = password) =>
  host.post('/api/auth/sign-in/email', { email, password: usedPassword })
const accounts = (email: string) => context.store.db.$count(user, eq(user.email, email))
const member = () => makePerson(context.store.db, { password })

describe('registering', () => {
  test('with a code makes an account with a profile, which must be confirmed before the first sign-in', async () => {
    const host = accountHost(context.store)
    const nora = await newcomer()
    const answer = await host.post('/api/auth/sign-up/email', nora)
    expect({ status: answer.status, token: answer.body.token, cookies: answer.cookies }).toEqual({
      status: 200,
      token: null,
      cookies: [],
    })
    const [profile] = await context.store.db
      .select({ name: profiles.full_name, email: user.email })
      .from(profiles)
      .innerJoin(user, eq(user.id, profiles.id))
      .where(eq(user.email, nora.email))
    expect(profile).toEqual({ name: 'Nora Newcomer', email: nora.email })

    expect((await signIn(host, nora.email)).body).toEqual({
      code: 'EMAIL_NOT_VERIFIED',
      message: 'Email not confirmed',
    })
    const confirmed = await host.send(await host.mailedPath(nora.email, confirmation), { method: 'POST' })
    expect({ status: confirmed.status, location: confirmed.location }).toEqual({
      status: 303,
      location: '/auth?confirmed=yes',
    })
    const signedIn = await signIn(host, nora.email)
    expect(signedIn.status).toBe(200)
    expect((await host.viewer(signedIn.cookie))?.id).toBe((signedIn.body.user as { id: string }).id)
  })

  test('the link of the confirmation leads on to the page that the person was on the way to', async () => {
    const host = accountHost(context.store)
    const next = '/topics/CI%2FCD?view=list'
    const locationOf = async (email: string) =>
      (await host.send(await host.mailedPath(email, confirmation), { method: 'POST' })).location
    const nora = await newcomer()
    const callbackURL = confirmedPath(next)
    await host.post('/api/auth/sign-up/email', { ...nora, callbackURL })
    expect(await locationOf(nora.email)).toBe(callbackURL)
    expect(authSearch(Object.fromEntries(new URL(callbackURL, 'http://site').searchParams))).toEqual({
      confirmed: 'yes',
      next,
    })
    const nils = await newcomer()
    await host.post('/api/auth/sign-up/email', nils)
    await context.store.db.execute(sql`delete from mail_outbox where to_address = ${nils.email}`)
    await host.post('/api/auth/send-verification-email', { email: nils.email, callbackURL })
    expect(await locationOf(nils.email)).toBe(callbackURL)
  })

  test('a link that is no link leads back with the reason', async () => {
    const host = accountHost(context.store)
    const { location } = await host.send('/auth/confirm?token=broken', { method: 'POST' })
    expect(location).toBe('/auth?confirmed=yes&error=INVALID_TOKEN')
  })

  test('the mail of a registration that takes long to commit is not lost', async () => {
    const { db } = context.store
    await db.execute(
      sql`create function sleep_at_commit() returns trigger language plpgsql
        as 'begin perform pg_sleep(0.5); return null; end'`,
    )
    await db.execute(
      sql`create constraint trigger sleep_at_commit after insert on "user" deferrable initially deferred
        for each row execute function sleep_at_commit()`,
    )
    try {
      const host = accountHost(context.store)
      const nora = await newcomer()
      expect((await host.post('/api/auth/sign-up/email', nora)).status).toBe(200)
      expect(await host.mailedPath(nora.email, confirmation)).toMatch('/auth/confirm?')
      expect(host.logged.filter((line) => line.includes('could not be written'))).toEqual([])
    } finally {
      await db.execute(sql`drop function sleep_at_commit cascade`)
    }
  })

  test('the confirmation can be sent again', async () => {
    const host = accountHost(context.store)
    const nora = await newcomer()
    await host.post('/api/auth/sign-up/email', nora)
    await host.mailedPath(nora.email, confirmation)
    await context.store.db.execute(sql`delete from mail_outbox where to_address = ${nora.email}`)
    expect((await host.post('/api/auth/send-verification-email', { email: nora.email })).status).toBe(200)
    await host.send(await host.mailedPath(nora.email, confirmation), { method: 'POST' })
    expect((await signIn(host, nora.email)).status).toBe(200)
  })

  test.each([
    ['without a code', ''],
    ['with a code that never was', 'NOSUCHCODE'],
    ['with a used code', 'used'],
    ['with an expired code', 'expired'],
    ['with a code that was taken back', 'inactive'],
  ])('%s makes nothing, whoever calls', async (_, kind) => {
    const host = accountHost(context.store)
    const fields = {
      used: { used_at: '2026-01-01 00:00:00+00' },
      expired: { expires_at: '2026-01-01 00:00:00+00' },
      inactive: { is_active: false },
    }[kind]
    const code = fields ? (await makeInvitation(context.store.db, fields)).code : kind
    const nora = await newcomer(code)
    const { status, body } = await host.post('/api/auth/sign-up/email', nora)
    expect({ status, body }).toEqual({
      status: 400,
      body: { code: 'INVALID_INVITATION', message: 'Invalid or expired invitation code' },
    })
    const { invitationCode, ...rest } = nora
    expect((await host.post('/api/auth/sign-up/email', rest)).body.code).toBe('INVALID_INVITATION')
    expect(await accounts(nora.email)).toBe(0)
  })

  test('with an address that has an account holds the code for an hour, so that the answer reveals nothing at once', async () => {
    const host = accountHost(context.store)
    const { db } = context.store
    const { code } = await makeInvitation(db)
    const { email } = await member()
    const answer = await host.post('/api/auth/sign-up/email', { ...(await newcomer(code)), email })
    expect(answer.status).toBe(200)
    const isValid = async () => (await host.post('/api/v1/invitations/validate', { code })).body
    expect(await isValid()).toBe(false)
    expect(await accounts(email)).toBe(1)
    const nora = await newcomer(code)
    expect((await host.post('/api/auth/sign-up/email', nora)).status).toBe(400)
    const audit = await rows<{ action: string; user_id: string | null }>(
      db,
      sql`select action, user_id from invitation_code_audit where metadata ->> 'code' = ${code} order by id desc limit 1`,
    )
    expect(audit).toEqual([{ action: 'tried', user_id: null }])
    await db.execute(
      sql`update invitation_codes set tried_at = tried_at - interval '1 hour' where code = ${code}`,
    )
    expect(await isValid()).toBe(true)
    expect((await host.post('/api/auth/sign-up/email', nora)).status).toBe(200)
    expect(await accounts(nora.email)).toBe(1)
  })

  test('twenty who race for one code make one account, and the others read why', async () => {
    const host = accountHost(context.store)
    const { code } = await makeInvitation(context.store.db)
    const all = await Promise.all(Array.from({ length: 20 }, () => newcomer(code)))
    const answers = await Promise.all(all.map((nora) => host.post('/api/auth/sign-up/email', nora)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const refused = answers.filter(({ status }) => status !== 200)
    expect(new Set(refused.map(({ body }) => JSON.stringify(body)))).toEqual(
      new Set([
        JSON.stringify({ code: 'INVALID_INVITATION', message: 'Invalid or expired invitation code' }),
      ]),
    )
    const accountCounts = await Promise.all(all.map(({ email }) => accounts(email)))
    expect(accountCounts.reduce((sum, n) => sum + n, 0)).toBe(1)
  })

  test('a registration that fails after the code was spent leaves it unspent', async () => {
    const host = accountHost(context.store)
    const nora = await newcomer()
    await context.store.execute(
      `create function no_password() returns trigger language plpgsql as $$ begin raise exception 'broken'; end $$`,
      `create trigger no_password before insert on account for each row execute function no_password()`,
    )
    expect((await host.post('/api/auth/sign-up/email', nora)).status).toBe(500)
    await context.store.execute('drop trigger no_password on account')
    const [code] = await context.store.db
      .select()
      .from(invitation_codes)
      .where(eq(invitation_codes.code, nora.invitationCode))
    expect({ used_at: code?.used_at, used_by: code?.used_by, accounts: await accounts(nora.email) }).toEqual({
      used_at: null,
      used_by: null,
      accounts: 0,
    })
    expect((await host.post('/api/auth/sign-up/email', nora)).status).toBe(200)
  })

  test.each([
    ['name', '  ', 'Full name is required'],
    ['name', 'x'.repeat(101), 'Full name must be less than 100 characters'],
    ['name', 'Nora\u202eNewcomer', 'This text contains invisible control characters'],
    ['password', 'short', 'Password too short'],
    ['password', 'password', 'This password is too common. Please choose another one.'],
    ['password', 'x'.repeat(129), 'Password too long'],
    ['email', 'nora', '[body.email] Invalid email address'],
  ])('a wrong %s is refused (%#), and the code stays unspent', async (field, value, message) => {
    const host = accountHost(context.store)
    const nora = { ...(await newcomer()), [field]: value }
    const answer = await host.post('/api/auth/sign-up/email', nora)
    expect({ status: answer.status, message: answer.body.message }).toEqual({ status: 400, message })
    const unspent = sql`code = ${nora.invitationCode} and used_at is null`
    expect(await context.store.db.$count(invitation_codes, unspent)).toBe(1)
  })
})

describe('a forgotten password', () => {
  test('is replaced by a link that works once; the old one and all sessions end', async () => {
    const host = accountHost(context.store)
    const { email } = await member()
    const here = await signIn(host, email)
    await host.post('/api/auth/request-password-reset', { email })
    const token = new URL(await host.mailedPath(email, recovery), 'http://site').searchParams.get('token')
    const reset = { token, newPassword: 'another long one' }
    expect((await host.post('/api/auth/reset-password', reset)).status).toBe(200)
    expect(await host.viewer(here.cookie)).toBe(null)
    expect((await signIn(host, email)).body.code).toBe('INVALID_EMAIL_OR_PASSWORD')
    expect((await signIn(host, email, 'another long one')).status).toBe(200)
    expect((await host.post('/api/auth/reset-password', reset)).body.code).toBe('INVALID_TOKEN')
  })

  test('its link goes on to the page that the person wanted', async () => {
    const host = accountHost(context.store)
    const { email } = await member()
    const redirectTo = confirmedPath('/invitations')
    await host.post('/api/auth/request-password-reset', { email, redirectTo })
    const link = new URL(await host.mailedPath(email, recovery), 'http://site')
    expect(link.searchParams.get('next')).toBe('/invitations')
  })

  test('too short or too common a new one leaves the link as it was', async () => {
    const host = accountHost(context.store)
    const { email } = await member()
    await host.post('/api/auth/request-password-reset', { email })
    const token = new URL(await host.mailedPath(email, recovery), 'http://site').searchParams.get('token')
    const reset = (newPassword: string) => host.post('/api/auth/reset-password', { token, newPassword })
    expect((await reset('short')).body.code).toBe('PASSWORD_TOO_SHORT')
    expect((await reset('password')).body.code).toBe('PASSWORD_TOO_COMMON')
    expect((await reset('a new long one')).status).toBe(200)
  })

  test('whoever has recovered need not wait for the guesses of others', async () => {
    const host = accountHost(context.store)
    const { email } = await member()
    for (let n = 0; n < 11; n++) await signIn(host, email, 'a wrong guess')
    expect((await signIn(host, email)).status).toBe(429)
    await host.post('/api/auth/request-password-reset', { email })
    const token = new URL(await host.mailedPath(email, recovery), 'http://site').searchParams.get('token')
    await host.post('/api/auth/reset-password', { token, newPassword: 'a new long one' })
    expect((await signIn(host, email, 'a new long one')).status).toBe(200)
  })
})

describe('sessions', () => {
  test('signing out ends all of them', async () => {
    const host = accountHost(context.store)
    const { email } = await member()
    const [here, there] = [await signIn(host, email), await signIn(host, email)]
    await host.post('/api/auth/sign-out', {}, { headers: { cookie: here.cookie } })
    expect([await host.viewer(here.cookie), await host.viewer(there.cookie)]).toEqual([null, null])
  })

  test('changing the password ends all others and goes on here', async () => {
    const host = accountHost(context.store)
    const { id, email } = await member()
    const [here, there] = [await signIn(host, email), await signIn(host, email)]
    const changed = await host.post(
      '/api/auth/change-password',
      { currentPassword: password, newPassword: 'a changed one', revokeOtherSessions: false },
      { headers: { cookie: here.cookie } },
    )
    expect(changed.status).toBe(200)
    expect([await host.viewer(there.cookie), (await host.viewer(changed.cookie))?.id]).toEqual([null, id])
    expect(await context.store.db.$count(session, eq(session.userId, id))).toBe(1)
    expect((await signIn(host, email)).status).toBe(401)
    expect((await signIn(host, email, 'a changed one')).status).toBe(200)
  })

  test('a wrong current password is refused, and ten guesses are enough', async () => {
    const host = accountHost(context.store)
    const { email } = await member()
    const { cookie } = await signIn(host, email)
    const change = (currentPassword: string) =>
      host.post(
        '/api/auth/change-password',
        { currentPassword, newPassword: 'a changed one' },
        { headers: { cookie } },
      )
    for (let n = 0; n < 10; n++) {
      expect((await change('a wrong guess')).body).toEqual({
        code: 'INVALID_PASSWORD',
        message: 'Current password is incorrect',
      })
    }
    const { status, body } = await change(password)
    expect([status, body.code]).toEqual([429, 'TOO_MANY_ATTEMPTS'])
    expect((await signIn(host, email)).status).toBe(200)
  })

  test('the cookie is for the server alone, and over https for nothing else', async () => {
    const { email } = await member()
    const [plain] = (await signIn(accountHost(context.store), email)).cookies
    expect(
      plain
        ?.replace(/=[^;]+/, '=…')
        .split('; ')
        .sort(),
    ).toEqual(['hallway.session_token=…', 'HttpOnly', 'Max-Age=2592000', 'Path=/', 'SameSite=Lax'].sort())
    const [secure] = (await signIn(accountHost(context.store, { siteUrl: 'https://hallway.test' }), email))
      .cookies
    expect(
      secure
        ?.replace(/=[^;]+/, '=…')
        .split('; ')
        .sort(),
    ).toEqual(
      [
        '__Secure-hallway.session_token=…',
        'HttpOnly',
        'Max-Age=2592000',
        'Path=/',
        'SameSite=Lax',
        'Secure',
      ].sort(),
    )
  })

  test('another site can neither sign somebody in nor out', async () => {
    const host = accountHost(context.store)
    const { id, email } = await member()
    const { cookie } = await signIn(host, email)
    const foreign = { headers: { cookie, origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' } }
    expect((await host.post('/api/auth/sign-out', {}, foreign)).status).toBe(403)
    expect((await host.viewer(cookie))?.id).toBe(id)
  })
})

describe('a session cookie', () => {
  const signed = (token: string, key: string) =>
    encodeURIComponent(`${token}.${createHmac('sha256', key).update(token).digest('base64')}`)
  const secret = 'a secret of this test alone, of some length'

  test('is known by its signature, before the database is asked', async () => {
    const host = accountHost(context.store)
    const { email } = await member()
    const { cookie } = await signIn(host, email)
    expect(await host.viewer(cookie)).not.toBe(null)
    expect(await host.viewer(`theme=dark; ${cookie}`)).not.toBe(null)
    expect(await host.viewer(cookie.replace(/.$/, ''))).toBe(null)
  })

  test.each([
    ['signed', `hallway.session_token=${signed('abc', secret)}`, true],
    ['of a site over https', `a=b; __Secure-hallway.session_token=${signed('abc', secret)}; c=d`, false],
    [
      'signed, after one that is not',
      `hallway.session_token=x; hallway.session_token=${signed('abc', secret)}`,
      true,
    ],
    ['signed with another secret', `hallway.session_token=${signed('abc', 'x'.repeat(40))}`, false],
    [
      'signed for another token',
      `hallway.session_token=${signed('abc', secret).replace('abc', 'abd')}`,
      false,
    ],
    ['unsigned', 'hallway.session_token=bogus', false],
    ['with an empty signature', 'hallway.session_token=abc.', false],
    ['broken', 'hallway.session_token=%E0%A4%A', false],
    ['of another name', `evilhallway.session_token=${signed('abc', secret)}`, false],
    ['none', '', false],
  ])('%s (%s) is a session: %s', (_, cookie, is) => {
    const log = createLog('silent', { write: () => {} })
    const settings = { secret, siteUrl: 'http://hallway.test', siteName: 'Hallway' }
    expect(createAuth(context.store.db, log, settings).sessionToken(cookie)).toBe(is ? 'abc' : undefined)
  })

  test('brings along how much its own person has not read', async () => {
    const host = accountHost(context.store)
    const [{ email, id }, other] = [await member(), await member()]
    const { cookie } = await signIn(host, email)
    const notice = { kind: 'event_changed' as const, message: 'The venue has changed', path: '/' }
    await context.store.db.insert(notifications).values([
      { ...notice, user_id: id },
      { ...notice, user_id: id, read_at: new Date().toISOString() },
      { ...notice, user_id: other.id },
    ])
    expect((await host.viewer(cookie))?.unread).toBe(1)
  })

  test('is extended once a day, and removed when it has expired', async () => {
    const host = accountHost(context.store)
    const { email, id } = await member()
    const { cookie } = await signIn(host, email)
    const day = 86_400_000
    const daysLeft = async () => {
      const [row] = await context.store.db.select().from(session).where(eq(session.userId, id))
      return row && Math.round((row.expiresAt.getTime() - Date.now()) / day)
    }
    const lastFor = (days: number) =>
      context.store.db
        .update(session)
        .set({ expiresAt: new Date(Date.now() + days * day) })
        .where(eq(session.userId, id))
    await lastFor(29.4)
    expect([(await host.viewer(cookie))?.id, await daysLeft()]).toEqual([id, 29])
    await lastFor(28)
    expect([(await host.viewer(cookie))?.id, await daysLeft()]).toEqual([id, 30])
    await lastFor(-1)
    expect([await host.viewer(cookie), await daysLeft()]).toEqual([null, undefined])
  })

  test('is worth nothing after 90 days, however often somebody came back', async () => {
    const host = accountHost(context.store)
    const { email, id } = await member()
    const { cookie } = await signIn(host, email)
    const begun = (days: number) =>
      context.store.db
        .update(session)
        .set({ createdAt: new Date(Date.now() - days * 86_400_000) })
        .where(eq(session.userId, id))
    await begun(89)
    expect((await host.viewer(cookie))?.id).toBe(id)
    await begun(91)
    expect(await host.viewer(cookie)).toBe(null)
    const change = { currentPassword: password, newPassword: 'another long one' }
    const headers = { cookie, origin: 'http://hallway.test' }
    expect((await host.post('/api/auth/change-password', change, { headers })).status).toBe(401)
    expect((await signIn(host, email)).status).toBe(200)
  })
})

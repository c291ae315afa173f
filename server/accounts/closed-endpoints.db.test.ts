import { isNull } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { notifications } from '#features/notifications/notifications.tables.ts'
import { createLog } from '#platform/log.ts'
import { accountHost } from '#tests/support/account-host.ts'
import { useStore } from '#tests/support/database.ts'
import { makeInvitation } from '#tests/support/factories/invitations.ts'
import { makePerson, type Person } from '#tests/support/factories/people.ts'
import { unique } from '#tests/support/factories/unique.ts'
import { hostileDestinations } from '#tests/support/hostile.ts'
import { createAuth, openEndpoints } from './auth.ts'

const context = useStore()
const password = 'a long enough one'
const siteUrl = 'http://hallway.test'

describe('an endpoint of Better Auth that Hallway does not use', () => {
  let cookie = ''
  let endpoints: { path: string; method: string }[] = []
  beforeAll(async () => {
    const { email } = await makePerson(context.store.db, { password })
    cookie = (await accountHost(context.store).post('/api/auth/sign-in/email', { email, password })).cookie
    const log = createLog('silent', { write: () => {} })
    const auth = createAuth(context.store.db, log, { secret: 'x'.repeat(40), siteUrl, siteName: 'Hallway' })
    endpoints = Object.values(auth.api as Record<string, { path?: string; options?: { method?: unknown } }>)
      .filter(({ path }) => path)
      .flatMap(({ path = '', options }) =>
        [options?.method ?? 'GET'].flat().map((method) => ({ path, method: String(method) })),
      )
  })

  test('is not there, whoever asks, and the list of the open ones names nothing else', async () => {
    const host = accountHost(context.store)
    const endpointPaths = new Set(endpoints.map(({ path }) => path))
    expect([...openEndpoints].filter((path) => !endpointPaths.has(path))).toEqual([])
    // Of mails that went out before: leads to the page with the button (tests/links-of-mails.db.test.ts).
    const closed = endpoints.filter(({ path }) => !openEndpoints.has(path) && path !== '/verify-email')
    for (const path of [
      '/update-user',
      '/delete-user',
      '/two-factor/send-otp',
      '/two-factor/get-totp-uri',
      '/callback/:id',
      '/error',
      '/reset-password/:token',
    ])
      expect(closed.map((endpoint) => endpoint.path)).toContain(path)
    for (const { path, method } of closed) {
      const url = `/api/auth${path.replace(/:\w+/g, 'x')}`
      const from = { headers: { cookie } }
      const answer = method === 'GET' ? await host.get(url, from) : await host.post(url, {}, from)
      expect({ path, method, status: answer.status }).toEqual({ path, method, status: 404 })
    }
  })

  test.each(['/api/auth/update-user/', '/api/auth//update-user', '/api/auth/sign-in%2f..%2fupdate-user'])(
    'is not reached as %s either',
    async (path) => {
      const from = { headers: { cookie } }
      expect((await accountHost(context.store).post(path, { name: 'New' }, from)).status).toBe(404)
    },
  )
})

describe('no answer leads to another site', () => {
  /** Every open endpoint that reads one of the four names, where it reads it. */
  const requests: Record<
    string,
    (host: ReturnType<typeof accountHost>, to: string) => Promise<{ location: string | null; status: number }>
  > = {
    'a confirmation that is asked for': (host, callbackURL) =>
      host.post('/api/auth/send-verification-email', { email: 'nobody@example.com', callbackURL }),
    'a recovery': (host, redirectTo) =>
      host.post('/api/auth/request-password-reset', { email: 'nobody@example.com', redirectTo }),
    'a link of a recovery': (host, to) =>
      host.get(`/api/auth/reset-password/token?callbackURL=${encodeURIComponent(to)}`),
    'the error page': (host, to) => host.get(`/api/auth/error?callbackURL=${encodeURIComponent(to)}&error=x`),
    'a sign-in': async (host, callbackURL) =>
      host.post('/api/auth/sign-in/email', { ...person, callbackURL }),
    'a registration': async (host, callbackURL) => {
      const { code: invitationCode } = await makeInvitation(context.store.db)
      const nora = { name: 'Nora', email: `${unique()}@example.com`, password, invitationCode }
      return host.post('/api/auth/sign-up/email', { ...nora, callbackURL })
    },
  }
  let person: { email: string; password: string }
  beforeAll(async () => {
    const { email } = await makePerson(context.store.db, { password })
    person = { email, password }
  })
  afterAll(() => context.store.execute('delete from rate_limits'))

  test.each(Object.entries(requests))('of %s', async (_, request) => {
    const host = accountHost(context.store)
    for (const to of hostileDestinations) {
      const { location, status } = await request(host, to)
      expect({ to, status: status >= 400 && status < 500, location }).toEqual({
        to,
        status: true,
        location: null,
      })
    }
  })

  test('of the link and the button that confirm an address', async () => {
    const host = accountHost(context.store)
    const ways = [encodeURIComponent, (to: string) => encodeURI(to).replaceAll('#', '%23')]
    for (const to of hostileDestinations)
      for (const encode of ways) {
        const next = encode(`/auth?next=${encode(to)}`)
        const old = [
          await host.get(`/api/auth/verify-email?token=bad&callbackURL=${encode(to)}`),
          await host.get(`/api/auth/verify-email?token=bad&callbackURL=${next}`),
        ]
        expect(old.map(({ location }) => [to, location])).toEqual(
          old.map(() => [to, '/auth/confirm?token=bad']),
        )
        const { location } = await host.send(`/auth/confirm?token=bad&next=${encode(to)}`, { method: 'POST' })
        expect([to, location]).toEqual([to, '/auth?confirmed=yes&error=INVALID_TOKEN'])
      }
  })

  test('a path on this site is taken', async () => {
    const host = accountHost(context.store)
    const to = '/auth?confirmed=yes'
    expect(await requests['a sign-in']!(host, to)).toMatchObject({ status: 200, location: to })
  })
})

describe('the API over a session', () => {
  let cookie = ''
  let person: Person
  beforeAll(async () => {
    person = await makePerson(context.store.db, { password })
    const credentials = { email: person.email, password }
    cookie = (await accountHost(context.store).post('/api/auth/sign-in/email', credentials)).cookie
  })

  test.each([
    'http://evil.test',
    'http://evil.hallway.test',
    'http://hallway.test.evil.example',
    'http://evilhallway.test',
    'http://hallway.test:8080',
    'null',
  ])('takes no write from %s', async (origin) => {
    const host = accountHost(context.store)
    const headers = { cookie, host: 'hallway.test', origin }
    for (const path of [
      '/api/v1/invitations/generate',
      '/api/rpc/invitations/generate',
      '/api/auth/sign-out',
    ])
      expect([path, (await host.post(path, {}, { headers })).status]).toEqual([path, 403])
  })

  test('runs nothing for HEAD, OPTIONS, PUT', async () => {
    const host = accountHost(context.store)
    const path = '/api/rpc/notifications/markRead'
    await context.store.execute(
      `insert into notifications (user_id, kind, message, path) values ('${person.id}', 'event_changed', 'Moved', '/')`,
    )
    const unread = () => context.store.db.$count(notifications, isNull(notifications.read_at))
    for (const method of ['HEAD', 'OPTIONS', 'PUT'])
      expect(await host.ask(method, path, { headers: { cookie } })).toBe(405)
    expect(await unread()).toBe(1)
    expect(await host.ask('POST', path, { headers: { cookie } })).toBe(200)
    expect(await unread()).toBe(0)
  })
})

test.each([
  ['https://conf.example', 'https://conf.example', 200],
  ['https://conf.example', 'http://conf.example', 403],
  ['https://conf.example', 'https://sub.conf.example', 403],
  // By another name of the site, as its proxy passes it on.
  ['https://other.example', 'https://other.example', 200],
  ['https://other.example', 'http://other.example', 403],
])(
  'of a site with TLS that is asked at %s a page at %s may write: %i',
  async (siteOrigin, origin, status) => {
    const host = accountHost(context.store, { siteUrl: 'https://conf.example' })
    const { status: answered } = await host.post(
      '/api/v1/invitations/validate',
      { code: 'WRONG999' },
      { headers: { host: new URL(siteOrigin).host, origin } },
    )
    expect(answered).toBe(status)
  },
)

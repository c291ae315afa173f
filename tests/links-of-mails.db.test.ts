import { createHmac, randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { mail_outbox } from '#features/notifications/mail.tables.ts'
import type { MailKind } from '#features/notifications/notifications.ts'
import { unsubscribePath } from '#features/notifications/unsubscribe.server.ts'
import { session, user } from '#features/people/people.tables.ts'
import { rows } from '#platform/database/db.ts'
import { createLog } from '#platform/log.ts'
import { createAuth, sessionSeconds } from '#server/accounts/auth.ts'
import { createSign } from '#server/accounts/secrets.ts'
import { createApp } from '#server/http/app.ts'
import { createPageCache } from '#server/pages/page-cache.ts'
import { createSite } from '#server/pages/site.ts'
import { accountHost } from '#tests/support/account-host.ts'
import { useStore } from '#tests/support/database.ts'
import { makeInvitation } from '#tests/support/factories/invitations.ts'
import { unique } from '#tests/support/factories/unique.ts'
import { causes, makeWorld } from '#tests/support/mail-causes.ts'
import { refuseToFetch } from '#tests/support/outbound.ts'

// Scanners open each link of each mail, and some run the scripts of the page: that changes nothing. A button does.

const context = useStore()
const siteUrl = 'http://hallway.test'
const secret = 'only for tests '.repeat(4)
const sign = createSign('a secret of tests')
const password = 'a long enough one'
let app: ReturnType<typeof createApp>

beforeAll(async () => {
  const { store } = context
  const log = createLog('silent', { write: () => {} })
  const today = () => new Date().toISOString().slice(0, 10)
  app = createApp({
    store,
    auth: createAuth(store.db, log, { secret, siteUrl, siteName: 'Hallway' }),
    site: await createSite(log, false),
    pages: createPageCache(today),
    log,
    siteName: 'Hallway',
    siteUrl,
    today,
    hasMailbox: false,
    clientAddress: () => '127.0.0.1',
    runInBackground: () => {},
    fetchSafely: refuseToFetch,
    sign,
    newerMigration: async () => undefined,
  })
})

/** A digest of each table's rows. */
async function digests(): Promise<Record<string, string>> {
  const tables = await rows<{ name: string }>(
    context.store.db,
    sql`select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
  )
  const parts = tables.map(
    ({ name }) =>
      sql`select ${name} as name, md5(coalesce(string_agg(row_text, ' ' order by row_text), '')) as digest
        from (select t::text as row_text from ${sql.identifier(name)} as t) as each_row`,
  )
  const tableDigests = await rows<{ name: string; digest: string }>(
    context.store.db,
    sql.join(parts, sql` union all `),
  )
  return Object.fromEntries(tableDigests.map(({ name, digest }) => [name, digest]))
}

/** The cookie of a new session. */
async function cookieOf(userId: string): Promise<string> {
  const token = randomUUID()
  const expiresAt = new Date(Date.now() + sessionSeconds.expiresIn * 1000)
  await context.store.db.insert(session).values({ token, userId, expiresAt })
  const signature = createHmac('sha256', secret).update(token).digest('base64')
  return `hallway.session_token=${encodeURIComponent(`${token}.${signature}`)}`
}

/** Every path of this site in the mails that wait, and whose they are. */
async function links(): Promise<Map<string, string | undefined>> {
  const people = new Map((await context.store.db.select().from(user)).map(({ email, id }) => [email, id]))
  const readers = new Map<string, string | undefined>()
  for (const { text, html, kind, user_id, to_address } of await context.store.db.select().from(mail_outbox)) {
    const urls = [...`${text}\n${html.replaceAll('&amp;', '&')}`.matchAll(/https?:\/\/[^\s"<]+/g)]
    for (const [url] of urls) if (url.startsWith(siteUrl)) readers.set(url, people.get(to_address))
    // Written when the mail is sent.
    if (kind && user_id)
      readers.set(siteUrl + unsubscribePath(user_id, kind as MailKind, to_address, sign), user_id)
  }
  return readers
}

const open = async (url: string, method: string, cookie = '') => {
  const { status, headers } = await app.request(url, { method, headers: { ...(cookie && { cookie }) } })
  const location = headers.get('location')
  // Scanners follow redirects.
  if (location && new URL(location, siteUrl).origin === siteUrl)
    await app.request(new URL(location, siteUrl), { method, headers: { ...(cookie && { cookie }) } })
  return status
}

describe('no link of a mail changes anything when it is opened', () => {
  test.for(Object.entries(causes))('about %s', { timeout: 120_000 }, async ([, { prepare, most = 1 }]) => {
    const world = await makeWorld(context.store)
    const act = await prepare(world)
    await act(0)
    await world.passTime()
    const readers = await links()
    expect(readers.size > 0).toBe(most > 0)
    const cookies = new Map<string, string>()
    for (const id of new Set(readers.values())) if (id) cookies.set(id, await cookieOf(id))
    const before = await digests()
    for (const [url, reader] of readers)
      for (const method of ['HEAD', 'GET'])
        for (const cookie of ['', ...(reader ? [cookies.get(reader)] : [])])
          expect([url, (await open(url, method, cookie)) < 500]).toEqual([url, true])
    expect(await digests()).toEqual(before)
    await context.store.db.delete(mail_outbox)
  })
})

describe('the link that confirms an address', () => {
  const isVerified = async (email: string) =>
    (
      await rows<{ is: boolean }>(
        context.store.db,
        sql`select email_verified as is from "user" where email = ${email}`,
      )
    )[0]?.is
  async function register() {
    const host = accountHost(context.store)
    const { code: invitationCode } = await makeInvitation(context.store.db)
    const nora = { name: 'Nora', email: `${unique()}@example.com`, password, invitationCode }
    await host.post('/api/auth/sign-up/email', { ...nora, callbackURL: '/auth?confirmed=yes&next=%2Ftopics' })
    return { email: nora.email, path: await host.mailedPath(nora.email, 'Confirm your email address') }
  }
  const send = async (path: string, method = 'GET') => {
    const answer = await app.request(siteUrl + path, { method })
    return { status: answer.status, location: answer.headers.get('location'), text: await answer.text() }
  }
  const confirmed = '/auth?confirmed=yes&next=%2Ftopics'

  test('opens a page with a button, which confirms; afterwards the link says that it is confirmed', async () => {
    const { email, path } = await register()
    const page = await send(path)
    expect([page.status, page.location]).toEqual([200, null])
    expect(page.text).toMatch(/<form method="post">\s*<button[^>]*type="submit"[^>]*>Confirm my address/)
    expect(await isVerified(email)).toBe(false)
    expect(await send(path, 'POST')).toMatchObject({ status: 303, location: confirmed })
    expect(await isVerified(email)).toBe(true)
    for (const method of ['GET', 'POST'])
      expect(await send(path, method)).toMatchObject({ status: 303, location: confirmed })
    expect((await send(confirmed)).text).toContain('Your email is confirmed. You can sign in now.')
  })

  test('in a mail of an earlier version leads to that page', async () => {
    const { email, path } = await register()
    const token = new URL(path, siteUrl).searchParams.get('token')
    const old = `/api/auth/verify-email?token=${token}&callbackURL=${encodeURIComponent(confirmed)}`
    expect(await send(old)).toMatchObject({ status: 303, location: path })
    expect((await send(old, 'POST')).status).toBe(404)
    expect(await isVerified(email)).toBe(false)
  })

  test('that is broken, or of another key, says so', async () => {
    const { path } = await register()
    for (const wrong of ['/auth/confirm?token=broken', `${path.split('&')[0]}x`, '/auth/confirm']) {
      expect((await send(wrong)).status).toBe(200)
      const { location } = await send(wrong, 'POST')
      expect(location).toBe('/auth?confirmed=yes&error=INVALID_TOKEN')
      expect((await send(location!)).text).toContain('This link has expired or was already used.')
    }
  })
})

import { createHash } from 'node:crypto'
import { glob, readFile } from 'node:fs/promises'
import { request } from 'node:http'
import { like } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { events } from '#features/events/events.tables.ts'
import { samplePassword } from '#server/accounts/passwords.ts'
import { mainTrack } from '#src/limits.ts'
import { type MadeEvent, makeEvent } from '#tests/support/factories/events.ts'
import { makePerson } from '#tests/support/factories/people.ts'
import { makeSpeaker } from '#tests/support/factories/speakers.ts'
import { type MadeTalk, makeTalk } from '#tests/support/factories/talks.ts'
import { type RunningSite, startSite } from '#tests/support/site.ts'

// Every kind of answer of the running server carries its headers, and no page runs a script that its policy does not name.

const member = { email: 'headers@example.com', password: 'a quiet hallway' }
const sampleMember = { email: 'sample@example.com', password: samplePassword }
let site: RunningSite
let event: MadeEvent
let speaker: Awaited<ReturnType<typeof makeSpeaker>>
let talk: MadeTalk
let cookie = ''

beforeAll(async () => {
  site = await startSite({
    sample: false,
    prepare: async ({ db }) => {
      await makePerson(db, { name: 'Hedda Header', ...member, isAdmin: true })
      await makePerson(db, { name: 'Sam Sample', ...sampleMember })
      event = await makeEvent(db, {
        slug: 'framed',
        name: 'Café "☕" / Tea',
        location_name: 'Bergen',
        country_name: 'Norway',
        tags: ['Go'],
      })
      speaker = await makeSpeaker(db)
      talk = await makeTalk(db, { event, speakers: [speaker] })
      await makeEvent(db, { slug: 'american', country_name: 'United States' })
      await makeEvent(db, { slug: 'removed', location_name: 'Atlantropa', country_name: 'Lemuria' })
      await makeEvent(db, { slug: 'removed-from-tartu', location_name: 'Tartu', country_name: 'Estonia' })
      await db.delete(events).where(like(events.slug, 'removed%'))
    },
  })
  const answer = await post('/api/auth/sign-in/email', member)
  cookie = answer.headers
    .getSetCookie()
    .map((header) => header.split(';')[0])
    .join('; ')
})
afterAll(() => site.stop())

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(site.url + path, { redirect: 'manual', headers })
const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(site.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: site.url, ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })

const commonHeaders = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
}
const headersOf = ({ headers }: Response) =>
  Object.fromEntries(Object.keys(commonHeaders).map((name) => [name, headers.get(name)]))

const answers: [what: string, status: number, ask: () => Promise<Response>][] = [
  ['a page', 200, () => get('/')],
  ['a cached page', 200, () => get('/')],
  ['a page that is not there', 404, () => get('/nowhere')],
  ['an event that is not there', 404, () => get('/conferences/nowhere')],
  ['a page that leads elsewhere', 307, () => get('/dashboard')],
  ['a page of a person', 200, () => get('/dashboard', { cookie })],
  ['an admin page', 200, () => get('/admin', { cookie })],
  ['an answer of the API', 200, () => get('/api/v1/site')],
  ['a refusal of the API', 401, () => get('/api/v1/people/me')],
  ['an unknown address of the API', 404, () => get('/api/v1/nowhere/at/all')],
  ['a body that is no JSON', 400, () => post('/api/v1/events', '{')],
  ['a body that is too large', 413, () => post('/api/v1/events', `"${'x'.repeat(1_100_000)}"`)],
  ['a wrong password', 401, () => post('/api/auth/sign-in/email', { ...member, password: 'wrong one' })],
  ['the document of the API', 200, () => get('/api/v1/openapi.json')],
  ['a sitemap', 200, () => get('/sitemap.xml')],
  ['robots', 200, () => get('/robots.txt')],
  ['llms', 200, () => get('/llms.txt')],
  ['the icon', 200, () => get('/favicon.svg')],
  ['the icon of old readers', 200, () => get('/favicon.ico')],
  ['the icon of a home screen', 200, () => get('/apple-touch-icon.png')],
  ['the icon of the installed app', 200, () => get('/app-icon-maskable.png')],
  ['the manifest of the app', 200, () => get('/manifest.webmanifest')],
  ['the service worker', 200, () => get('/sw.js')],
  ['the page without network', 200, () => get('/offline.html')],
  ['the template of a file', 200, () => get('/events_import_template.csv')],
  ['a file that is not there', 404, () => get('/assets/nowhere.js')],
  ['a picture that is not there', 404, () => get(`/pictures/${'0'.repeat(32)}.webp`)],
  ['health', 200, () => get('/healthz')],
  ['readiness', 200, () => get('/readyz')],
  ['the mailbox', 200, () => get('/dev/mailbox')],
  ['a malformed address', 404, () => get('/conferences/%E0%A4%A')],
]

test.each(answers)('%s has the headers of every answer', async (what, status, ask) => {
  const answer = await ask()
  const body = await answer.text()
  expect({ status: answer.status, ...headersOf(answer) }).toEqual({ status, ...commonHeaders })
  const policy = answer.headers.get('content-security-policy') ?? ''
  expect(policy).toMatch(/^default-src 'none'/)
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).not.toMatch(/unsafe-|script-src[^;]*(\*|https?:|data:)/)
  expect(answer.headers.get('x-powered-by')).toBe(null)
  if (what.includes('page')) expect(unnamedScripts(body, policy)).toEqual([])
})

test('shared caches ask each time, unless SHARED_CACHE_SECONDS lets them keep what visitors see', async () => {
  const lenient = await startSite({
    sample: false,
    env: { SHARED_CACHE_SECONDS: '30' },
    prepare: async ({ db }) => {
      await makePerson(db, { name: 'Hedda Header', ...member })
      await makeEvent(db, { slug: 'framed' })
    },
  })
  const signIn = await fetch(`${lenient.url}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: lenient.url },
    body: JSON.stringify(member),
  })
  const lenientCookie = signIn.headers.getSetCookie()[0]!.split(';')[0]!
  const cacheControl = async (url: string, headers = {}) =>
    (await fetch(url, { headers })).headers.get('cache-control')
  for (const path of ['/', '/conferences/framed', '/conferences/framed/schedule.ics']) {
    expect(await cacheControl(site.url + path), path).toBe('public, max-age=0, must-revalidate')
    for (const _ of ['rendered', 'from the page cache'])
      expect(await cacheControl(lenient.url + path), path).toBe(
        'public, max-age=0, s-maxage=30, stale-if-error=86400',
      )
  }
  for (const path of ['/', '/conferences/framed'])
    expect(await cacheControl(lenient.url + path, { cookie: lenientCookie })).toBe('private, no-cache')
  expect(await cacheControl(`${lenient.url}/auth/reset?token=x`)).toBe('private, no-cache')
  expect(await cacheControl(`${lenient.url}/nowhere`)).toBe('no-store')
  await lenient.stop()
})

/** The scripts in a page that its policy does not name by nonce or hash, and whatever else would need unsafe-inline. */
function unnamedScripts(html: string, policy: string): string[] {
  const scripts = [...html.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g)].filter(
    ([, attributes = '', text = '']) => {
      if (/type="application\/(ld\+)?json"/.test(attributes) || / src="\/assets\//.test(attributes))
        return false
      const nonce = attributes.match(/nonce="([^"]+)"/)?.[1]
      const hash = createHash('sha256').update(text).digest('base64')
      return !policy.includes(`'sha256-${hash}'`) && !(nonce && policy.includes(`'nonce-${nonce}'`))
    },
  )
  const inlineAttributes = [...html.matchAll(/<[^>]+\s(on\w+|style)=/g)]
  return [...scripts, ...inlineAttributes].map(([text]) => text.slice(0, 100))
}

/** The path of every route, with what is there in it. */
async function routePaths(): Promise<string[]> {
  const values: Record<string, string> = {
    $slug: event.slug,
    $number: String(talk.number),
    $topicName: 'Go',
    $locationName: 'Bergen',
    $countryName: 'Norway',
    $guide: 'attending',
  }
  const paths: string[] = []
  for await (const file of glob('src/routes/**/*.tsx')) {
    const [, id] = (await readFile(file, 'utf8')).match(/createFileRoute\('([^']+)'/) ?? []
    if (!id) continue
    const path = id.replace('/_signed-in', '').replace('_/', '/')
    paths.push(
      path
        .split('/')
        .map((part) =>
          part === '$id' ? (path.startsWith('/u/') ? talk.id : speaker.id) : (values[part] ?? part),
        )
        .join('/') || '/',
    )
  }
  return paths
}

test.each([
  '/conferences/framed/nothing',
  '/conferences/framed/feed.rss',
  '/topics/Go/nothing',
  '/cities/Bergen/nothing',
  '/admin/nothing',
  '/conferences/%ff',
  '/cities/M%FCnchen',
])('%s is a page that is not there, and not the page above it', async (path) => {
  const answer = await get(path)
  const body = await answer.text()
  expect(answer.status).toBe(404)
  expect(body).toContain('<title>Page not found | Hallway</title>')
  expect(body).not.toContain('Norway')
})

test.each([
  'tracks=Nowhere',
  'track=Nowhere&rooms=Attic',
  'open=0d5c1f7e-52a1-4f0e-9f5a-3f1d0f8b2c11&speaker=0d5c1f7e-52a1-4f0e-9f5a-3f1d0f8b2c11',
  'invite=people&invited=2027-01-01 08:00:00.000000%2B00_0d5c1f7e-52a1-4f0e-9f5a-3f1d0f8b2c11',
])('a conference with %s, which it does not have, leads to its page without it', async (search) => {
  const answer = await get(`/conferences/framed?day=2027-01-01&${search}`)
  expect([answer.status, answer.headers.get('location')]).toEqual([
    307,
    `/conferences/framed?day=2027-01-01${search.startsWith('invite') ? '&invite=people' : ''}`,
  ])
})

test.each(['after=random', 'after=2027-01-01_0d5c1f7e-52a1-4f0e-9f5a-3f1d0f8b2c11'])(
  'a conference with the cursor %s of no list that it shows is no page of its own',
  async (search) => {
    const answer = await get(`/conferences/framed?${search}`)
    if (answer.status === 200)
      expect(await answer.text()).toBe(await (await get('/conferences/framed')).text())
    else expect([answer.status, answer.headers.get('location')]).toEqual([307, '/conferences/framed'])
  },
)

test('a conference is narrowed to the track that it has', async () => {
  expect((await get(`/conferences/framed?tracks=${encodeURIComponent(mainTrack)}`)).status).toBe(200)
})

test('no page but the one for frames can be framed by another site, and that one sets no cookie', async () => {
  const conference = `/conferences/${event.slug}`
  const paths = [
    ...(await routePaths()),
    ...['ics', 'atom', 'json'].map((ending) => `${conference}/feed.${ending}`),
    ...['ics', 'xml', 'json', 'csv'].map((ending) => `${conference}/schedule.${ending}`),
    `${conference}?embed=1`,
    `${conference}/print`,
    `${conference}/offline.json`,
    '/embed',
    '/embed.js',
    '/embed/conferences/nothing',
    `/embed/conferences/${event.slug}/edit`,
    `/embed${conference}/../../admin`,
    '/nowhere',
    '/robots.txt',
    '/sitemap.xml',
    '/api/v1/site',
    '/og/topics/Go-0.png',
  ]
  expect(paths.length).toBeGreaterThan(45)
  for (const path of paths)
    for (const headers of [{}, { cookie }] as Record<string, string>[]) {
      const answer = await get(path, headers)
      await answer.text()
      expect([path, answer.headers.get('x-frame-options')]).toEqual([path, 'DENY'])
      expect([path, answer.headers.get('content-security-policy')]).toEqual([
        path,
        expect.stringContaining("frame-ancestors 'none'"),
      ])
    }
  const path = `/embed/conferences/${event.slug}`
  const answer = await get(path)
  const etag = answer.headers.get('etag')!
  const again = [await get(path), await get(path, { cookie }), await get(path, { 'if-none-match': etag })]
  expect([answer, ...again].map(({ status }) => status)).toEqual([200, 200, 200, 304])
  for (const each of [answer, ...again]) {
    expect(each.headers.get('x-frame-options')).toBe(null)
    expect(each.headers.get('content-security-policy')).toMatch(/^default-src 'none'.*frame-ancestors \*$/)
    expect(each.headers.get('set-cookie')).toBe(null)
  }
  const html = await answer.text()
  expect(await again[1]!.text()).toBe(html)
  expect(unnamedScripts(html, answer.headers.get('content-security-policy')!)).toEqual([])
})

test('a write that another site asks for is refused, whatever cookie comes along', async () => {
  const write = (origin: string) => post('/api/v1/topics', { name: 'From elsewhere' }, { cookie, origin })
  expect((await write('https://evil.example')).status).toBe(403)
  expect((await write('null')).status).toBe(403)
  expect((await write(site.url)).status).toBe(201)
})

test('a write that a sibling of this host asks for is refused', async () => {
  const { port } = new URL(site.url)
  const siblings = [
    'http://evil.127.0.0.1.example',
    `http://sub.127.0.0.1:${port}`,
    'http://127.0.0.1',
    `http://127.0.0.2:${port}`,
    `http://localhost:${port}`,
    `${site.url}.evil.example`,
    `http://evil.example/${site.url}`,
  ]
  for (const origin of siblings)
    for (const path of ['/api/v1/topics', '/api/rpc/topics/create', '/api/auth/sign-out'])
      expect([origin, path, (await post(path, {}, { cookie, origin })).status]).toEqual([origin, path, 403])
})

/** A request as fetch does not make it: any method, any Host. */
const sendRaw = (method: string, path: string, headers: Record<string, string>, body = '') =>
  new Promise<{ status?: number; allow?: string; location?: string }>((resolve, reject) => {
    const allHeaders = { ...headers, ...(body && { 'content-type': 'application/json' }) }
    request(site.url + path, { method, headers: allHeaders }, (answer) => {
      answer.resume()
      answer.once('end', () =>
        resolve({
          status: answer.statusCode,
          allow: answer.headers.allow,
          location: answer.headers.location,
        }),
      )
    })
      .once('error', reject)
      .end(body)
  })

describe('a method that an address of the API does not know', () => {
  // Without input: what a method without a body would run.
  const codes = async () =>
    ((await (await get('/api/v1/invitations', { cookie })).json()) as { codes: unknown[] }).codes.length

  test.each(['HEAD', 'TRACE', 'OPTIONS', 'PUT', 'PATCH', 'DELETE'])(
    '%s runs no procedure over /api/rpc',
    async (method) => {
      const before = await codes()
      for (const origin of [site.url, 'https://evil.example'])
        for (const path of ['/api/rpc/invitations/create', '/api/rpc/invitations/create?data=%7B%7D'])
          expect(await sendRaw(method, path, { cookie, origin })).toMatchObject({
            status: 405,
            allow: 'GET, POST',
          })
      expect(await codes()).toBe(before)
    },
  )
  test('GET over /api/rpc only reads', async () => {
    const before = await codes()
    expect((await sendRaw('GET', '/api/rpc/invitations/create?data=%7B%7D', { cookie })).status).toBe(405)
    expect((await sendRaw('GET', '/api/rpc/site/current', { cookie })).status).not.toBe(405)
    expect(await codes()).toBe(before)
    expect((await post('/api/v1/invitations', {}, { cookie })).status).toBe(200)
    expect(await codes()).toBe(before + 1)
  })
  test.each([
    ['HEAD', 200],
    ['OPTIONS', 204],
    ['TRACE', 405],
  ])('%s writes nothing over /api/v1', async (method, status) => {
    const before = await codes()
    for (const path of ['/api/v1/invitations', '/api/v1/notifications/read'])
      expect((await sendRaw(method, path, { cookie, origin: 'https://evil.example' })).status).toBe(
        path.endsWith('read') && method === 'HEAD' ? 404 : status,
      )
    expect(await codes()).toBe(before)
  })
  test('pages of other sites read /api/v1 without a session, and write nothing', async () => {
    const origin = 'https://elsewhere.example'
    const read = await get('/api/v1/site', { origin })
    expect([read.status, read.headers.get('access-control-allow-origin')]).toEqual([200, '*'])
    expect(read.headers.has('access-control-allow-credentials')).toBe(false)
    const head = await fetch(`${site.url}/api/v1/site`, { method: 'HEAD', headers: { origin } })
    expect([head.status, head.headers.get('content-type'), await head.text()]).toEqual([
      200,
      read.headers.get('content-type'),
      '',
    ])
    const preflight = await fetch(`${site.url}/api/v1/people/me`, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'PUT' },
    })
    expect(preflight.status).toBe(204)
    expect(preflight.headers.get('access-control-allow-methods')).toBe('GET, HEAD')
    expect(preflight.headers.has('access-control-allow-credentials')).toBe(false)
    const write = await post('/api/v1/invitations', {}, { cookie, origin })
    expect([write.status, write.headers.get('access-control-allow-origin')]).toEqual([403, null])
    const feed = await fetch(`${site.url}/feed.xml`, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-headers': 'if-none-match' },
    })
    expect([feed.status, feed.headers.get('access-control-allow-headers')]).toEqual([
      ...[204, 'content-type, if-none-match'],
    ])
    expect((await get('/api/rpc/site/about', { origin })).headers.has('access-control-allow-origin')).toBe(
      false,
    )
  })
  test.each(['HEAD', 'TRACE', 'PUT'])('%s signs nobody out', async (method) => {
    expect((await sendRaw(method, '/api/auth/sign-out', { cookie })).status).toBe(405)
    expect((await get('/dashboard', { cookie })).status).toBe(200)
  })
  test.each(['TRACE', 'PUT', 'DELETE'])('%s gets no page', async (method) => {
    expect((await sendRaw(method, '/', {})).status).toBe(404)
  })
})

test('what the path of a request names, nothing beside it can replace', async () => {
  const unknown = '00000000-0000-4000-8000-000000000001'
  const put = (path: string, body: object) => sendRaw('PUT', path, { cookie }, JSON.stringify(body))
  const owner_id = null
  for (const event_id of [event.id, [event.id]])
    expect((await put(`/api/v1/events/${unknown}/owner`, { event_id, owner_id })).status).toBe(404)
  expect((await put(`/api/v1/events/${event.id}/owner`, { event_id: unknown, owner_id })).status).toBe(200)
  const ofTalk = (id: string, beside: string) =>
    get(`/api/v1/talks/${id}/links/open?id=${beside}`, { cookie })
  expect((await ofTalk(unknown, talk.id)).status).toBe(404)
  expect((await ofTalk(talk.id, unknown)).status).toBe(200)
})

describe('what is for the machine itself', () => {
  const strangers: Record<string, string>[] = [
    { host: 'hallway.example' },
    { host: '127.evil.example' },
    { 'x-forwarded-for': '8.8.8.8' },
    { forwarded: 'for=8.8.8.8' },
  ]
  test('the mailbox is nowhere else', async () => {
    for (const path of ['/dev/mailbox', '/dev/mailbox.json']) {
      expect((await sendRaw('GET', path, {})).status).toBe(200)
      for (const headers of strangers) expect((await sendRaw('GET', path, headers)).status).toBe(404)
    }
  })
  test('a sample account opens nowhere else', async () => {
    const body = JSON.stringify(sampleMember)
    const signIn = (headers: Record<string, string>) =>
      sendRaw('POST', '/api/auth/sign-in/email', headers, body)
    expect((await signIn({})).status).toBe(200)
    for (const headers of strangers) expect((await signIn(headers)).status).toBe(403)
  })
})

test.each([
  ['//evil.example/', '/evil.example/'],
  ['//evil.example/a?b=//c', '/evil.example/a?b=//c'],
  ['///evil.example//x', '/evil.example/x'],
  ['/\\\\evil.example/', '/evil.example/'],
])('the path %s leads to a path on this site', async (path, location) => {
  // As a proxy that ends TLS asks: the answer names no scheme and no host.
  expect(await sendRaw('GET', path, { 'x-forwarded-proto': 'https', host: 'hallway.example' })).toMatchObject(
    {
      status: 308,
      location,
    },
  )
})

test('a body larger than an account endpoint needs is not read', async () => {
  const deep = `{"email":${'['.repeat(8_500)}${']'.repeat(8_500)}}`
  expect((await post('/api/auth/sign-in/email', deep)).status).toBe(413)
})

test('of a visitor a body is read that a form may have, of a member a larger one, and a file as a form alone', async () => {
  const deep = `{"reason":${'['.repeat(70_000)}${']'.repeat(70_000)}}`
  const sendChunked = () =>
    fetch(`${site.url}/api/v1/invitation-requests`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: site.url },
      body: new Blob([JSON.stringify('x'.repeat(140_000))]).stream(),
      duplex: 'half',
    } as RequestInit)
  for (const path of ['/api/v1/invitation-requests', '/api/rpc/invitationRequests/ask'])
    expect((await post(path, deep)).status).toBe(413)
  expect((await sendChunked()).status).toBe(413)
  expect((await post('/api/v1/invitation-requests', deep, { cookie })).status).toBe(400)
  const large = JSON.stringify({ files: ['x'.repeat(1_100_000)] })
  for (const path of ['/api/v1/events/from-programme', '/api/v1/imports', '/api/v1/pictures'])
    expect((await post(path, large, { cookie })).status).toBe(413)
  const form = new FormData()
  form.set('file', new File(['x'.repeat(1_100_000)], 'a.png'))
  const upload = await fetch(`${site.url}/api/v1/pictures`, {
    method: 'POST',
    headers: { origin: site.url, cookie },
    body: form,
  })
  expect(upload.status).not.toBe(413)
})

test('one file is taken under the name that the API documents', async () => {
  const body = new FormData()
  body.set('files', new File(['title,date\nA talk,2027-03-01'], 'talks.csv'))
  const answer = await fetch(`${site.url}/api/v1/events/from-programme`, {
    method: 'POST',
    headers: { origin: site.url, cookie },
    body,
  })
  expect([answer.status, await answer.json()]).toMatchObject([422, { code: 'INCOMPLETE' }])
})

describe('a form is refused before it is parsed', () => {
  const part = (name: string, value: string, more = '') =>
    `--x\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`
  const send = async (path: string, body: string, contentType = 'multipart/form-data; boundary=x') => {
    const answer = await post(path, body, { cookie, 'content-type': contentType })
    return [answer.status, await answer.text()]
  }
  const cannotBeRead = [400, expect.stringContaining('This form cannot be read: it has more than 100 parts')]
  const paths = ['/api/v1/events/from-programme', '/api/rpc/programmeSyncs/createEvent']

  test.each([
    ['very many parts', part('a[]', '').repeat(101)],
    ['very many files', part('files[]', '', '; filename="a.csv"').repeat(101)],
    ['a long name', part(`a${'[0]'.repeat(2000)}`, '', '; filename="a.csv"')],
    ['many headers', part('a', '').replace('\r\n\r\n', `\r\n${'a: b\r\n'.repeat(3000)}\r\n`)],
  ])('with %s', async (_, parts) => {
    for (const path of paths) expect(await send(path, `${parts}--x--\r\n`)).toEqual(cannotBeRead)
  })
  test('without an end', async () => {
    expect(await send(paths[0]!, part('a', ''))).toEqual(cannotBeRead)
  })
  test.each([
    'multipart/form-data',
    'multipart/form-data; boundary=""; boundary=x',
    'multipart/form-data; boundary=y, multipart/form-data; boundary=x',
  ])('whose boundary is in doubt: %s', async (contentType) => {
    expect(await send(paths[0]!, `${part('a', '')}--x--\r\n`, contentType)).toEqual(cannotBeRead)
  })
  test.each(['data', 'name'])('whose field %s is longer than a body of JSON', async (name) => {
    const form = `${part(name, `[${'0,'.repeat(600_000)}0]`)}--x--\r\n`
    for (const path of paths)
      expect(await send(path, form)).toEqual([
        413,
        expect.stringContaining('The texts of a form, without its files, are at most 1 MB'),
      ])
  })
  const fields = 'application/x-www-form-urlencoded'
  const tooManyFields = 'This form cannot be read: it has more than 1,000 fields, or one with a long name'
  test.each([
    ['very many fields', 'a&'.repeat(9000)],
    ['a long name', `a${'%5B0]'.repeat(4000)}=`],
  ])('with %s, sent to the API or to a page', async (_, form) => {
    for (const path of ['/api/v1/invitation-requests', '/api/rpc/invitationRequests/ask'])
      expect(await send(path, form, fields)).toEqual([
        400,
        JSON.stringify({ code: 'BAD_REQUEST', message: tooManyFields }),
      ])
    for (const path of ['/auth', '/conferences/new'])
      expect(await send(path, form, fields)).toEqual([400, tooManyFields])
  })
  test('and not with a thousand fields, or one long text', async () => {
    const long = `bio=${'x%26'.repeat(5000)}`
    for (const form of [`${'a='.padEnd(20, 'b')}&`.repeat(999), long])
      expect((await send('/profile/edit', form, fields))[0]).toBe(422)
    expect(await send('/api/v1/invitation-requests', long, fields)).toEqual([
      400,
      expect.stringContaining('Input validation failed'),
    ])
  })
  test('JSON of more than fifty thousand values is refused, also as a field of a form', async () => {
    const cannotBeRead = [
      400,
      expect.stringContaining('This JSON cannot be read: it has more than 50,000 values'),
    ]
    const many = (values: number) => `{"json":{"reason":[${'0,'.repeat(values)}0]}}`
    const path = '/api/rpc/invitationRequests/ask'
    expect(await send(path, many(50_000), 'application/json')).toEqual(cannotBeRead)
    expect(await send(path, `${part('data', many(50_000))}--x--\r\n`)).toEqual(cannotBeRead)
    expect(await send(path, many(49_990), 'application/json')).toEqual([
      400,
      expect.stringContaining('Input validation failed'),
    ])
  })
  test('and not with a hundred parts, whatever its boundary and its files look like', async () => {
    const form = `${part('a[]', '').repeat(99)}${part('files[]', '--y\r\n'.repeat(5000), '; filename="a.csv"')}--x--\r\n`
    for (const type of ['boundary=x', 'boundary="x"; charset=utf-8'])
      expect(await send(paths[0]!, form, `multipart/form-data; ${type}`)).toEqual([
        422,
        expect.stringContaining('UNREADABLE'),
      ])
  })
})

test.each([
  ['/conferences/feed.json', 'search', 'bergen'],
  ['/conferences/feed.json', 'how', 'online'],
  ['/embed/conferences/framed', 'theme', 'dark'],
])('of %s nobody has an answer kept for another who asks for %s=%s', async (path, name, value) => {
  const body = async (search: string) => (await get(`${path}?${search}`)).text()
  // These share the key of the plain one; each was answered as if it asked for nothing.
  const variants = [
    `${name}=&${name}=${value}`,
    `${name}[]=${value}`,
    `${name}%5B%5D=${value}`,
    `a=1&${name}=${value}`,
  ]
  const bodies = []
  for (const each of variants) bodies.push(await body(each))
  const plain = await body(`${name}=${value}`)
  expect(plain).not.toBe(await body(''))
  expect(bodies).toEqual(variants.map(() => plain))
})

test('a page of a person is kept by nobody; a nonce is used once', async () => {
  const [one, other] = [await get('/dashboard', { cookie }), await get('/dashboard', { cookie })]
  expect(one.headers.get('cache-control')).toMatch(/private|no-store/)
  const nonceOf = (answer: Response) =>
    answer.headers.get('content-security-policy')?.match(/'nonce-([^']+)'/)?.[1]
  expect(nonceOf(one)).toMatch(/^[\w-]{20,}$/)
  expect(nonceOf(one)).not.toBe(nonceOf(other))
})

test('the session is a cookie that scripts cannot read and other sites cannot send', async () => {
  const answer = await post('/api/auth/sign-in/email', member)
  for (const each of answer.headers.getSetCookie()) {
    expect(each).toMatch(/HttpOnly/i)
    expect(each).toMatch(/SameSite=Lax/i)
    expect(each).toMatch(/Path=\//i)
  }
})

test.each([
  ['/conferences/feed.ics?topics=Go&how=online', 'Conferences.ics', 'Conferences.ics'],
  ['/topics/Go/feed.ics', 'Conferences about Go.ics', 'Conferences%20about%20Go.ics'],
  ['/conferences/framed/schedule.ics', 'Cafe _ Tea.ics', 'Caf%C3%A9%20%E2%98%95%20Tea.ics'],
])('%s is saved as %s', async (path, ascii, encoded) => {
  expect((await get(path)).headers.get('content-disposition')).toBe(
    `inline; filename="${ascii}"; filename*=UTF-8''${encoded}`,
  )
})

test.each([
  ['/conferences/removed', 410],
  ['/conferences/removed/schedule.ics', 410],
  ['/cities/Atlantropa', 410],
  ['/cities/atlantropa/feed.ics', 410],
  // A city of the gazetteer may have a conference again.
  ['/cities/Tartu', 200],
  ['/cities/Tartu/feed.ics', 200],
  ['/countries/Lemuria', 410],
  ['/countries/Lemuria/feed.json', 410],
  ['/countries/USA', 301],
  ['/conferences?country=USA&how=online', 301],
  ['/conferences/feed.json?country=USA', 200],
  ['/countries/USA/feed.json', 301],
  ['/cities/Nowhere', 404],
  ['/cities/Nowhere/feed.ics', 404],
  ['/topics/%E0%A4%A/feed.ics', 404],
  ['/conferences/framed/talks/999999.ics', 404],
])('%s is answered with %i', async (path, status) => {
  expect((await get(path)).status).toBe(status)
})

test.each([
  ['?country=USA&how=online', '?country=United+States&how=online'],
  ['?country=usa&country=Norway&country=United%20States', '?country=United+States&country=Norway'],
])('the directory under the old name of a country, %s, leads to %s', async (old, present) => {
  const answer = await get(`/conferences${old}`)
  expect([answer.status, answer.headers.get('location')]).toEqual([301, `/conferences${present}`])
  const page = await get(`/conferences${present}`)
  expect(page.status).toBe(200)
})

test('the API answers under the old name of a country as under its present one', async () => {
  const eventsOf = async (country: string) =>
    (await (await get(`/api/v1/events?when=any&country=${encodeURIComponent(country)}`)).json()).events
  const present = await eventsOf('United States')
  expect(present).toHaveLength(1)
  expect(await eventsOf('USA')).toEqual(present)
})

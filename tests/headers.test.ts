import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makePerson } from '#tests/support/factories/people.ts'
import { type RunningSite, startSite } from '#tests/support/site.ts'

// Every kind of answer of the running server carries its headers, and no page runs a script that its policy does not name.

const member = { email: 'headers@example.com', password: 'a quiet hallway' }
let site: RunningSite
let cookie = ''

beforeAll(async () => {
  site = await startSite({
    sample: false,
    prepare: async ({ db }) => {
      await makePerson(db, { name: 'Hedda Header', ...member, isAdmin: true })
    },
  })
  const answer = await post('/api/auth/sign-in/email', member)
  cookie = answer.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
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

const common = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
}
const headersOf = ({ headers }: Response) =>
  Object.fromEntries(Object.keys(common).map((name) => [name, headers.get(name)]))

const answers: [what: string, status: number, ask: () => Promise<Response>][] = [
  ['a page', 200, () => get('/')],
  ['a kept page', 200, () => get('/')],
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
  ['the icon', 200, () => get('/favicon.svg')],
  ['the template of a file', 200, () => get('/events_import_template.csv')],
  ['a file that is not there', 404, () => get('/assets/nowhere.js')],
  ['health', 200, () => get('/healthz')],
  ['readiness', 200, () => get('/readyz')],
  ['the mailbox', 200, () => get('/dev/mailbox')],
  ['a malformed address', 400, () => get('/conferences/%E0%A4%A')],
]

test.each(answers)('%s has the headers of every answer', async (what, status, ask) => {
  const answer = await ask()
  const body = await answer.text()
  expect({ status: answer.status, ...headersOf(answer) }).toEqual({ status, ...common })
  const policy = answer.headers.get('content-security-policy') ?? ''
  expect(policy).toMatch(/^default-src 'none'/)
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).not.toMatch(/unsafe-|script-src[^;]*(\*|https?:|data:)/)
  expect(answer.headers.get('x-powered-by')).toBe(null)
  if (what.includes('page')) expect(unnamedScripts(body, policy)).toEqual([])
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
  const others = [...html.matchAll(/<[^>]+\s(on\w+|style)=/g)]
  return [...scripts, ...others].map(([text]) => text.slice(0, 100))
}

test('a write that another site asks for is refused, whatever cookie comes along', async () => {
  const write = (origin: string) => post('/api/v1/topics', { name: 'From elsewhere' }, { cookie, origin })
  expect((await write('https://evil.example')).status).toBe(403)
  expect((await write('null')).status).toBe(403)
  expect((await write(site.url)).status).toBe(201)
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

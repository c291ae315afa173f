import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mail_outbox } from '#server/mail/mail.tables.ts'
import { readPrometheusText } from '#tests/support/prometheus-text.ts'
import { type RunningSite, startSite } from '#tests/support/site.ts'

// What an operator sees and sets of a running site: metrics, the one id of a request in log, header and error page, own
// pages, a contact.

const token = 'a token for the tests'
let folder = ''
let site: RunningSite
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'hallway-log-'))
  await writeFile(path.join(folder, 'privacy.md'), '# Our privacy\n\nWe are a club. Write to {contact}.\n')
  site = await startSite({
    sample: false,
    prepare: async (store) => {
      const mail = { to_address: 'nobody@example.com', subject: 's', text: 't', html: 'h' }
      await store.db.insert(mail_outbox).values([mail, { ...mail, last_error: 'refused', tries: 3 }])
      // The page of all links fails from now on.
      await store.execute('alter table talk_links rename to talk_links_elsewhere')
    },
    // Mail that nothing takes stays in the outbox.
    env: {
      METRICS_TOKEN: token,
      LOG_LEVEL: 'info',
      TRUSTED_PROXIES: '127.0.0.1',
      SMTP_URL: 'smtp://127.0.0.1:9',
      CONTENT_DIR: folder,
      SITE_CONTACT: 'https://club.example/contact',
    },
    logFile: path.join(folder, 'log'),
  })
})
afterAll(async () => {
  await site.stop()
  await rm(folder, { recursive: true })
})

const get = (url: string, headers: Record<string, string> = {}) => fetch(site.url + url, { headers })
type Line = { id?: string; level?: number; url?: string; method?: string; status?: number; err?: object }
async function logLines(id: string): Promise<Line[]> {
  for (const started = Date.now(); Date.now() - started < 20_000; ) {
    const lines = (await readFile(path.join(folder, 'log'), 'utf8'))
      .split('\n')
      .filter((line) => line.startsWith('{') && line.endsWith('}'))
      .map((line): Line => JSON.parse(line))
    const matches = lines.filter((line) => line.id === id)
    if (matches.some(({ url }) => url)) return matches
    await new Promise((wait) => setTimeout(wait, 50))
  }
  throw new Error(`No line of the log has the id ${id}`)
}

describe('/metrics', () => {
  test('is for whoever has the token', async () => {
    for (const authorization of ['', 'Bearer', 'Bearer another token', `Basic ${token}`, `Bearer ${token}x`])
      expect((await get('/metrics', { authorization })).status).toBe(401)
    expect((await get(`/metrics?token=${token}`)).status).toBe(401)
    const unset = await startSite({ sample: false })
    expect((await fetch(`${unset.url}/metrics`, { headers: { authorization: 'Bearer ' } })).status).toBe(404)
    await unset.stop()
  })

  test('says what runs, how it answers and what waits', async () => {
    await get('/about')
    await get('/about')
    await get('/nothing/here')
    await get('/api/v1/site')
    const answer = await get('/metrics', { authorization: `Bearer ${token}` })
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    let series = readPrometheusText(await answer.text())
    const value = (name: string, labels: Record<string, string> = {}) =>
      series.find(
        (each) =>
          each.name === name && Object.entries(labels).every(([key, text]) => each.labels[key] === text),
      )?.value
    expect(value('hallway_build_info')).toBe(1)
    expect(value('process_start_time_seconds')).toBeGreaterThan(Date.now() / 1000 - 300)
    expect(value('hallway_http_requests_total', { route: 'page', status: '404' })).toBe(1)
    // Counted at the end of an answer, of which the client may have all before.
    const apiRequests = async () => {
      series = readPrometheusText(await (await get('/metrics', { authorization: `Bearer ${token}` })).text())
      return value('hallway_http_requests_total', { route: 'api', status: '200' })
    }
    await expect.poll(apiRequests).toBe(1)
    expect(value('hallway_http_request_duration_seconds_count', { route: 'page' })).toBeGreaterThanOrEqual(3)
    expect(value('hallway_http_requests_waiting')).toBe(0)
    expect(value('hallway_http_requests_refused_total')).toBe(0)
    expect(value('hallway_page_cache_hits_total')).toBe(1)
    expect(value('hallway_page_cache_misses_total')).toBeGreaterThanOrEqual(2)
    expect(value('hallway_page_cache_pages')).toBeGreaterThanOrEqual(1)
    expect(value('hallway_database_up')).toBe(1)
    expect(value('hallway_database_wait_seconds')).toBeGreaterThan(0)
    expect(value('hallway_database_statements_total')).toBeGreaterThan(1)
    expect(value('hallway_mail_waiting')).toBe(2)
    expect(value('hallway_mail_failing')).toBeGreaterThanOrEqual(1)
    expect(value('hallway_mail_oldest_seconds')).toBeGreaterThan(0)
    expect(value('hallway_job_last_success_timestamp_seconds', { job: 'programmes' })).toBeGreaterThan(1e9)
    expect(value('process_resident_memory_bytes')).toBeGreaterThan(1e7)
    expect(value('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThan(0)
  })
})

const type = '# TYPE a counter\n'
test.each([
  ['a last line without its end', `${type}a 1`],
  ['a sample without a type', 'a 1\n'],
  ['a second type', `${type}${type}a 1\n`],
  ['a series twice', `${type}a{b="c"} 1\na{b="c"} 2\n`],
  ['a label without quotes', `${type}a{b=c} 1\n`],
  ['an escape that does not exist', `${type}a{b="\\t"} 1\n`],
  ['a value that is none', `${type}a one\n`],
  ['a metric in two groups', `${type}a 1\n# TYPE b gauge\nb 1\na{c="d"} 1\n`],
  [
    'buckets that fall',
    '# TYPE h histogram\nh_bucket{le="1"} 2\nh_bucket{le="+Inf"} 1\nh_sum 1\nh_count 1\n',
  ],
])('the reader of the metrics refuses %s', (_, text) => {
  expect(() => readPrometheusText(text)).toThrow()
})

describe('the id of a request', () => {
  test('is another one each time, and leads to the line with method and path', async () => {
    const ids = new Set<string>()
    for (const url of ['/about', '/about', '/healthz', '/api/v1/site', '/nothing/here']) {
      const id = (await get(url)).headers.get('x-request-id')!
      ids.add(id)
      expect(await logLines(id)).toEqual([expect.objectContaining({ id, method: 'GET', url })])
    }
    expect(ids.size).toBe(5)
  })

  test('stands on the error page, and at the line that says why', async () => {
    const page = await get('/coverage')
    const id = page.headers.get('x-request-id')!
    expect(page.status).toBe(500)
    expect(await page.text()).toContain(id)
    const lines = await logLines(id)
    expect(lines).toContainEqual(expect.objectContaining({ method: 'GET', url: '/coverage', status: 500 }))
    expect(lines).toContainEqual(
      expect.objectContaining({ level: 50, err: expect.objectContaining({ type: expect.any(String) }) }),
    )
  })

  test('stands in an error of the API', async () => {
    const answer = await get('/api/v1/links')
    const id = answer.headers.get('x-request-id')!
    expect(await answer.json()).toMatchObject({ data: { id } })
  })

  test('is taken over from a trusted proxy, if it looks like one', async () => {
    const given = 'b1946ac9-2a3f'
    expect((await get('/about', { 'x-request-id': given })).headers.get('x-request-id')).toBe(given)
    expect(await logLines(given)).toHaveLength(1)
    for (const bad of ['short', 'with space in it', '"quoted-quoted"', 'x'.repeat(101), '<b>abcdefgh'])
      expect((await get('/about', { 'x-request-id': bad })).headers.get('x-request-id')).not.toBe(bad)
  })

  test('is not taken over from anybody else', async () => {
    const direct = await startSite({ sample: false })
    const given = 'b1946ac9-2a3f'
    const answer = await fetch(`${direct.url}/about`, { headers: { 'x-request-id': given } })
    expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f]{12}-[0-9a-z]+$/)
    await direct.stop()
  })
})

describe('pages and contact of the operator', () => {
  test('take the place of the built-in ones, file by file', async () => {
    const privacy = await (await get('/privacy')).text()
    expect(privacy).toContain('<h1 class="text-4xl sm:text-5xl">Our privacy</h1>')
    expect(privacy).toContain('We are a club. Write to <a href="https://club.example/contact">')
    expect(privacy).not.toContain('we don&#x27;t track you')
    expect(await (await get('/terms')).text()).toContain('Hallway is a directory maintained by its members.')
  })

  test('security.txt names the contact until some months from now', async () => {
    const answer = await get('/.well-known/security.txt')
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain; charset=utf-8$/i)
    const fields = Object.fromEntries(
      (await answer.text())
        .trim()
        .split('\n')
        .map((line) => line.match(/^([A-Za-z-]+): (.+)$/)!.slice(1)),
    )
    expect(fields).toEqual({
      Contact: 'https://club.example/contact',
      Expires: expect.stringMatching(/^\d{4}-\d\d-\d\dT00:00:00Z$/),
      'Preferred-Languages': 'en',
      Canonical: `${site.url}/.well-known/security.txt`,
    })
    const days = (Date.parse(fields.Expires) - Date.now()) / 86_400_000
    expect(days > 30 && days < 365).toBe(true)
  })

  test('without a contact there is no security.txt, and the texts say where to find one', async () => {
    const unset = await startSite({ sample: false })
    expect((await fetch(`${unset.url}/.well-known/security.txt`)).status).toBe(404)
    expect(await (await fetch(`${unset.url}/privacy`)).text()).toContain(
      'Write to the operator of this site; the address is in every mail that it sends.',
    )
    await unset.stop()
  })
})

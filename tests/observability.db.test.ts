import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse as parseYaml } from 'yaml'
import { mail_outbox } from '#features/notifications/mail.tables.ts'
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
      BACKUP_DIR: path.join(folder, 'backups'),
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
        (sample) =>
          sample.name === name && Object.entries(labels).every(([key, text]) => sample.labels[key] === text),
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

describe('backups, disks and readiness', () => {
  const figures = async () => {
    const series = readPrometheusText(
      await (await get('/metrics', { authorization: `Bearer ${token}` })).text(),
    )
    return (name: string, folder?: string) =>
      series.find((sample) => sample.name === name && sample.labels.folder === folder)?.value
  }

  test('the newest backup has its time and size, from when the site has made it', async () => {
    await expect.poll(async () => (await figures())('hallway_backup_timestamp_seconds')).toBeGreaterThan(0)
    const value = await figures()
    const [name, ...otherFiles] = await readdir(path.join(folder, 'backups'))
    expect(otherFiles).toEqual([])
    const { size, mtimeMs } = await stat(path.join(folder, 'backups', name!))
    expect(value('hallway_backup_size_bytes')).toBe(size)
    expect(Math.abs(value('hallway_backup_timestamp_seconds')! - mtimeMs / 1000)).toBeLessThan(60)
  })

  test('the free space of both folders, and whether the site is ready', async () => {
    const value = await figures()
    expect(value('hallway_ready')).toBe(1)
    expect(value('hallway_page_cache_cleared_total')).toBeGreaterThanOrEqual(0)
    for (const each of ['data', 'backup']) expect(value('hallway_disk_free_bytes', each)).toBeGreaterThan(1e6)
  })
})

describe('what is watched is there', () => {
  let text = ''
  /** The names of all series by those of their metrics, and the labels that a metric has. */
  const metrics = new Map<string, string[]>()
  beforeAll(async () => {
    text = await (await get('/metrics', { authorization: `Bearer ${token}` })).text()
    for (const [, name, type] of text.matchAll(/^# TYPE (\S+) (\S+)$/gm))
      metrics.set(
        name!,
        type === 'histogram' ? ['_bucket', '_sum', '_count'].map((end) => name + end) : [name!],
      )
  })
  const seriesNames = () => new Set([...metrics.values()].flat())

  test('the table of docs/operating.md has each metric of ours, and no other', async () => {
    const section = (await readFile('docs/operating.md', 'utf8')).split('### Metrics')[1]!
    const documented = [...section.matchAll(/^\| (`[^|]*)\|/gm)].flatMap(([, cell]) =>
      [...cell!.matchAll(/`(hallway_[a-z_]+)/g)].map(([, name]) => name!),
    )
    const own = [...metrics.keys()].filter((name) => name.startsWith('hallway_'))
    expect(documented.sort()).toEqual(own.sort())
  })

  /** What an expression selects: names of series, each with the labels that it is narrowed by. */
  const select = (expression: string) =>
    [...expression.matchAll(/\b((?:hallway|process|nodejs)_\w+)(?:\{([^}]*)\})?/g)].map(
      ([, name, labels = '']) => ({
        name: name!,
        labels: [...labels.matchAll(/(\w+)=~?"/g)].map(([, label]) => label!),
      }),
    )

  function expectToExist(expressions: string[]) {
    const labelsOf = (name: string) => [
      // Prometheus adds these two, and renames a metric's own.
      'job',
      'instance',
      ...readPrometheusText(text)
        .filter((sample) => sample.name === name)
        .flatMap((sample) =>
          Object.keys(sample.labels).map((label) => (label === 'job' ? 'exported_job' : label)),
        ),
    ]
    const unknown = expressions
      .flatMap(select)
      .flatMap(({ name, labels }) => [
        ...(seriesNames().has(name) ? [] : [name]),
        ...labels.filter((label) => !labelsOf(name).includes(label)).map((label) => `${name}{${label}}`),
      ])
    expect(unknown).toEqual([])
  }

  type Rule = { alert: string; expr: string; annotations: { summary: string; description: string } }

  test('each alert asks for what is there, and says what to do', async () => {
    const file: { groups: { rules: Rule[] }[] } = parseYaml(
      await readFile('deploy/prometheus-rules.yml', 'utf8'),
    )
    const rules = file.groups.flatMap((group) => group.rules)
    expect(rules.length).toBeGreaterThan(10)
    for (const { alert, expr, annotations } of rules) {
      expect(alert).toMatch(/^Hallway/)
      expect([alert, select(expr).length > 0 || expr.startsWith('up{')]).toEqual([alert, true])
      expect(annotations).toEqual({ summary: expect.any(String), description: expect.any(String) })
    }
    expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length)
    expectToExist(rules.map(({ expr }) => expr))
  })

  type Panel = {
    id: number
    type: string
    title: string
    datasource?: { uid: string }
    targets?: { expr: string }[]
  }

  test('each panel of the dashboard asks for what is there, of the chosen data source', async () => {
    const dashboard: { panels: Panel[]; templating: { list: { name: string; type: string }[] } } = JSON.parse(
      await readFile('deploy/grafana-dashboard.json', 'utf8'),
    )
    expect(dashboard.templating.list[0]).toMatchObject({ name: 'datasource', type: 'datasource' })
    const panels = dashboard.panels.filter(({ type }) => type !== 'row')
    expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length)
    for (const { title, datasource, targets = [] } of panels) {
      const chosen = targets.flatMap(({ expr }) => select(expr)).length > 0
      expect([title, datasource?.uid, chosen]).toEqual([title, '$' + '{datasource}', true])
    }
    expectToExist(panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)))
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
    const requestId = 'b1946ac9-2a3f'
    expect((await get('/about', { 'x-request-id': requestId })).headers.get('x-request-id')).toBe(requestId)
    expect(await logLines(requestId)).toHaveLength(1)
    for (const bad of ['short', 'with space in it', '"quoted-quoted"', 'x'.repeat(101), '<b>abcdefgh'])
      expect((await get('/about', { 'x-request-id': bad })).headers.get('x-request-id')).not.toBe(bad)
  })

  test('is not taken over from anybody else', async () => {
    const direct = await startSite({ sample: false })
    const requestId = 'b1946ac9-2a3f'
    const answer = await fetch(`${direct.url}/about`, { headers: { 'x-request-id': requestId } })
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

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { createFetchSafely, isPublicAddress, OutboundError } from './fetch-safely.ts'

// A server on the loopback address stands for what must not be reached, and, where it is allowed, for a conference's site.

let answer: (request: IncomingMessage, response: ServerResponse) => void
let connections = 0
const server = createServer((request, response) => answer(request, response))
server.on('connection', () => connections++)
let host: string
let port: number

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
  host = `127.0.0.1:${port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
beforeEach(() => {
  connections = 0
  answer = (_request, response) => response.end('inside')
})

const namesOf: Record<string, string[]> = {
  'loopback.example': ['127.0.0.1'],
  'private.example': ['10.1.2.3'],
  'metadata.example': ['169.254.169.254'],
  'mixed.example': ['93.184.215.14', '127.0.0.1'],
  'mapped.example': ['::ffff:127.0.0.1'],
  'six.example': ['::1'],
  'nat64.example': ['64:ff9b::7f00:1'],
  'unknown.example': [],
}
const resolve = async (hostname: string) =>
  (namesOf[hostname] ?? []).map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
const strict = () => createFetchSafely({ isOn: true, allowed: [], userAgent: 'test', resolve })
const allowing = () =>
  createFetchSafely({ isOn: true, allowed: [host], userAgent: 'Hallway/1 (+x)', resolve })
const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'ok',
    (error: unknown) => (error instanceof OutboundError ? error.code : error),
  )

const refusedUrls = [
  // Schemes, credentials, ports, what is no URL.
  'ftp://example.org/',
  'file:///etc/passwd',
  'data:text/plain,hello',
  'javascript:alert(1)',
  'gopher://example.org/',
  'ws://example.org/',
  'blob:https://example.org/1',
  'https://user@example.org/',
  'https://user:password@example.org/',
  'http://:password@example.org/',
  'https://example.org:22/',
  'https://example.org:8080/',
  'https://example.org:5432/',
  'http://example.org:0/',
  '//example.org/',
  '/etc/passwd',
  'example.org',
  '',
  'http://',
  'http://exa mple.org/',
  // IPv4 in every writing: dotted, decimal, octal, hexadecimal, shortened, with a dot at the end.
  'http://127.0.0.1/',
  'http://127.0.0.1./',
  'http://127.1/',
  'http://2130706433/',
  'http://0177.0.0.1/',
  'http://0x7f.0.0.1/',
  'http://0x7f000001/',
  'http://017700000001/',
  'http://127.255.255.254/',
  'http://①②⑦.0.0.1/',
  'http://0/',
  'http://0.0.0.0/',
  'http://10.0.0.1/',
  'http://172.16.0.1/',
  'http://172.31.255.255/',
  'http://192.168.1.1/',
  'http://169.254.169.254/latest/meta-data/',
  'http://100.64.0.1/',
  'http://192.0.0.1/',
  'http://192.0.2.1/',
  'http://198.18.0.1/',
  'http://198.51.100.1/',
  'http://203.0.113.1/',
  'http://224.0.0.1/',
  'http://240.0.0.1/',
  'http://255.255.255.255/',
  // IPv6, alone and wrapping IPv4.
  'http://[::1]/',
  'http://[::]/',
  'http://[::ffff:127.0.0.1]/',
  'http://[::ffff:7f00:1]/',
  'http://[::127.0.0.1]/',
  'http://[64:ff9b::7f00:1]/',
  'http://[2002:7f00:1::]/',
  'http://[2001:0:53aa:64c:0:7bf2:80ff:fffe]/',
  'http://[fc00::1]/',
  'http://[fd12:3456::1]/',
  'http://[fe80::1]/',
  'http://[fec0::1]/',
  'http://[ff02::1]/',
  'http://[2001:db8::1]/',
  // Names that lead inside.
  'http://localhost/',
  'http://loopback.example/',
  'http://private.example/',
  'http://metadata.example/',
  'http://mixed.example/',
  'http://mapped.example/',
  'http://six.example/',
  'http://nat64.example/',
]

test.concurrent.each(refusedUrls)('%s is refused', async (url) => {
  const fetchSafely = createFetchSafely({
    isOn: true,
    allowed: [],
    userAgent: 'test',
    // The machine's own resolver knows localhost.
    ...(url.includes('localhost') ? {} : { resolve }),
  })
  await expect(codeOf(fetchSafely(url))).resolves.toBe('UNREACHABLE')
  expect(connections).toBe(0)
})

test('a name of the own network is refused as one that nobody has: same words, same fields, same time', async () => {
  const unknown = Object.assign(new Error('queryA ENOTFOUND'), { code: 'ENOTFOUND' })
  const fetchSafely = createFetchSafely({
    isOn: true,
    allowed: [],
    userAgent: 'test',
    resolve: async (hostname) => {
      if (hostname !== 'nobody.example') return resolve(hostname)
      await new Promise((answer) => setTimeout(answer, 200))
      throw unknown
    },
  })
  const times: number[] = []
  const errors: unknown[] = []
  for (const name of ['private.example', 'nobody.example']) {
    const started = performance.now()
    const { isUnknownHost: _, ...error } = await fetchSafely(`http://${name}/`).catch((caught) => caught)
    times.push(performance.now() - started)
    errors.push(error)
  }
  expect(errors[0]).toEqual({ ...(errors[1] as object) })
  // The least that a failure takes hides how long the look-up took; timers may fire a millisecond early.
  for (const time of times) expect(time).toBeGreaterThan(990)
  expect(connections).toBe(0)
})

test('public addresses are not refused', () => {
  const addresses = ['93.184.215.14', '1.1.1.1', '2606:4700:4700::1111', '2a00:1450:4001:80e::200e']
  expect(addresses.filter((address) => !isPublicAddress(address))).toEqual([])
})

test('a name is looked up once: what is checked is what is connected to', async () => {
  let lookups = 0
  const rebinding = createFetchSafely({
    isOn: true,
    allowed: [],
    userAgent: 'test',
    resolve: async () => [{ address: ++lookups === 1 ? '127.0.0.1' : '93.184.215.14', family: 4 }],
  })
  await expect(codeOf(rebinding('http://rebinding.example/'))).resolves.toBe('UNREACHABLE')
  expect(lookups).toBe(1)
  expect(connections).toBe(0)
})

test.each(['http://169.254.169.254/', 'http://127.0.0.1/', 'http://loopback.example/', 'file:///etc/passwd'])(
  'a redirect to %s is refused',
  async (location) => {
    answer = (_request, response) => response.writeHead(302, { location }).end()
    await expect(codeOf(allowing()(`http://${host}/`))).resolves.toBe('UNREACHABLE')
    expect(connections).toBe(1)
  },
)

test('three redirects are followed, a fourth is not', async () => {
  const redirectsOf = (count: number) => {
    answer = (request, response) => {
      const step = Number(request.url?.slice(1))
      if (step === count) response.end('there')
      else response.writeHead(301, { location: `/${step + 1}` }).end()
    }
    return allowing()(`http://${host}/0#fragment`)
  }
  const result = await redirectsOf(3)
  expect(result.body.toString()).toBe('there')
  expect(result.finalUrl).toBe(`http://${host}/3`)
  await expect(codeOf(redirectsOf(4))).resolves.toBe('UNREACHABLE')
})

test.each([
  ['gzip', gzipSync],
  ['br', brotliCompressSync],
] as const)('the limit counts what %s has unpacked', async (encoding, compress) => {
  const bomb = compress(Buffer.alloc(20 * 1024 * 1024))
  answer = (_request, response) => response.writeHead(200, { 'content-encoding': encoding }).end(bomb)
  expect(bomb.length).toBeLessThan(100_000)
  await expect(codeOf(allowing()(`http://${host}/`))).resolves.toBe('TOO_LARGE')
  answer = (_request, response) =>
    response.writeHead(200, { 'content-encoding': encoding }).end(compress(Buffer.from('Grüße')))
  expect((await allowing()(`http://${host}/`)).body.toString()).toBe('Grüße')
})

test('an endless body ends at the limit, broken compression and a connection that is cut are unreachable', async () => {
  answer = (_request, response) => {
    const timer = setInterval(() => response.write(Buffer.alloc(65_536)), 1)
    response.on('close', () => clearInterval(timer))
  }
  await expect(codeOf(allowing()(`http://${host}/`, { maxBytes: 1_000_000 }))).resolves.toBe('TOO_LARGE')
  answer = (_request, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end('not gzip')
  await expect(codeOf(allowing()(`http://${host}/`))).resolves.toBe('UNREACHABLE')
  answer = (_request, response) => {
    response.writeHead(200, { 'content-length': '100' }).write('half')
    setTimeout(() => response.destroy(), 20)
  }
  await expect(codeOf(allowing()(`http://${host}/`))).resolves.toBe('UNREACHABLE')
  answer = (_request, response) => response.destroy()
  await expect(codeOf(allowing()(`http://${host}/`))).resolves.toBe('UNREACHABLE')
  await expect(codeOf(strict()('http://unknown.example/'))).resolves.toBe('UNREACHABLE')
})

test('a body without a length that the time limit cuts off is an error, and what came of it is not read', async () => {
  const withTimeout = AbortSignal.timeout.bind(AbortSignal)
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => withTimeout(300))
  onTestFinished(() => void vi.restoreAllMocks())
  answer = (_request, { socket }) => {
    socket!.write('HTTP/1.1 200 OK\r\nconnection: close\r\n\r\none line\n')
    const timer = setInterval(() => socket!.write('one line\n'), 50)
    socket!.on('close', () => clearInterval(timer))
  }
  await expect(codeOf(allowing()(`http://${host}/`))).resolves.toBe('TIMEOUT')
})

test('an unchanged document is not sent again', async () => {
  answer = (request, response) => {
    const isKnown = request.headers['if-none-match'] === '"1"'
    response.writeHead(isKnown ? 304 : 200, { etag: '"1"', 'last-modified': 'Sat, 31 Jan 2026 08:00:00 GMT' })
    response.end(isKnown ? undefined : 'programme')
  }
  const first = await allowing()(`http://${host}/`)
  expect(first).toMatchObject({ status: 'ok', etag: '"1"', lastModified: 'Sat, 31 Jan 2026 08:00:00 GMT' })
  expect(await allowing()(`http://${host}/`, first)).toMatchObject({ status: 'unchanged', etag: '"1"' })
})

test('errors carry the status, and say nothing of the other side', async () => {
  answer = (_request, response) =>
    response.writeHead(503, { 'retry-after': '120' }).end('secret of the inside')
  const error = await allowing()(`http://${host}/`).catch((caught: unknown) => caught)
  expect(error).toMatchObject({ code: 'HTTP_STATUS', httpStatus: 503, retryAfterMs: 120_000 })
  expect(JSON.stringify(error) + String(error)).not.toMatch(/secret|127\.0\.0\.1/)
})

test('one request per host at a time, and no cookie or referrer', async () => {
  let running = 0
  let most = 0
  let headers: IncomingMessage['headers'] = {}
  answer = (request, response) => {
    headers = request.headers
    most = Math.max(most, ++running)
    setTimeout(() => {
      running--
      response.end()
    }, 20)
  }
  const fetchSafely = allowing()
  await Promise.all(Array.from({ length: 5 }, () => fetchSafely(`http://${host}/`)))
  expect(most).toBe(1)
  expect(headers).toMatchObject({ 'user-agent': 'Hallway/1 (+x)' })
  expect(Object.keys(headers).sort()).toEqual([
    'accept',
    'accept-encoding',
    'connection',
    'host',
    'user-agent',
  ])
})

test('with OUTBOUND=off nothing is fetched', async () => {
  const off = createFetchSafely({ isOn: false, allowed: [host], userAgent: 'test' })
  await expect(codeOf(off(`http://${host}/`))).resolves.toBe('UNREACHABLE')
  expect(connections).toBe(0)
})

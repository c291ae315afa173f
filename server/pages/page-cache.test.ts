import { request as ask, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterEach, expect, test, vi } from 'vitest'
import { bodyOf, createPageCache, type Page, type RenderedPage } from './page-cache.ts'

let day = '2026-11-20'
const renderedPage = (html: string, tags: string[] = ['events'], status = 200): RenderedPage => ({
  status,
  html,
  tags,
  headers: { 'content-type': 'text/html; charset=utf-8' },
})

type Answer = { status: number; headers: Record<string, unknown>; body: Buffer }
const servers: { close(): void }[] = []
afterEach(() => {
  day = '2026-11-20'
  for (const server of servers.splice(0)) server.close()
})

/** A server with nothing but the cached pages; 404 stands for "not kept". */
async function serve(cache: ReturnType<typeof createPageCache>, rerender: (key: string) => void = () => {}) {
  const server = createServer((request, response) => {
    if (!cache.answer(request.url ?? '', { request, response, id: 'an id' }, rerender))
      response.writeHead(404).end()
  }).listen(0, '127.0.0.1')
  servers.push(server)
  await new Promise((listening) => server.once('listening', listening))
  const { port } = server.address() as AddressInfo
  return (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    new Promise<Answer>((resolve, reject) => {
      ask({ port, path, headers, method, host: '127.0.0.1' }, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(chunks),
          }),
        )
      })
        .on('error', reject)
        .end()
    })
}

const waitOptions = { timeout: 60_000 }
const textOf = ({ bodies }: Page) => bodies.identity?.bytes.toString()
const newCache = (maxBytes?: number) => createPageCache(() => day, maxBytes)
const cachePage = (cache: ReturnType<typeof newCache>, key: string, page: RenderedPage) =>
  cache.render(key, async () => page)

test('whoever waited for a turn to render a page gets the one that was cached meanwhile, of the same day', async () => {
  const cache = newCache()
  const first = await cachePage(cache, '/a', renderedPage('first'))
  const second = await cachePage(cache, '/a', renderedPage('second'))
  expect(second.etag).toBe(first.etag)
  expect(cache.counts()).toEqual({ hits: 1, misses: 1, clearings: 0 })
  day = '2026-11-21'
  expect(textOf(await cachePage(cache, '/a', renderedPage('the next day')))).toBe('the next day')
})

test('a cached page is the same bytes in every encoding, each with its own strong etag', async () => {
  const cache = newCache()
  const get = await serve(cache)
  const html = `<p>${'hallway '.repeat(500)}</p>`
  await cachePage(cache, '/a', renderedPage(html))
  const plain = await get('/a')
  const gzipped = await get('/a', { 'accept-encoding': 'gzip, deflate' })
  const brotli = await get('/a', { 'accept-encoding': 'gzip, deflate, br' })
  expect(plain.body.toString()).toBe(html)
  expect(gunzipSync(gzipped.body).toString()).toBe(html)
  expect(brotliDecompressSync(brotli.body).toString()).toBe(html)
  expect(new Set([plain, gzipped, brotli].map((answer) => answer.headers.etag)).size).toBe(3)
})

test('who reads a cached page uncompressed shares its bytes with all who read it at that time', async () => {
  const cache = newCache()
  const html = `<p>${'hallway '.repeat(500)}</p>`
  await cachePage(cache, '/a', renderedPage(html))
  const cachedPage = await cachePage(cache, '/a', renderedPage('not rendered again'))
  expect(cachedPage.bodies.identity).toBe(undefined)
  const bodies = await Promise.all(Array.from({ length: 20 }, () => bodyOf(cachedPage, undefined)))
  const later = await bodyOf(cachedPage, 'identity')
  expect(later.bytes.toString()).toBe(html)
  expect(new Set([...bodies, later].map(({ bytes }) => bytes.buffer)).size).toBe(1)
})

test('a page whose minute is over is shown once more where it can not be rendered again, until something changes', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  try {
    const cache = newCache()
    await cachePage(cache, '/a', renderedPage('ten past', ['clock', 'event:1']))
    vi.setSystemTime(Date.now() + 60_000)
    const fail = () => cache.render('/a', () => Promise.reject(new Error('the database is away')))
    expect(textOf(await fail())).toBe('ten past')
    expect(textOf(await cachePage(cache, '/a', renderedPage('busy', ['clock'], 503)))).toBe('ten past')
    expect(textOf(await cachePage(cache, '/a', renderedPage('gone', ['clock'], 404)))).toBe('gone')
    cache.drop('event:1')
    await expect(fail()).rejects.toThrow('the database is away')
    expect(textOf(await cachePage(cache, '/a', renderedPage('busy', ['clock'], 503)))).toBe('busy')
  } finally {
    vi.useRealTimers()
  }
})

test('a page that stands is made smaller, and its etag is another', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  try {
    const cache = newCache()
    const get = await serve(cache)
    const html = Array.from({ length: 2000 }, (_, n) => `<p>${Math.sin(n)} hallway</p>`).join('')
    await cachePage(cache, '/a', renderedPage(html))
    const brotli = { 'accept-encoding': 'br' }
    const first = await get('/a', brotli)
    vi.advanceTimersByTime(11_000)
    await get('/a', brotli)
    await vi.waitFor(async () => {
      const later = await get('/a', brotli)
      expect(later.body.length).toBeLessThan(first.body.length)
      expect(later.headers.etag).not.toBe(first.headers.etag)
      expect(brotliDecompressSync(later.body).toString()).toBe(html)
    }, waitOptions)
  } finally {
    vi.useRealTimers()
  }
})

test('who has the page already gets 304 and no bytes', async () => {
  const cache = newCache()
  const get = await serve(cache)
  await cachePage(cache, '/a', renderedPage('<p>a</p>'))
  const first = await get('/a')
  const second = await get('/a', { 'if-none-match': String(first.headers.etag) })
  expect([second.status, second.body.length, second.headers.etag]).toEqual([304, 0, first.headers.etag])
})

test('HEAD says how long the page is and sends nothing', async () => {
  const cache = newCache()
  const get = await serve(cache)
  await cachePage(cache, '/a', renderedPage('<p>a</p>'))
  const { status, body, headers } = await get('/a', {}, 'HEAD')
  expect([status, body.length, headers['content-length']]).toEqual([200, 0, '8'])
})

test('an encoding that is refused is not used', async () => {
  const cache = newCache()
  const get = await serve(cache)
  await cachePage(cache, '/a', renderedPage('a'.repeat(1000)))
  expect((await get('/a', { 'accept-encoding': 'br;q=0, gzip' })).headers['content-encoding']).toBe('gzip')
})

test('a change drops the pages that show it, and no others', async () => {
  const cache = newCache()
  const get = await serve(cache)
  await cachePage(cache, '/one', renderedPage('1', ['event:1', 'events']))
  await cachePage(cache, '/two', renderedPage('2', ['event:2']))
  await cachePage(cache, '/topics', renderedPage('t', ['topics']))
  cache.drop('event:1')
  expect(
    await Promise.all(['/one', '/two', '/topics'].map(async (path) => (await get(path)).status)),
  ).toEqual([404, 200, 200])
  cache.drop('event:*')
  expect(await Promise.all(['/two', '/topics'].map(async (path) => (await get(path)).status))).toEqual([
    404, 200,
  ])
})

test('a page that changed while it was rendered is shown but not kept', async () => {
  for (const dropped of ['event:1', 'event:*']) {
    const cache = newCache()
    const get = await serve(cache)
    const page = await cache.render('/one', async () => {
      cache.drop(dropped)
      return renderedPage('old', ['event:1'])
    })
    expect(textOf(page)).toBe('old')
    expect((await get('/one')).status).toBe(404)
  }
})

test('when it is not known what changed, no page is kept, and none that is being rendered', async () => {
  const cache = newCache()
  const get = await serve(cache)
  await cachePage(cache, '/kept', renderedPage('old'))
  const page = await cache.render('/rendering', async () => {
    cache.clear()
    return renderedPage('old')
  })
  expect(textOf(page)).toBe('old')
  expect([(await get('/kept')).status, (await get('/rendering')).status]).toEqual([404, 404])
  expect(cache.size()).toEqual({ count: 0, bytes: 0 })
})

test('a hundred who ask at once get one rendering', async () => {
  const cache = newCache()
  let renderings = 0
  const render = async () => {
    renderings++
    await new Promise((wait) => setTimeout(wait, 20))
    return renderedPage('once')
  }
  const all = await Promise.all(Array.from({ length: 100 }, () => cache.render('/a', render)))
  expect([renderings, all.filter((page) => textOf(page) === 'once').length]).toEqual([1, 100])
})

test('a rendering that failed is told to all who waited, and tried again by the next', async () => {
  const cache = newCache()
  await expect(cache.render('/a', () => Promise.reject(new Error('no database')))).rejects.toThrow(
    'no database',
  )
  expect(textOf(await cache.render('/a', async () => renderedPage('works')))).toBe('works')
})

test('the next day a page of yesterday is shown until it is rendered anew, once', async () => {
  const cache = newCache()
  let finish = () => {}
  const rerenderedKeys: string[] = []
  const get = await serve(cache, (key) => {
    rerenderedKeys.push(key)
    cache.render(key, async () => {
      await new Promise<void>((done) => {
        finish = done
      })
      return renderedPage('of the next day')
    })
  })
  await cachePage(cache, '/a', renderedPage('of the day before'))
  day = '2026-11-21'
  expect((await get('/a')).body.toString()).toBe('of the day before')
  expect((await get('/a')).body.toString()).toBe('of the day before')
  finish()
  await vi.waitFor(async () => expect((await get('/a')).body.toString()).toBe('of the next day'), waitOptions)
  expect(rerenderedKeys).toEqual(['/a'])
})

test('after a change a page of yesterday is not shown any more', async () => {
  const cache = newCache()
  const get = await serve(cache)
  await cachePage(cache, '/a', renderedPage('of the day before'))
  day = '2026-11-21'
  cache.drop('events')
  expect((await get('/a')).status).toBe(404)
})

test('who asks after a change does not get what was rendered before it', async () => {
  const cache = newCache()
  let finish = () => {}
  const before = cache.render('/a', async () => {
    await new Promise<void>((done) => {
      finish = done
    })
    return renderedPage('before')
  })
  await Promise.resolve()
  cache.drop('events')
  const after = cache.render('/a', async () => renderedPage('after'))
  finish()
  expect([textOf(await before), textOf(await after)]).toEqual(['before', 'after'])
  const get = await serve(cache)
  expect((await get('/a')).body.toString()).toBe('after')
})

test('only pages that were found are kept', async () => {
  const cache = newCache()
  const get = await serve(cache)
  await cachePage(cache, '/missing', renderedPage('nothing here', ['events'], 404))
  expect((await get('/missing')).status).toBe(404)
  expect(cache.size()).toEqual({ count: 0, bytes: 0 })
})

test('memory is bounded: what finds no room is kept the second time, and the page least recently asked for leaves', async () => {
  const cache = newCache(7000)
  const get = await serve(cache)
  await cachePage(cache, '/a', renderedPage('a'.repeat(3000)))
  await cachePage(cache, '/b', renderedPage('b'.repeat(3000)))
  await get('/a')
  await cachePage(cache, '/c', renderedPage('c'.repeat(3000)))
  await cachePage(cache, '/d', renderedPage('d'.repeat(3000)))
  expect(cache.size().count).toBe(3)
  await cachePage(cache, '/d', renderedPage('d'.repeat(3000)))
  expect(await Promise.all(['/a', '/b', '/c', '/d'].map(async (path) => (await get(path)).status))).toEqual([
    200, 404, 200, 200,
  ])
  expect(cache.size().bytes).toBeLessThanOrEqual(7000)
})

test('of what found no room a thousand keys are remembered, the newest', async () => {
  const cache = newCache(4000)
  const asksFor = async (key: string, size = 3000) => {
    await cachePage(cache, key, renderedPage('x'.repeat(size)))
    return cache.size().count
  }
  await asksFor('/full')
  const large = 1500
  await asksFor('/first', large)
  for (let n = 0; n < 1000; n++) await asksFor(`/${n}`, large)
  const get = await serve(cache)
  await asksFor('/first', large)
  expect((await get('/first')).status).toBe(404)
  await asksFor('/999', large)
  expect((await get('/999')).status).toBe(200)
})

test('what is kept pins no memory but its own', async () => {
  const { bodies } = await cachePage(newCache(), '/', renderedPage('a page '.repeat(1000)))
  const { bytes } = await bodies.br!
  expect(bytes.buffer.byteLength).toBe(bytes.length)
})

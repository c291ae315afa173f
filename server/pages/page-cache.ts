import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import {
  brotliCompress,
  brotliCompressSync,
  brotliDecompress,
  constants,
  gzip,
  gzipSync,
  zstdCompressSync,
} from 'node:zlib'
import { requestIdHeader } from '#platform/request-id.ts'
import { createTaggedCache, type Kept } from './tagged-cache.ts'

export type RenderedPage = {
  status: number
  headers: Record<string, string>
  html: string | Buffer<ArrayBuffer>
  /** The records that it shows; a page without any is not kept. */
  tags: string[]
  /** Whether its address holds a secret. */
  hasToken?: boolean
}

/** A rendered page. Its encodings are made on demand. */
export type Page = Kept & {
  status: number
  headers: Record<string, string>
  etag: string
  /** The day it was rendered for; "upcoming" moves on with the date. */
  day: string
  /** Recompressed at a higher level, or too small to compress. */
  isRecompressed: boolean
  /** A cached page has no `identity` body: the compressed ones take a tenth of the memory. */
  bodies: { [encoding in Encoding]?: Body | Promise<Body> } & { identity?: Body }
  /** The bytes of a cached page while somebody reads them uncompressed: its sockets hold them, this does not. */
  unpacked?: WeakRef<Buffer<ArrayBuffer>>
  unpacking?: Promise<Buffer<ArrayBuffer>>
}

type Encoding = 'identity' | 'gzip' | 'br'
type Body = { bytes: Buffer<ArrayBuffer>; headers: Record<string, string>; etag: string }

export type PageCache = ReturnType<typeof createPageCache>

/** Smaller bodies are not compressed: they fit one packet. */
const compressFromBytes = 1000
/** A page that stays in the cache for so long is recompressed: a quarter smaller, for a hundred times the work. */
const recompressAfterMs = 10_000

/** `madeAt`: when its data began to be read, so that a page which shows the time is of the minute it was read in. */
function createPage({ status, headers, html, tags }: RenderedPage, day: string, madeAt: number): Page {
  const bytes = bytesOf(html)
  const page: Page = {
    status,
    tags,
    headers,
    etag: createHash('sha256').update(bytes).digest('base64url').slice(0, 22),
    day,
    madeAt,
    isUsed: false,
    isRecompressed: bytes.length < compressFromBytes,
    size: 0,
    bodies: {},
  }
  page.bodies.identity = bodyFrom(page, bytes)
  return page
}

const bytesOf = (html: RenderedPage['html']) => (typeof html === 'string' ? Buffer.from(html) : html)

function bodyFrom(
  { headers, etag }: Page,
  bytes: Buffer<ArrayBuffer>,
  encoding?: Encoding,
  version = '',
): Body {
  const ownEtag = encoding ? `"${etag}-${encoding}${version}"` : `"${etag}"`
  return {
    bytes,
    etag: ownEtag,
    headers: {
      ...headers,
      etag: ownEtag,
      ...(encoding && { 'content-encoding': encoding }),
      'content-length': String(bytes.length),
    },
  }
}

/** The body in the best encoding that an `accept-encoding` header allows. */
export function bodyOf(page: Page, acceptEncoding: string | undefined): Body | Promise<Body> {
  const { bodies } = page
  if (bodies.identity && bodies.identity.bytes.length < compressFromBytes) return bodies.identity
  const encoding = bestEncoding(acceptEncoding)
  if (encoding === 'identity') return bodies.identity ?? plainBody(page)
  bodies[encoding] ??= compress(page, encoding)
  return bodies[encoding]
}

async function plainBody(page: Page): Promise<Body> {
  return bodyFrom(page, await plainBytes(page))
}

/**
 * Small tables: as shipped each page takes new megabytes from the system, and to clear them costs more than to compress. The
 * window holds all of a large page, whose data repeats its texts.
 */
const zstdOptions = {
  params: {
    [constants.ZSTD_c_compressionLevel]: 2,
    [constants.ZSTD_c_windowLog]: 20,
    [constants.ZSTD_c_hashLog]: 14,
    [constants.ZSTD_c_chainLog]: 14,
  },
}

/**
 * The body of a page that is sent once. It is compressed fast and in this thread: a stream to another one and back takes
 * longer, and zstd makes a page as small as brotli in a fifth of the time.
 */
export function bodyOnce(html: RenderedPage['html'], acceptEncoding = '') {
  const bytes = bytesOf(html)
  if (bytes.length < compressFromBytes) return { bytes }
  if (/\bzstd\b(?!\s*;\s*q=0(\.0*)?\b)/.test(acceptEncoding))
    return { bytes: zstdCompressSync(bytes, zstdOptions), encoding: 'zstd' }
  const encoding = bestEncoding(acceptEncoding)
  if (encoding === 'br') return { bytes: brotliSync(bytes, 3), encoding }
  return encoding === 'gzip' ? { bytes: gzipSync(bytes, { level: 3 }), encoding } : { bytes }
}

async function compress(page: Page, encoding: 'gzip' | 'br'): Promise<Body> {
  try {
    const bytes = await plainBytes(page)
    // Fast and in this thread, like what is sent once: a page that is asked for again is recompressed.
    const compressedBytes =
      encoding === 'br' ? brotliSync(bytes, 0) : await promisify(gzip)(bytes, { level: 6 })
    page.bodies[encoding] = bodyFrom(page, copyToOwnMemory(compressedBytes), encoding)
    return page.bodies[encoding]
  } catch (error) {
    // The next request tries again.
    delete page.bodies[encoding]
    throw error
  }
}

/** A copy in an allocation of its own: zlib's result pins a 16 kB buffer, and a pooled Buffer pins 64 kB. */
function copyToOwnMemory(bytes: Buffer): Buffer<ArrayBuffer> {
  const copy = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(copy)
  return copy
}

/**
 * The uncompressed bytes, the same ones for everybody who reads them at a time: a copy for each of some hundred slow readers
 * of a large export would fill the memory.
 */
function plainBytes(page: Page): Buffer<ArrayBuffer> | Promise<Buffer<ArrayBuffer>> {
  const bytes = page.bodies.identity?.bytes ?? page.unpacked?.deref()
  if (bytes) return bytes
  page.unpacking ??= unpack(page).finally(() => {
    page.unpacking = undefined
  })
  return page.unpacking
}

async function unpack(page: Page) {
  const bytes = await promisify(brotliDecompress)((await page.bodies.br)!.bytes)
  page.unpacked = new WeakRef(bytes)
  return bytes
}

/** The page as it is cached, compressed only. The argument keeps its `identity` body for the requests that wait for it. */
async function compressForCache(page: Page): Promise<Page> {
  const body = await bodyOf(page, 'br')
  const bodies = body === page.bodies.identity ? { identity: body } : { br: body }
  // As if the gzip encoding existed, too.
  return { ...page, bodies, size: body.bytes.length * 2 + 2000 }
}

async function recompress(page: Page) {
  page.bodies.br = bodyFrom(page, copyToOwnMemory(await brotli(await plainBytes(page), 10)), 'br', '2')
}

type Exchange = { request: IncomingMessage; response: ServerResponse; id: string }

/** A cache of rendered public pages in memory, at most `maxBytes` large. */
export function createPageCache(today: () => string, maxBytes = 20 * 1024 * 1024) {
  const cache = createTaggedCache<Page>(maxBytes)
  let hits = 0
  let misses = 0
  let clearings = 0

  function clear() {
    clearings++
    cache.clear()
  }

  /**
   * The page of `key`, rendered once for concurrent requests, and cached if it has status 200 and tags. If that fails, as while
   * the database is away, it is the cached one of an earlier minute or day: nothing that it shows was changed.
   */
  async function renderOnce(key: string, render: () => Promise<RenderedPage>): Promise<Page> {
    const day = today()
    // A request that has waited for a turn finds what was rendered meanwhile.
    const cachedPage = cache.get(key)
    if (cachedPage?.day === day) {
      hits++
      return cachedPage
    }
    if (!cache.isBeingMade(key)) misses++
    try {
      const page = await cache.makeOnce(
        key,
        async () => {
          const madeAt = Date.now()
          return createPage(await render(), day, madeAt)
        },
        (page) => (page.status === 200 && page.tags.length > 0 ? compressForCache(page) : undefined),
      )
      return page.status < 500 ? page : (cache.getOlder(key) ?? page)
    } catch (error) {
      const olderPage = cache.getOlder(key)
      if (olderPage) return olderPage
      throw error
    }
  }

  /**
   * Answers a visitor's GET or HEAD from the cache; returns false if the page is not cached. A page of another day is
   * still sent while `rerender` renders it in the background (stale-while-revalidate).
   */
  function answer(key: string, exchange: Exchange, rerender: (key: string) => void): boolean {
    const page = cache.get(key)
    if (!page) return false
    if (page.day !== today() && !cache.isBeingMade(key)) rerender(key)
    hits++
    const body = bodyOf(page, exchange.request.headers['accept-encoding'])
    if (body instanceof Promise)
      body.then(
        (compressedBody) => send(page, compressedBody, exchange),
        (error: Error) => exchange.response.destroy(error),
      )
    else send(page, body, exchange)
    return true
  }

  return {
    answer,
    render: renderOnce,
    drop: cache.drop,
    clear,
    size: cache.size,
    /** Since the start: answers from the cache, pages rendered for it, and how often all of it was dropped. */
    counts: () => ({ hits, misses, clearings }),
  }
}

function send(page: Page, body: Body, { request, response, id }: Exchange) {
  const headers: Record<string, string> = { ...body.headers, [requestIdHeader]: id }
  if (request.headers['if-none-match']?.includes(body.etag)) {
    const { 'content-length': _, 'content-encoding': __, ...unchanged } = headers
    response.writeHead(304, unchanged).end()
  } else {
    response.writeHead(200, headers).end(request.method === 'HEAD' ? undefined : body.bytes)
  }
  if (page.isRecompressed || Date.now() < page.madeAt + recompressAfterMs) return
  page.isRecompressed = true
  // If recompression fails, the page stays as it is.
  recompress(page).catch(() => {})
}

const brotliOptions = (bytes: Buffer, quality: number) => ({
  params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
})
const brotli = (bytes: Buffer, quality: number) =>
  promisify(brotliCompress)(bytes, brotliOptions(bytes, quality))
const brotliSync = (bytes: Buffer, quality: number) =>
  brotliCompressSync(bytes, brotliOptions(bytes, quality))

const encodings = new Map<string, Encoding>()

/** Browsers send one of a few headers: each is parsed once. */
function bestEncoding(acceptEncoding = ''): Encoding {
  const cachedEncoding = encodings.get(acceptEncoding)
  if (cachedEncoding) return cachedEncoding
  const encoding = readEncoding(acceptEncoding)
  if (encodings.size < 100) encodings.set(acceptEncoding, encoding)
  return encoding
}

function readEncoding(acceptEncoding: string): Encoding {
  if (/\bbr\b(?!\s*;\s*q=0(\.0*)?\b)/.test(acceptEncoding)) return 'br'
  if (/\bgzip\b(?!\s*;\s*q=0(\.0*)?\b)/.test(acceptEncoding)) return 'gzip'
  return 'identity'
}

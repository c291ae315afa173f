import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants, gzip } from 'node:zlib'

export type RenderedPage = { status: number; headers: Record<string, string>; html: string; tags: string[] }

/** A rendered page; each form of its bytes is made when somebody asks for it. */
export type Page = {
  status: number
  tags: string[]
  headers: Record<string, string>
  etag: string
  /** The day it was rendered for; "upcoming" moves on with the date. */
  day: string
  /** In milliseconds. */
  renderedAt: number
  /** Asked for since it was kept, or since it was last left in the cache. */
  isUsed: boolean
  /** Compressed as well as can be, or too small for it. */
  isRecompressed: boolean
  /** Bytes in memory, nearly: as if somebody had asked for gzip, too. */
  size: number
  /** A page that is kept lacks the plain form: the compressed ones take a tenth of its room. */
  bodies: { [encoding in Encoding]?: Body | Promise<Body> } & { identity?: Body }
}

type Encoding = 'identity' | 'gzip' | 'br'
type Body = { bytes: Buffer<ArrayBuffer>; headers: Record<string, string>; etag: string }

export type PageCache = ReturnType<typeof createPageCache>

/** Smaller ones go as they are: they fit one packet. */
const compressFromBytes = 1000
/** A page that is kept for so long is compressed anew, a tenth smaller for forty times the work. */
const recompressAfterMs = 10_000

/** Stands for every tag. */
const everyTag = '*'

export function createPage({ status, headers, html, tags }: RenderedPage, day: string): Page {
  const bytes = Buffer.from(html)
  const page: Page = {
    status,
    tags,
    headers,
    etag: createHash('sha256').update(bytes).digest('base64url').slice(0, 22),
    day,
    renderedAt: Date.now(),
    isUsed: false,
    isRecompressed: bytes.length < compressFromBytes,
    size: 0,
    bodies: {},
  }
  page.bodies.identity = bodyFrom(page, bytes)
  return page
}

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

/** The page for a browser that accepts what this `accept-encoding` says. */
export function bodyOf(page: Page, acceptEncoding: string | undefined): Body | Promise<Body> {
  const { bodies } = page
  if (bodies.identity && bodies.identity.bytes.length < compressFromBytes) return bodies.identity
  const encoding = bestEncoding(acceptEncoding)
  if (encoding === 'identity')
    return bodies.identity ?? plainBytes(page).then((bytes) => bodyFrom(page, bytes))
  bodies[encoding] ??= compress(page, encoding)
  return bodies[encoding]
}

async function compress(page: Page, encoding: 'gzip' | 'br'): Promise<Body> {
  try {
    const bytes = await plainBytes(page)
    const compressedBytes = await (encoding === 'br'
      ? brotli(bytes, 4)
      : promisify(gzip)(bytes, { level: 6 }))
    page.bodies[encoding] = bodyFrom(page, copyToOwnMemory(compressedBytes), encoding)
    return page.bodies[encoding]
  } catch (error) {
    // The next who asks tries again.
    delete page.bodies[encoding]
    throw error
  }
}

/** A copy in memory of its own length: zlib's own lies in 16 kB, and one of Node's pool keeps 64 kB from going. */
function copyToOwnMemory(bytes: Buffer): Buffer<ArrayBuffer> {
  const copy = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(copy)
  return copy
}

async function plainBytes({ bodies }: Page) {
  return bodies.identity?.bytes ?? promisify(brotliDecompress)((await bodies.br)!.bytes)
}

/** The page as it is kept, compressed only. The one given keeps its plain form, for those who wait for it. */
async function compressForCache(page: Page): Promise<Page> {
  const body = await bodyOf(page, 'br')
  const bodies = body === page.bodies.identity ? { identity: body } : { br: body }
  return { ...page, bodies, size: body.bytes.length * 2 + 2000 }
}

async function recompress(page: Page) {
  page.bodies.br = bodyFrom(page, copyToOwnMemory(await brotli(await plainBytes(page), 10)), 'br', '2')
}

/**
 * Keeps rendered public pages in memory, at most `maxBytes` of them. The oldest leaves first, unless it was asked for.
 * A page is dropped when one of its tags is (see Context.shows and migrations/0019).
 */
export function createPageCache(today: () => string, maxBytes = 32 * 1024 * 1024) {
  const pages = new Map<string, Page>()
  const keysByTag = new Map<string, Set<string>>()
  /** What was dropped during each rendering: a page that shows it may be stale already, so it is not kept. */
  const renderings = new Set<Set<string>>()
  /** Renderings that began after the last change: who asks now may wait for them. */
  const joinable = new Map<string, Promise<Page>>()
  let bytes = 0

  function remove(key: string) {
    const page = pages.get(key)
    if (!page) return
    pages.delete(key)
    bytes -= page.size
    for (const tag of page.tags) {
      const keys = keysByTag.get(tag)
      keys?.delete(key)
      if (keys?.size === 0) keysByTag.delete(tag)
    }
  }

  function drop(tag: string) {
    for (const droppedTags of renderings) droppedTags.add(tag)
    joinable.clear()
    const tags = tag.endsWith(':*')
      ? [...keysByTag.keys()].filter((other) => other.startsWith(tag.slice(0, -1)))
      : [tag]
    for (const droppedTag of tags) for (const key of keysByTag.get(droppedTag) ?? []) remove(key)
  }

  /** Where it is not known what changed. */
  function clear() {
    for (const droppedTags of renderings) droppedTags.add(everyTag)
    joinable.clear()
    for (const key of [...pages.keys()]) remove(key)
  }

  function addPage(key: string, page: Page) {
    remove(key)
    pages.set(key, page)
    bytes += page.size
    for (const tag of page.tags) {
      const keys = keysByTag.get(tag) ?? new Set()
      keysByTag.set(tag, keys.add(key))
    }
    removeOldest(page)
  }

  /** Until the rest is small enough. What was asked for meanwhile becomes the newest once; `newest` stays last. */
  function removeOldest(newest: Page) {
    for (const [key, page] of pages) {
      if (bytes <= maxBytes) break
      if (page.isUsed && page !== newest) {
        page.isUsed = false
        pages.delete(key)
        pages.set(key, page)
      } else remove(key)
    }
  }

  /** The page under `key`, rendered once for all who ask at the same time, and kept if it may be. */
  function renderOnce(key: string, render: () => Promise<RenderedPage>): Promise<Page> {
    const pendingPage = joinable.get(key)
    if (pendingPage) return pendingPage
    const droppedTags = new Set<string>()
    renderings.add(droppedTags)
    const rendering: Promise<Page> = Promise.resolve().then(async () => {
      try {
        const day = today()
        const page = createPage(await render(), day)
        if (page.status !== 200 || page.tags.length === 0) return page
        const compressedPage = await compressForCache(page)
        if (!isDropped(page.tags, droppedTags)) addPage(key, compressedPage)
        return page
      } finally {
        renderings.delete(droppedTags)
        if (joinable.get(key) === rendering) joinable.delete(key)
      }
    })
    joinable.set(key, rendering)
    return rendering
  }

  /**
   * Answers from memory and says whether it could. For GET and HEAD of a visitor. A page of another day is shown until
   * it is rendered anew, which `renew` has to do.
   */
  function answer(
    key: string,
    request: IncomingMessage,
    response: ServerResponse,
    rerender: (key: string) => void,
  ): boolean {
    const page = pages.get(key)
    if (!page) return false
    if (page.day !== today() && !joinable.has(key)) rerender(key)
    page.isUsed = true
    const body = bodyOf(page, request.headers['accept-encoding'])
    if (body instanceof Promise)
      body.then(
        (compressedBody) => send(page, compressedBody, request, response),
        (error: Error) => response.destroy(error),
      )
    else send(page, body, request, response)
    return true
  }

  return {
    answer,
    render: renderOnce,
    drop,
    clear,
    size: () => ({ pages: pages.size, bytes }),
  }
}

/** Whether one of a page's tags, or all of its kind (event:*), or everything was dropped. */
const isDropped = (tags: string[], droppedTags: Set<string>) =>
  droppedTags.has(everyTag) ||
  tags.some((tag) => droppedTags.has(tag) || droppedTags.has(`${tag.slice(0, tag.indexOf(':'))}:*`))

function send(
  page: Page,
  { bytes, headers, etag }: Body,
  request: IncomingMessage,
  response: ServerResponse,
) {
  if (request.headers['if-none-match']?.includes(etag)) {
    const { 'content-length': _, 'content-encoding': __, ...unchanged } = headers
    response.writeHead(304, unchanged).end()
  } else {
    response.writeHead(200, headers).end(request.method === 'HEAD' ? undefined : bytes)
  }
  if (page.isRecompressed || Date.now() < page.renderedAt + recompressAfterMs) return
  page.isRecompressed = true
  // A page that can't be made smaller stays as it is.
  recompress(page).catch(() => {})
}

const brotli = (bytes: Buffer, quality: number) =>
  promisify(brotliCompress)(bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
  })

const encodings = new Map<string, Encoding>()

/** Browsers send one of a few texts: each is read once. */
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

import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

export type Rendered = { status: number; headers: Record<string, string>; html: string; tags: string[] }

/** A rendered page; each form of its bytes is made when somebody asks for it, once. */
export type Page = {
  status: number
  tags: string[]
  /** The day it was rendered for; "upcoming" moves on with the date. */
  day: string
  /** Asked for since it was kept, or since it was last spared. */
  isWanted: boolean
  /** Compressed as well as can be: done for a page that is asked for again. */
  isSmall: boolean
  bodies: { identity: Body } & { [encoding in Encoding]?: Body | Promise<Body> }
}

type Encoding = 'identity' | 'gzip' | 'br'
type Body = { bytes: Buffer<ArrayBuffer>; headers: Record<string, string>; etag: string }

export type PageCache = ReturnType<typeof createPageCache>

/** Smaller ones go as they are: they fit one packet. */
const worthCompressing = 1000

export function createPage({ status, headers, html, tags }: Rendered, day: string): Page {
  const bytes = Buffer.from(html)
  const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`
  const identity = { bytes, etag, headers: { ...headers, etag, 'content-length': String(bytes.length) } }
  return {
    status,
    tags,
    day,
    isWanted: false,
    isSmall: bytes.length < worthCompressing,
    bodies: { identity },
  }
}

/** The page for a browser that accepts what this `accept-encoding` says. */
export function bodyOf(page: Page, accepted: string | undefined): Body | Promise<Body> {
  const { bodies } = page
  const { bytes } = bodies.identity
  const encoding = bestEncoding(accepted)
  if (encoding === 'identity' || bytes.length < worthCompressing) return bodies.identity
  bodies[encoding] ??= (encoding === 'br' ? brotli(bytes, 4) : promisify(gzip)(bytes, { level: 6 })).then(
    (compressed) => {
      bodies[encoding] = encoded(bodies.identity, encoding, compressed)
      return bodies[encoding]
    },
    asItIs(bodies.identity),
  )
  return bodies[encoding]
}

function encoded(
  { headers, etag }: Body,
  encoding: Encoding,
  bytes: Buffer<ArrayBuffer>,
  version = '',
): Body {
  const own = etag.replace(/"$/, `-${encoding}${version}"`)
  return {
    bytes,
    etag: own,
    headers: {
      ...headers,
      etag: own,
      'content-encoding': encoding,
      'content-length': String(bytes.length),
    },
  }
}

/** A tenth less on the wire for twenty times the work: not for what is asked for once. */
function shrink({ bodies }: Page) {
  return brotli(bodies.identity.bytes, 10).then((bytes) => {
    bodies.br = encoded(bodies.identity, 'br', bytes, '2')
  }, asItIs(bodies.identity))
}

/**
 * Keeps rendered public pages in memory, at most `maxBytes` of them. The oldest leaves first, unless it was asked for.
 * A page is dropped when one of its tags is (see Context.shows and migrations/0008).
 */
export function createPageCache(today: () => string, maxBytes = 64 * 1024 * 1024) {
  const pages = new Map<string, Page>()
  const keysOf = new Map<string, Set<string>>()
  /** What was dropped during each rendering: a page that shows it may be stale already, so it is not kept. */
  const renderings = new Set<Set<string>>()
  /** Renderings that began after the last change: who asks now may wait for them. */
  const joinable = new Map<string, Promise<Page>>()
  let bytes = 0

  function remove(key: string) {
    const kept = pages.get(key)
    if (!kept) return
    pages.delete(key)
    bytes -= sizeOf(kept)
    for (const tag of kept.tags) {
      const keys = keysOf.get(tag)
      keys?.delete(key)
      if (keys?.size === 0) keysOf.delete(tag)
    }
  }

  function drop(tag: string) {
    for (const dropped of renderings) dropped.add(tag)
    joinable.clear()
    const dropped = tag.endsWith(':*')
      ? [...keysOf.keys()].filter((each) => each.startsWith(tag.slice(0, -1)))
      : [tag]
    for (const each of dropped) for (const key of keysOf.get(each) ?? []) remove(key)
  }

  function keep(key: string, page: Page) {
    remove(key)
    pages.set(key, page)
    bytes += sizeOf(page)
    for (const tag of page.tags) {
      const keys = keysOf.get(tag) ?? new Set()
      keysOf.set(tag, keys.add(key))
    }
    for (const [oldest, other] of pages) {
      if (bytes <= maxBytes) break
      if (other.isWanted && other !== page) {
        other.isWanted = false
        pages.delete(oldest)
        pages.set(oldest, other)
      } else remove(oldest)
    }
  }

  /** The page under `key`, rendered once for all who ask at the same time, and kept if it may be. */
  function render(key: string, make: () => Promise<Rendered>): Promise<Page> {
    const other = joinable.get(key)
    if (other) return other
    const dropped = new Set<string>()
    renderings.add(dropped)
    const isStale = (tags: string[]) =>
      tags.some((tag) => dropped.has(tag) || dropped.has(`${tag.slice(0, tag.indexOf(':'))}:*`))
    const page: Promise<Page> = Promise.resolve().then(async () => {
      try {
        const day = today()
        const made = createPage(await make(), day)
        if (made.status === 200 && made.tags.length > 0 && !isStale(made.tags)) keep(key, made)
        return made
      } finally {
        renderings.delete(dropped)
        if (joinable.get(key) === page) joinable.delete(key)
      }
    })
    joinable.set(key, page)
    return page
  }

  /**
   * Answers from memory and says whether it could. For GET and HEAD of a visitor. A page of another day is shown until
   * it is rendered anew, which `renew` has to do.
   */
  function answer(
    key: string,
    request: IncomingMessage,
    response: ServerResponse,
    renew: (key: string) => void,
  ): boolean {
    const kept = pages.get(key)
    if (!kept) return false
    if (kept.day !== today() && !joinable.has(key)) renew(key)
    kept.isWanted = true
    const body = bodyOf(kept, request.headers['accept-encoding'])
    if (body instanceof Promise) body.then((made) => send(kept, made, request, response))
    else send(kept, body, request, response)
    return true
  }

  return {
    answer,
    render,
    drop,
    clear: () => [...pages.keys()].forEach(remove),
    size: () => ({ pages: pages.size, bytes }),
  }
}

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
  if (page.isSmall) return
  page.isSmall = true
  shrink(page)
}

/** Bytes in memory, nearly: both compressed forms of a page together take less than half of it. */
const sizeOf = ({ bodies }: Page) => bodies.identity.bytes.length * 1.5 + 2000

const brotli = (bytes: Buffer, quality: number) =>
  promisify(brotliCompress)(bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
  })

/** For a page that could not be made smaller. */
const asItIs = (body: Body) => () => body

const encodings = new Map<string, Encoding>()

/** Browsers send one of a few texts: each is read once. */
function bestEncoding(accepted = ''): Encoding {
  const known = encodings.get(accepted)
  if (known) return known
  const found = readEncoding(accepted)
  if (encodings.size < 100) encodings.set(accepted, found)
  return found
}

function readEncoding(accepted: string): Encoding {
  if (/\bbr\b(?!\s*;\s*q=0(\.0*)?\b)/.test(accepted)) return 'br'
  if (/\bgzip\b(?!\s*;\s*q=0(\.0*)?\b)/.test(accepted)) return 'gzip'
  return 'identity'
}

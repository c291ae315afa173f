import { createHash } from 'node:crypto'
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** A page as it is kept: the same bytes for every visitor, compressed once. */
type Kept = {
  /** The day it was rendered for; "upcoming" moves on with the date. */
  day: string
  tags: string[]
  size: number
  /** Asked for since it was kept, or since it was last spared. */
  isWanted: boolean
  /** Compressed as well as can be: done for a page that is asked for again. */
  isSmall: boolean
  bodies: Record<Encoding, { bytes: Buffer; headers: OutgoingHttpHeaders; etag: string }>
}

type Encoding = 'identity' | 'gzip' | 'br'

export type Rendered = { status: number; headers: Record<string, string>; html: string; tags: string[] }

export type PageCache = ReturnType<typeof createPageCache>

/**
 * Keeps rendered public pages in memory, at most `maxBytes` of them. The oldest leaves first, unless it was asked for.
 * A page is dropped when one of its tags is (see Context.shows and migrations/0008).
 */
export function createPageCache(today: () => string, maxBytes = 64 * 1024 * 1024) {
  const pages = new Map<string, Kept>()
  const keysOf = new Map<string, Set<string>>()
  /** What was dropped while a page was being rendered: such a page may already be stale, so it is shown but not kept. */
  const underway = new Map<string, { page: Promise<Rendered>; dropped: Set<string> }>()
  let bytes = 0

  function remove(key: string) {
    const kept = pages.get(key)
    if (!kept) return
    pages.delete(key)
    bytes -= kept.size
    for (const tag of kept.tags) {
      const keys = keysOf.get(tag)
      keys?.delete(key)
      if (keys?.size === 0) keysOf.delete(tag)
    }
  }

  function drop(tag: string) {
    for (const { dropped } of underway.values()) dropped.add(tag)
    const dropped = tag.endsWith(':*')
      ? [...keysOf.keys()].filter((each) => each.startsWith(tag.slice(0, -1)))
      : [tag]
    for (const each of dropped) for (const key of keysOf.get(each) ?? []) remove(key)
  }

  async function keep(key: string, day: string, rendered: Rendered) {
    const identity = Buffer.from(rendered.html)
    const [zipped, brotli] = await Promise.all([
      promisify(gzip)(identity, { level: 6 }),
      compressed(identity, 5),
    ])
    const hash = createHash('sha256').update(identity).digest('base64url').slice(0, 22)
    const body = (bytes: Buffer, encoding: Encoding) => {
      const etag = `"${hash}${encoding === 'identity' ? '' : `-${encoding}`}"`
      return {
        bytes,
        etag,
        headers: {
          ...rendered.headers,
          etag,
          'content-length': bytes.length,
          ...(encoding !== 'identity' && { 'content-encoding': encoding }),
        },
      }
    }
    const kept: Kept = {
      day,
      tags: rendered.tags,
      size: identity.length + zipped.length + brotli.length + 2000,
      isWanted: false,
      isSmall: false,
      bodies: { identity: body(identity, 'identity'), gzip: body(zipped, 'gzip'), br: body(brotli, 'br') },
    }
    return () => {
      remove(key)
      pages.set(key, kept)
      bytes += kept.size
      for (const tag of kept.tags) {
        const keys = keysOf.get(tag) ?? new Set()
        keysOf.set(tag, keys.add(key))
      }
      for (const [oldest, page] of pages) {
        if (bytes <= maxBytes) break
        if (page.isWanted && page !== kept) {
          page.isWanted = false
          pages.delete(oldest)
          pages.set(oldest, page)
        } else remove(oldest)
      }
    }
  }

  /** A tenth less on the wire for twenty times the work: not for what is asked for once. */
  function shrink(kept: Kept) {
    kept.isSmall = true
    compressed(kept.bodies.identity.bytes, 10).then((bytes) => {
      const { headers, etag } = kept.bodies.br
      kept.bodies.br = {
        bytes,
        etag: etag.replace(/"$/, '2"'),
        headers: { ...headers, etag: etag.replace(/"$/, '2"'), 'content-length': bytes.length },
      }
    }, keepAsItIs)
  }

  /** The page under `key`, rendered once for all who ask at the same time, and kept if it may be. */
  function render(key: string, make: () => Promise<Rendered>): Promise<Rendered> {
    const other = underway.get(key)
    if (other) return other.page
    const dropped = new Set<string>()
    const isStale = (tags: string[]) =>
      tags.some((tag) => dropped.has(tag) || dropped.has(`${tag.slice(0, tag.indexOf(':'))}:*`))
    // Begins after it stands in `underway`: what is dropped from its first moment on must be heard.
    const page = Promise.resolve().then(async () => {
      try {
        const day = today()
        const rendered = await make()
        if (rendered.status === 200 && rendered.tags.length > 0) {
          const store = await keep(key, day, rendered)
          if (!isStale(rendered.tags)) store()
        }
        return rendered
      } finally {
        underway.delete(key)
      }
    })
    underway.set(key, { page, dropped })
    return page
  }

  /** Answers from memory and says whether it could. For GET and HEAD of a visitor. */
  function answer(key: string, request: IncomingMessage, response: ServerResponse): boolean {
    const kept = pages.get(key)
    if (!kept) return false
    if (kept.day !== today()) {
      remove(key)
      return false
    }
    kept.isWanted = true
    if (!kept.isSmall) shrink(kept)
    const body = kept.bodies[bestEncoding(request.headers['accept-encoding'])]
    if (request.headers['if-none-match']?.includes(body.etag)) {
      const { 'content-length': _, 'content-encoding': __, ...headers } = body.headers
      response.writeHead(304, headers).end()
    } else {
      response.writeHead(200, body.headers).end(request.method === 'HEAD' ? undefined : body.bytes)
    }
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

const compressed = (bytes: Buffer, quality: number) =>
  promisify(brotliCompress)(bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
  })

/** A page that could not be made smaller goes on as it is. */
const keepAsItIs = () => {}

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

import type { LookupAddress } from 'node:dns'
import { lookup as lookupAddresses } from 'node:dns/promises'
import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { pipeline, type Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import ipaddr from 'ipaddr.js'
import type { Env } from './env.ts'
import { version } from './version.ts'

// Every request that this server sends to an address which people may choose goes through here. The rules stand in
// docs/security.md; the table of what is refused is the test beside this file.

const mebibyte = 1024 * 1024
/** `refusalMs`: when it is known at the earliest that a name leads nowhere, for a name server answers faster for names of its own network. */
const limits = {
  refusalMs: 1000,
  redirects: 3,
  responseMs: 10_000,
  totalMs: 30_000,
  bytes: 16 * mebibyte,
  perHost: 20,
}

export type OutboundSettings = {
  /** OUTBOUND=off: every request is refused. */
  isOn: boolean
  /** `host:port` pairs that may be private or have another port; for tests only. */
  allowed: string[]
  /** Tells the other side whose server is asking. */
  userAgent: string
  /** The addresses of a host name; tests give their own. */
  resolve?: (hostname: string) => Promise<LookupAddress[]>
}

export const outboundSettings = (env: Env): OutboundSettings => ({
  isOn: env.OUTBOUND === 'on',
  allowed: env.OUTBOUND_ALLOW?.split(',').map((host) => host.trim()) ?? [],
  userAgent: `Hallway/${version} (+${env.siteUrl})`,
})

export type FetchOptions = {
  method?: 'GET' | 'HEAD'
  /** What the last answer had: an unchanged document is not sent again. */
  etag?: string | null
  lastModified?: string | null
  /** Of the decompressed body; 16 MiB unless told. */
  maxBytes?: number
  headers?: Record<string, string>
  signal?: AbortSignal
}

export type FetchResult = {
  status: 'ok' | 'unchanged'
  /** Decompressed; empty when unchanged. */
  body: Buffer
  contentType: string | undefined
  etag: string | undefined
  lastModified: string | undefined
  /** The URL after redirects. */
  finalUrl: string
}

export type OutboundErrorCode = 'UNREACHABLE' | 'TOO_LARGE' | 'TIMEOUT' | 'HTTP_STATUS'

const sentences: Record<OutboundErrorCode, string> = {
  // Also for what is refused: the names of the server's own network can't be told from names that nobody has.
  UNREACHABLE: 'No public server answers at this address.',
  TOO_LARGE: 'What is at this address is too large.',
  TIMEOUT: 'The server at this address takes too long to answer.',
  HTTP_STATUS: 'The server at this address answers with an error.',
}

/** Says the kind of failure; never an IP address, a port's state or a text of the other side, which would make this server a scanner of its network. */
export class OutboundError extends Error {
  code: OutboundErrorCode
  /** The status of the answer, with HTTP_STATUS. */
  httpStatus: number | undefined
  /** From Retry-After, where the answer has it. */
  retryAfterMs: number | undefined
  /** With UNREACHABLE: the name server says that there is no such host. */
  isUnknownHost = false

  constructor(code: OutboundErrorCode, httpStatus?: number, retryAfterMs?: number) {
    super(httpStatus ? `The server at this address answers with status ${httpStatus}.` : sentences[code])
    this.code = code
    this.httpStatus = httpStatus
    this.retryAfterMs = retryAfterMs
  }
}

export type FetchSafely = {
  (url: string, options?: FetchOptions): Promise<FetchResult>
  /** False: every request is refused. */
  isOn: boolean
}

/**
 * The only way to send a request to an address that people may choose: http and https on ports 80 and 443, to public
 * addresses alone. The address that is checked is the one that is connected to, again on each redirect. Throws OutboundError.
 */
export function createFetchSafely(settings: OutboundSettings): FetchSafely {
  const inTurn = createHostQueues()

  async function follow(
    url: URL,
    options: FetchOptions,
    signal: AbortSignal,
    redirects = 0,
  ): Promise<FetchResult> {
    const response = await send(url, settings, options, signal)
    const { statusCode = 0, headers } = response
    if ([301, 302, 303, 307, 308].includes(statusCode) && headers.location) {
      response.destroy()
      const target = URL.parse(headers.location, url)
      if (redirects >= limits.redirects || !target) throw new OutboundError('UNREACHABLE')
      return follow(checkedUrl(target, settings), options, signal, redirects + 1)
    }
    const answer = {
      contentType: headers['content-type'],
      etag: headers.etag,
      lastModified: headers['last-modified'],
      finalUrl: url.href,
    }
    if (statusCode === 304 && (options.etag || options.lastModified)) {
      response.destroy()
      return { ...answer, status: 'unchanged', body: Buffer.alloc(0) }
    }
    if (statusCode < 200 || statusCode > 299) {
      response.destroy()
      throw new OutboundError('HTTP_STATUS', statusCode, retryAfterMs(headers['retry-after']))
    }
    const body =
      options.method === 'HEAD'
        ? Buffer.alloc(0)
        : await readBody(decompressed(response), options.maxBytes ?? limits.bytes)
    return { ...answer, status: 'ok', body }
  }

  const fetchSafely = async (text: string, options: FetchOptions = {}) => {
    if (!settings.isOn) throw new OutboundError('UNREACHABLE')
    const parsed = URL.parse(text.trim())
    if (!parsed) throw new OutboundError('UNREACHABLE')
    const url = checkedUrl(parsed, settings)
    return inTurn(url.host, async () => {
      const timeout = AbortSignal.timeout(limits.totalMs)
      const signal = options.signal ? AbortSignal.any([timeout, options.signal]) : timeout
      try {
        const result = await follow(url, options, signal)
        // A body without a length seems to be complete where it was cut off.
        signal.throwIfAborted()
        return result
      } catch (error) {
        if (error instanceof OutboundError) throw error
        throw new OutboundError(timeout.aborted ? 'TIMEOUT' : 'UNREACHABLE')
      }
    })
  }
  return Object.assign(fetchSafely, { isOn: settings.isOn })
}

/** One request per host at a time. */
function createHostQueues() {
  const queueOf = new Map<string, { last: Promise<unknown>; waiting: number }>()
  return async <T>(host: string, send: () => Promise<T>): Promise<T> => {
    const queue = queueOf.get(host) ?? { last: Promise.resolve(), waiting: 0 }
    if (queue.waiting >= limits.perHost) throw new OutboundError('UNREACHABLE')
    queue.waiting++
    const result = queue.last.then(send, send)
    queue.last = result.catch(() => undefined)
    queueOf.set(host, queue)
    try {
      return await result
    } finally {
      if (--queue.waiting === 0) queueOf.delete(host)
    }
  }
}

/** The URL without its fragment. Throws for what is refused by its text: scheme, credentials, port, an IP address that is not public. */
function checkedUrl(url: URL, settings: OutboundSettings): URL {
  const isPublicPort = url.port === '' || url.port === '80' || url.port === '443'
  const hostname = url.hostname.replace(/^\[|\]$/g, '')
  if (
    !/^https?:$/.test(url.protocol) ||
    url.username !== '' ||
    url.password !== '' ||
    hostname === '' ||
    (!isAllowed(url, settings) && (!isPublicPort || (isIP(hostname) > 0 && !isPublicAddress(hostname))))
  )
    throw new OutboundError('UNREACHABLE')
  const withoutFragment = new URL(url)
  withoutFragment.hash = ''
  return withoutFragment
}

const isAllowed = (url: URL, settings: OutboundSettings) => settings.allowed.includes(url.host)

const globalUnicast = ipaddr.parseCIDR('2000::/3')

/** Whether an IP address is one of the public internet: not private, loopback, link-local, multicast, reserved or wrapping another. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  // `process` unwraps IPv4 addresses that are mapped into IPv6 (::ffff:127.0.0.1).
  const plain = ipaddr.process(address)
  // `unicast` also names what no range names; of IPv6 only 2000::/3 is in use.
  return plain.range() === 'unicast' && (plain.kind() === 'ipv4' || plain.match(globalUnicast))
}

/** Sends one request and resolves with its answer's head. */
function send(
  url: URL,
  settings: OutboundSettings,
  options: FetchOptions,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const resolve =
    settings.resolve ?? ((hostname: string) => lookupAddresses(hostname, { all: true, verbatim: true }))
  /** Runs while connecting: between this check and the connection nothing looks the name up again. */
  const lookup: LookupFunction = (hostname, { all }, callback) => {
    const startedAt = performance.now()
    const refuse = async (isUnknownHost: boolean) => {
      await wait(Math.max(0, startedAt + limits.refusalMs - performance.now()))
      callback(Object.assign(new OutboundError('UNREACHABLE'), { isUnknownHost }), '')
    }
    resolve(hostname).then(
      (addresses) => {
        const isRefused =
          !isAllowed(url, settings) && !addresses.every(({ address }) => isPublicAddress(address))
        const [first] = addresses
        if (isRefused || !first) void refuse(false)
        else if (all) callback(null, addresses)
        else callback(null, first.address, first.family)
      },
      (error: NodeJS.ErrnoException) => refuse(error.code === 'ENOTFOUND'),
    )
  }
  return new Promise((resolveResponse, reject) => {
    const request = (url.protocol === 'https:' ? https : http).request(url, {
      method: options.method ?? 'GET',
      lookup,
      signal,
      agent: false,
      headers: {
        accept: '*/*',
        'accept-encoding': 'br, gzip, deflate',
        'user-agent': settings.userAgent,
        ...(options.etag ? { 'if-none-match': options.etag } : {}),
        ...(options.lastModified ? { 'if-modified-since': options.lastModified } : {}),
        ...options.headers,
      },
    })
    const timer = setTimeout(() => request.destroy(new OutboundError('TIMEOUT')), limits.responseMs)
    request.once('response', (response) => {
      clearTimeout(timer)
      resolveResponse(response)
    })
    request.on('error', (error) => {
      clearTimeout(timer)
      reject(error)
    })
    request.end()
  })
}

const decoders = new Map([
  ['br', () => createBrotliDecompress()],
  ['gzip', () => createGunzip()],
  ['deflate', () => createInflate()],
])

function decompressed(response: IncomingMessage): Readable {
  const decoder = decoders.get(response.headers['content-encoding']?.trim().toLowerCase() ?? '')?.()
  // pipeline passes errors and the end of either side on to the other; readBody sees them.
  return decoder ? pipeline(response, decoder, () => {}) : response
}

async function readBody(body: Readable, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of body as AsyncIterable<Buffer>) {
    bytes += chunk.length
    // Leaving the loop destroys the stream and with it the connection.
    if (bytes > maxBytes) throw new OutboundError('TOO_LARGE')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Retry-After is a number of seconds or a date. */
function retryAfterMs(header: string | undefined): number | undefined {
  if (!header) return
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now()
  return Number.isNaN(ms) ? undefined : Math.max(0, ms)
}

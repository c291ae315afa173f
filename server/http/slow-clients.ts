import type { IncomingMessage, Server, ServerOptions, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Logger } from 'pino'
import { addressKey } from '#platform/client-address.ts'
import { requestIdHeader } from '#platform/request-id.ts'
import { closedPolicy, commonHeaders } from '../pages/security.ts'
import type { Listener } from './request-log.ts'

/**
 * A connection costs memory as long as it is open, and a client decides how long that is. What is limited is how little it may
 * send or take within a window, not the duration: a phone with a bad connection may take an hour for a file.
 */
export const clientLimits = {
  /** Of a request's head, which fits a few packets. */
  headMs: 30_000,
  /** The slowest client that is waited for, sending or taking: what Apache's mod_reqtimeout asks for. */
  bytesPerSecond: 500,
  /** A body has to move on by so many bytes a second within this window. */
  bodyWindowMs: 30_000,
  /**
   * And an answer within this one. The kernel takes the next bytes of an answer only when a third of its buffer is free, which
   * are up to 1.4 MB: a client that reads 20 kB a second seems to take nothing for 73 seconds.
   */
  answerWindowMs: 120_000,
  checkEveryMs: 5000,
  /** Connections of one client, or its requests that a proxy has passed on: more than may wait for a turn (turns.ts). */
  ofClient: 256,
}

export type ClientLimits = typeof clientLimits

/** Options of the HTTP server. The duration of a whole request is not limited. */
export const serverOptions = ({ headMs, checkEveryMs }: ClientLimits = clientLimits): ServerOptions => ({
  headersTimeout: headMs,
  requestTimeout: 0,
  connectionsCheckingInterval: checkEveryMs,
})

/** Bytes that had moved when the window began. */
type Window = { bytes: number; since: number }
type Connection = {
  /** The address of a client that is connected directly; undefined for a trusted proxy. */
  client: string | undefined
  received: Window
  taken: Window
  /** The last request with a body. */
  upload?: { request: IncomingMessage; response: ServerResponse }
}

type Options = {
  clientAddress: (request: IncomingMessage) => string
  isFromProxy: (request: IncomingMessage) => boolean
  log: Pick<Logger, 'warn'>
}

const logEveryMs = 60_000
const timeoutAnswer = 'HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n'

/** Counts what is open of each client, its connections or its requests behind a proxy, until it is closed. */
function createOpenCounts(max: number) {
  const openOf = new Map<string, number>()
  /** Clients that have as many as they may. */
  const full = new Set<string>()
  return {
    full,
    add(client: string, open: Socket | ServerResponse) {
      const count = (openOf.get(client) ?? 0) + 1
      openOf.set(client, count)
      if (count >= max) full.add(client)
      open.once('close', () => {
        const rest = openOf.get(client)! - 1
        if (rest < max) full.delete(client)
        if (rest === 0) openOf.delete(client)
        else openOf.set(client, rest)
      })
    },
  }
}

/** Counts what is ended and refused, and logs it once a minute. */
function createReport(log: Options['log']) {
  const counts = { ended: 0, refused: 0 }
  let loggedAt = Number.NEGATIVE_INFINITY
  return (kind: keyof typeof counts) => {
    counts[kind]++
    if (performance.now() - loggedAt < logEveryMs) return
    loggedAt = performance.now()
    log.warn({ ...counts }, 'connections are ended or refused: clients are too slow, or have too many')
  }
}

/**
 * Ends connections that neither send nor take anything, and limits how many one client has. Returns what each request goes
 * through. Behind a trusted proxy, whose connections are not limited, the open requests of each client are counted instead.
 */
export function limitClients(
  server: Server,
  { clientAddress, isFromProxy, log }: Options,
  limits: ClientLimits = clientLimits,
): (listener: Listener) => Listener {
  const connections = new Map<Socket, Connection>()
  const counts = createOpenCounts(limits.ofClient)
  const report = createReport(log)

  /** The client that a trusted proxy names; undefined if it names none. */
  function clientBehindProxy(request: IncomingMessage): string | undefined {
    const address = clientAddress(request)
    return address === clientAddress(withoutHeaders(request.socket)) ? undefined : addressKey(address)
  }

  server.on('connection', (socket: Socket) => {
    const request = withoutHeaders(socket)
    const client = isFromProxy(request) ? undefined : addressKey(clientAddress(request))
    if (client !== undefined && counts.full.has(client)) {
      report('refused')
      socket.destroy()
      return
    }
    const since = performance.now()
    connections.set(socket, { client, received: { bytes: 0, since }, taken: { bytes: 0, since } })
    socket.once('close', () => connections.delete(socket))
    if (client !== undefined) counts.add(client, socket)
  })

  const timer = setInterval(() => {
    for (const [socket, connection] of connections)
      if (endIfStalled(socket, connection, limits)) report('ended')
  }, limits.checkEveryMs).unref()
  server.once('close', () => clearInterval(timer))

  return (listener) => (request, response, id) => {
    const connection = connections.get(request.socket)
    const { headers } = request
    if (connection && ('content-length' in headers || 'transfer-encoding' in headers))
      connection.upload = { request, response }
    const isBehindProxy = connection !== undefined && connection.client === undefined
    if (isBehindProxy && counts.full.size > 0 && counts.full.has(clientBehindProxy(request) ?? '')) {
      report('refused')
      answerTooMany(response, id)
      return
    }
    listener(request, response, id)
    // Most cached pages have been taken already.
    if (!isBehindProxy || response.writableFinished) return
    const client = clientBehindProxy(request)
    if (client !== undefined) counts.add(client, response)
  }
}

/** Ends a connection that sends or takes too little. */
function endIfStalled(
  socket: Socket,
  { received, taken, upload }: Connection,
  limits: ClientLimits,
): boolean {
  /** Whether too few bytes have moved in the window. It starts again when enough have, or when none were expected. */
  const isStalled = (window: Window, bytes: number, windowMs: number, isExpected: boolean) => {
    const now = performance.now()
    if (!isExpected || bytes - window.bytes >= (limits.bytesPerSecond * windowMs) / 1000) {
      window.bytes = bytes
      window.since = now
    }
    return now - window.since >= windowMs
  }
  // With something left to read in its buffer, it is this server that is slow.
  const isSending = upload !== undefined && !upload.request.complete && upload.request.readableLength === 0
  const sendsTooLittle = isStalled(received, socket.bytesRead, limits.bodyWindowMs, isSending)
  const isTaking = socket.writableLength > 0
  const takesTooLittle = isStalled(taken, bytesTaken(socket), limits.answerWindowMs, isTaking)
  if (!sendsTooLittle && !takesTooLittle) return false
  if (sendsTooLittle && !upload!.response.headersSent) {
    upload!.response.statusCode = 408
    socket.write(timeoutAnswer)
  }
  socket.destroy()
  return true
}

function answerTooMany(response: ServerResponse, id: string): void {
  response.writeHead(429, {
    ...commonHeaders,
    'content-security-policy': closedPolicy,
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'no-store',
    'retry-after': '5',
    [requestIdHeader]: id,
  })
  response.end('Too many requests at once. Please wait a moment.')
}

const withoutHeaders = (socket: Socket) => ({ socket, headers: {} }) as IncomingMessage

/**
 * Bytes of a connection that the kernel has taken. Node's own counts are of what was given to libuv, which may still wait there:
 * all of an answer that is written at once. Its timeouts look at the same.
 */
function bytesTaken(socket: Socket): number {
  const { _handle } = socket as Socket & { _handle?: { bytesWritten: number; writeQueueSize: number } | null }
  return _handle ? _handle.bytesWritten - _handle.writeQueueSize : 0
}

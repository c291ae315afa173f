import { requestIdHeader } from '#platform/request-id.ts'
import { closedPolicy, commonHeaders } from '../pages/security.ts'
import type { Listener } from './request-log.ts'

/** Refuses a request with several Host headers (RFC 9112, 3.2): Node reads the first, a proxy may have read another. */
export const withOneHost =
  (listener: Listener): Listener =>
  (request, response, id) => {
    if ((request.headersDistinct.host?.length ?? 0) < 2) return listener(request, response, id)
    response
      .writeHead(400, {
        ...commonHeaders,
        'content-security-policy': closedPolicy,
        'content-type': 'text/plain; charset=utf-8',
        'cache-control': 'no-store',
        connection: 'close',
        [requestIdHeader]: id,
      })
      .end('A request has one Host header.')
  }

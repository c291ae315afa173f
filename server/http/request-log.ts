import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { performance } from 'node:perf_hooks'
import type { Logger } from 'pino'
import { loggedUrl } from '#platform/log.ts'
import { looksLikeId, newRequestId, requestIdHeader } from '#platform/request-id.ts'

export type Listener = (request: IncomingMessage, response: ServerResponse, id: string) => void

type Options = {
  log: Logger
  /** Whether the id that the request brings may be taken over. */
  isFromProxy: (request: IncomingMessage) => boolean
  observe?: (request: IncomingMessage, status: number, ms: number) => void
}

/** Gives each request its id, and logs one line when its response has ended. */
export const withRequestLog =
  ({ log, isFromProxy, observe }: Options, listener: Listener): RequestListener =>
  (request, response) => {
    const started = performance.now()
    const proxyId = request.headers[requestIdHeader]
    const id = looksLikeId(proxyId) && isFromProxy(request) ? proxyId : newRequestId()
    const logRequest = () => {
      const ms = Math.round((performance.now() - started) * 10) / 10
      const { method, url = '' } = request
      log.info({ id, method, url: loggedUrl(url), status: response.statusCode, ms })
      observe?.(request, response.statusCode, ms)
    }
    listener(request, response, id)
    // Most cached pages have been sent already: no `close` event would come.
    if (response.writableEnded) logRequest()
    else response.once('close', logRequest)
  }

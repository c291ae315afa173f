import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { performance } from 'node:perf_hooks'
import { loggedUrl } from './log.ts'
import { looksLikeId, newRequestId, requestIdHeader } from './request-id.ts'

export type Listener = (request: IncomingMessage, response: ServerResponse, id: string) => void

type Options = {
  /** Takes each line; undefined where the log's level leaves them out. */
  write: ((line: string) => void) | undefined
  /** Whether the id that the request brings may be taken over. */
  isFromProxy: (request: IncomingMessage) => boolean
  observe?: (request: IncomingMessage, status: number, ms: number) => void
}

/** Gives each request its id, and logs one line when its response has ended. */
export const withRequestLog =
  ({ write, isFromProxy, observe }: Options, listener: Listener): RequestListener =>
  (request, response) => {
    const started = performance.now()
    const proxyId = request.headers[requestIdHeader]
    const id = looksLikeId(proxyId) && isFromProxy(request) ? proxyId : newRequestId()
    const logRequest = () => {
      const ms = Math.round((performance.now() - started) * 10) / 10
      const { method, url = '' } = request
      // As the log's own, in less than half the time: with the site's most frequent answers it counts.
      write?.(
        `{"level":30,"time":${Date.now()},"id":"${id}","method":"${method}","url":${JSON.stringify(loggedUrl(url))},"status":${response.statusCode},"ms":${ms}}\n`,
      )
      observe?.(request, response.statusCode, ms)
    }
    listener(request, response, id)
    // Most cached pages have been sent already: no `close` event would come.
    if (response.writableEnded) logRequest()
    else response.once('close', logRequest)
  }

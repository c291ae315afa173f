import type { IncomingMessage } from 'node:http'

/** What @hono/node-server passes to Hono with each request; absent in tests without a port. */
export type Host = { Bindings: { incoming?: IncomingMessage } }

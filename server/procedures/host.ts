import type { IncomingMessage } from 'node:http'

/** What the Node host hands to Hono with each request; absent in tests without a port. */
export type Host = { Bindings: { incoming?: IncomingMessage } }

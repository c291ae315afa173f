import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'

const ids = new AsyncLocalStorage<string>()
const processId = randomBytes(6).toString('hex')
let counter = 0

export const requestIdHeader = 'x-request-id'

/** An id that no other process gives: 12 random hexadecimal digits and a number. */
export const newRequestId = () => `${processId}-${(++counter).toString(36)}`

/** Whether a proxy's header holds an id, and nothing that could be mistaken for another thing in a log. */
export const looksLikeId = (value: unknown): value is string =>
  typeof value === 'string' && /^[A-Za-z0-9][A-Za-z0-9._-]{7,99}$/.test(value)

/** Runs the work of a request: whatever it logs, and its error page, bears this id. */
export const runWithId = <Result>(id: string, work: () => Result): Result => ids.run(id, work)

/** The id of the request that is being worked on; undefined outside of one. */
export const requestId = () => ids.getStore()

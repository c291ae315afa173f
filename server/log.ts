import { DrizzleQueryError } from 'drizzle-orm'
import { pino } from 'pino'
import { requestId } from './request-id.ts'

/** The secrets in URLs that must not be logged: whoever reads the log could use them. */
const secretPattern =
  /([?&](?:token|code)=|\/api\/auth\/reset-password\/|^\/(?:my|unsubscribe|address)\/)[^&#?]+/g

/** The URL of a request without secrets, as it is logged. */
export const loggedUrl = (url: string) =>
  // To look first is quicker: few have one.
  url.search(secretPattern) === -1 ? url : url.replace(secretPattern, '$1***')

/** The database's messages quote values (a code, a token, an address), so only the statement and the constraint are logged. */
function serializeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const { name, message, stack, cause } = error
  const { code, constraint, constraint_name, query } = error as Error & Record<string, unknown>
  const safeMessage = error instanceof DrizzleQueryError || query ? `Failed query: ${String(query)}` : message
  const frames = stack?.split('\n').filter((line) => /^\s+at /.test(line))
  return {
    type: name,
    message: safeMessage,
    code,
    constraint: constraint ?? constraint_name,
    stack: frames?.join('\n'),
    cause: cause instanceof Error ? serializeError(cause) : undefined,
  }
}

/** The log: one line of JSON for each entry, with the id of the request that it belongs to, without passwords, codes and tokens. */
export const createLog = (level: string, destination: Parameters<typeof pino>[1]) =>
  pino(
    { level, base: null, serializers: { err: serializeError }, mixin: () => ({ id: requestId() }) },
    destination,
  )

/**
 * Standard output. Lines go there together, five times a second or 16 kB at once: its stream measures all that waits anew
 * with each line, which took as long as to make one. What waits is written at exit, too, also after an exception.
 */
export function standardOutput() {
  const output = pino.destination({ dest: 1, sync: false, minLength: 1 })
  let waiting = ''
  const write = () => {
    if (waiting) output.write(waiting)
    waiting = ''
  }
  const flushSync = () => {
    write()
    output.flushSync()
  }
  setInterval(write, 200).unref()
  process.on('exit', flushSync)
  return {
    write(line: string) {
      waiting += line
      if (waiting.length > 16_000) write()
    },
    // Without minLength its stream would call back at once.
    flush(callback: () => void) {
      write()
      output.flush(callback)
    },
    // pino calls it after a fatal error.
    flushSync,
  }
}

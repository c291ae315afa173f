import { write, writeSync } from 'node:fs'
import { DrizzleQueryError } from 'drizzle-orm'
import { pino } from 'pino'
import { isDatabaseLost } from './database/unavailable.ts'
import { requestId } from './request-id.ts'

/**
 * Where a secret begins in a URL that must not be logged, also where the URL or the input of a procedure stands in a
 * parameter: whoever reads the log could use it.
 */
const secretPattern =
  /([?&"](?:token|code)(?:\[\d*\])?(?:=|"\s*:)|[/\\](?:my|plans|unsubscribe|unsubscriptions|address|reset-password)[/\\]).+/is

/** Letters and signs may be percent-encoded, in a parameter of a parameter several times. */
const maxEncodings = 5

/** The URL of a request without secrets, as it is logged: with one it is decoded, and ends where the secret begins. */
export function loggedUrl(url: string): string {
  let decoded = url
  for (let n = 0; n < maxEncodings && decoded.includes('%'); n++)
    decoded = decoded.replace(/%([2-7][\da-f])/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
  return secretPattern.test(decoded) ? decoded.replace(secretPattern, '$1***') : url
}

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

/**
 * The log: one line of JSON for each entry, with the id of the request that it belongs to, without passwords, codes and tokens.
 * What failed because the database does not answer is left out: the store says so once (db.ts), and requests, jobs and mails
 * would repeat it by the thousand.
 */
export const createLog = (level: string, destination: Parameters<typeof pino>[1]) =>
  pino(
    {
      level,
      base: null,
      serializers: { err: serializeError },
      mixin: () => ({ id: requestId() }),
      hooks: {
        logMethod(values, method) {
          const [{ err } = {}] = values as unknown as [{ err?: unknown }?]
          if (!isDatabaseLost(err)) method.apply(this, values)
        },
      },
    },
    destination,
  )

/** This many characters wait for a disk that is full or a reader that is slow; later lines are lost. */
const maxQueuedChars = 1_000_000

/**
 * Standard output. Lines go there together, five times a second or 16 kB at once. What is not taken is tried again with
 * the next lines: no request waits for the log. What waits is written at exit, too, also after an exception. Not pino's
 * own stream: it measures all that waits again with each line, throws when a disk is full, and at exit tries for ever.
 */
export function standardOutput() {
  let queue = ''
  let lost = 0
  /** What is being written, or was not taken. */
  let batch = Buffer.alloc(0)
  let isWriting = false
  let onFlushed: (() => void) | undefined

  function takeBatch(): boolean {
    if (batch.length === 0) {
      const msg = `${lost} lines of the log are lost: nothing took them`
      batch = Buffer.from(lost ? `${queue}${JSON.stringify({ level: 40, time: Date.now(), msg })}\n` : queue)
      queue = ''
      lost = 0
    }
    return batch.length > 0
  }

  function writeBatch() {
    if (isWriting) return
    if (!takeBatch()) return onFlushed?.()
    isWriting = true
    write(1, batch, (error, written) => {
      isWriting = false
      batch = batch.subarray(written)
      if (error) onFlushed?.()
      else if (batch.length > 0 || onFlushed) writeBatch()
    })
  }

  function flushSync() {
    // What is being written goes on until the process has ended.
    if (isWriting) batch = batch.subarray(batch.length)
    for (let pauses = 0; takeBatch() && pauses < 20; ) {
      try {
        batch = batch.subarray(writeSync(1, batch))
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return
        pauses++
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50)
      }
    }
  }

  setInterval(writeBatch, 200).unref()
  process.on('exit', flushSync)
  return {
    write(line: string) {
      if (queue.length > maxQueuedChars) lost++
      else queue += line
      if (queue.length > 16_000) writeBatch()
    },
    flush(callback: () => void) {
      onFlushed = callback
      writeBatch()
    },
    // pino calls it after a fatal error.
    flushSync,
  }
}

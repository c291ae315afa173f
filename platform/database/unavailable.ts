/** PostgreSQL's error classes for connection and shutdown, and Node's codes of network errors. */
const lostCodes =
  /^(08|57P)|^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/
/** Of its disk, memory or connections there are no more. */
const exhaustedCodes = /^53|^ENOSPC$/

/**
 * Whether a write failed for lack of disk space; reads still work. PostgreSQL reports disk_full, or
 * read_only_sql_transaction while the database is closed to writes until there is space again.
 */
export const isDiskFull = (error: unknown) =>
  codesOf(error).some((code) => ['53100', '25006', 'ENOSPC'].includes(code))

/** Whether the database is unavailable at the moment, so that a retry makes sense. */
export function isUnavailable(error: unknown): boolean {
  return isDiskFull(error) || codesOf(error).some((code) => lostCodes.test(code) || exhaustedCodes.test(code))
}

/** Errors of connections to the database: by their codes alone, those of a mail server would be taken for them. */
const lossErrors = new WeakSet<Error>()

/** Notes that a connection to the database failed with this error, if it is lost. Returns whether it is. */
export function noteLoss(error: Error): boolean {
  const isLost = codesOf(error).some((code) => lostCodes.test(code))
  if (isLost) lossErrors.add(error)
  return isLost
}

/** Whether something failed because the database did not answer: the store logs that once, for all that fails meanwhile. */
export function isDatabaseLost(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) if (lossErrors.has(cause)) return true
  return false
}

/** The driver's message, or the code: Node's AggregateError for a host with several addresses has no message. */
export function messageOf(error: unknown): string {
  const { message, code } = error as { message?: string; code?: string }
  return message || code || String(error)
}

/** The codes of an error and of what caused it. */
export function codesOf(error: unknown): string[] {
  const codes: string[] = []
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    codes.push(String((cause as { code?: unknown }).code))
  return codes
}

/** What `promise` resolves to; after `ms` milliseconds it rejects as a lost connection does. */
export function withTimeout<Result>(promise: PromiseLike<Result>, ms: number): Promise<Result> {
  const { promise: timeout, reject } = Promise.withResolvers<never>()
  // Not before it is needed: its stack takes longer than all of this.
  const fail = () => {
    const error = Object.assign(new Error('the database does not answer'), { code: 'ETIMEDOUT' })
    noteLoss(error)
    reject(error)
  }
  const timer = setTimeout(fail, ms)
  return Promise.race([promise, timeout]).finally(() => clearTimeout(timer))
}

import { isDiskFull } from '#server/database/embedded/embedded.ts'

/** PostgreSQL's error classes for connection, resources and shutdown, and Node's codes of network errors. */
const unavailableCodes =
  /^(08|53|57P)|^(ECONNREFUSED|ECONNRESET|ENOSPC|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/

/** Whether the database is unavailable at the moment, so that a retry makes sense. */
export function isUnavailable(error: unknown): boolean {
  return isDiskFull(error) || codesOf(error).some((code) => unavailableCodes.test(code))
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
  const fail = () => reject(Object.assign(new Error('the database does not answer'), { code: 'ETIMEDOUT' }))
  const timer = setTimeout(fail, ms)
  return Promise.race([promise, timeout]).finally(() => clearTimeout(timer))
}

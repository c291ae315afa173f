import type postgres from 'postgres'
import { isUnavailable, withTimeout } from './unavailable.ts'

/** A read of the replica takes milliseconds: after so long it counts as failed. */
const timeoutMs = 5000
const retryAfterMs = 5000

/**
 * A client for reads, as far as Drizzle uses it: reads from the replica and falls back to the primary. An unavailable
 * replica is retried by one read every five seconds, so that the others do not wait for it.
 */
export function withFallback(
  replica: postgres.Sql,
  primary: postgres.Sql,
  log: (line: string) => void,
): postgres.Sql {
  let isAway = false
  let retryAt = 0

  async function readWithFallback<Result>(
    read: (client: postgres.Sql) => PromiseLike<Result>,
  ): Promise<Result> {
    if (isAway) {
      if (Date.now() < retryAt) return read(primary)
      retryAt = Date.now() + retryAfterMs
    }
    try {
      const result = await withTimeout(read(replica), timeoutMs)
      if (isAway) log('The replica answers again.')
      isAway = false
      return result
    } catch (error) {
      if (isUnavailable(error)) {
        if (!isAway) log(`The replica does not answer, so the primary is asked: ${error}`)
        isAway = true
        retryAt = Date.now() + retryAfterMs
      }
      // Other errors too: a replica may lag behind a migration, or cancel a query that conflicts with recovery.
      return read(primary)
    }
  }

  const unsafe = (
    text: string,
    values?: postgres.ParameterOrJSON<never>[],
    options?: postgres.UnsafeQueryOptions,
  ) => {
    let isArrays = false
    // Drizzle calls values() synchronously if it wants the rows as arrays: the query is sent after that.
    const result = Promise.resolve().then(() =>
      readWithFallback<unknown>((client) => {
        const query = client.unsafe(text, values, options)
        return isArrays ? query.values() : query
      }),
    )
    const asArrays = () => {
      isArrays = true
      return result
    }
    return Object.assign(result, { values: asArrays })
  }
  return { options: replica.options, begin: primary.begin, unsafe } as unknown as postgres.Sql
}

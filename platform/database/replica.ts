import { type ConnectionPool, withQuery } from './connections.ts'
import { isUnavailable, withTimeout } from './unavailable.ts'

/** A read of the replica takes milliseconds: after so long it counts as failed. */
const timeoutMs = 5000
const retryAfterMs = 5000

/**
 * A pool whose statements outside of transactions read from the replica, and from the primary where that fails. An
 * unavailable replica is retried by one read every five seconds, so that the others do not wait for it.
 */
export function withFallback(
  replica: ConnectionPool,
  primary: ConnectionPool,
  log: (line: string) => void,
): ConnectionPool {
  let isAway = false
  let retryAt = 0

  return withQuery(primary, async (query, values) => {
    if (isAway) {
      if (performance.now() < retryAt) return primary.query(query, values)
      retryAt = performance.now() + retryAfterMs
    }
    try {
      const result = await withTimeout(replica.query(query, values), timeoutMs)
      if (isAway) log('The replica answers again.')
      isAway = false
      return result
    } catch (error) {
      if (isUnavailable(error)) {
        if (!isAway) log(`The replica does not answer, so the primary is asked: ${error}`)
        isAway = true
        retryAt = performance.now() + retryAfterMs
      }
      // Other errors too: a replica may lag behind a migration, or cancel a query that conflicts with recovery.
      return primary.query(query, values)
    }
  })
}

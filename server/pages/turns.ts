import pLimit, { type LimitFunction } from 'p-limit'

/** Pages of one client that are made at the same time. */
const atOnce = 4
/** Requests of one client that wait. What comes above that is refused, so that nobody can fill the memory. */
const maxWaiting = 200

export class TooManyWaiting extends Error {
  override message = 'Too many pages at once. Please wait a moment.'
}

/** Runs what clients ask for. Whoever asks for much at once waits for themselves: to others they are four requests. */
export function createTurns() {
  const limits = new Map<string, LimitFunction>()
  return async function takeTurn<T>(client: string, work: () => Promise<T>): Promise<T> {
    const limit = limits.get(client) ?? pLimit(atOnce)
    limits.set(client, limit)
    if (limit.pendingCount >= maxWaiting) throw new TooManyWaiting()
    try {
      return await limit(work)
    } finally {
      if (limit.activeCount + limit.pendingCount === 0) limits.delete(client)
    }
  }
}

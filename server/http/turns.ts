import pLimit, { type LimitFunction } from 'p-limit'
import type { Logger } from 'pino'
import { busyMessage } from '#platform/procedures/failures.ts'
import { Refusal } from './refusal.ts'

// How much is worked on at a time, so that a site with more requests than it can answer answers those that it can and refuses
// the rest at once. Decision 64 says why it is so many.

/** Reads that are worked on at the same time, of one client and of all. */
const maxConcurrent = { perClient: 4, total: 16 }
/** Reads that wait. What comes above that is refused, so that nobody can fill the memory. */
const maxQueued = { perClient: 200, total: 1000 }
/** A request that would wait longer is refused at once, unless only a few wait. */
const maxQueueMs = 1500
const burst = maxConcurrent.total
/** A client that has waited for so long all the same, as for a database that hangs, has given up. */
const maxWaitMs = 10_000
/** Writes whose body has come, 200 of which may wait for a password to be hashed. */
const maxWrites = 400
const logEveryMs = 60_000

/** `place` is that in the queue when it came. */
type Waiting = { since: number; place: number; start: () => void }
/** `msEach` is how long a place took lately. */
type Queue = { waiting: Waiting[]; recentMsPerSlot: number }
type Read = {
  client: string
  /** People who are signed in and visitors have a queue each, and turns by turns: no crowd of one keeps the other out. */
  isSignedIn: boolean
  /** Whether the client has given up. */
  isGone?: () => boolean
}
/** A request whose body may still be on its way. */
type Arriving = { complete?: boolean }

export type Turns = ReturnType<typeof createTurns>

/** Slots for reads, which pass from one of those who wait to the next. */
function createSlots() {
  const people: Queue = { waiting: [], recentMsPerSlot: 0 }
  const visitors: Queue = { waiting: [], recentMsPerSlot: 0 }
  let underway = 0
  let isVisitorsTurn = false

  async function takeSlot({ waiting }: Queue): Promise<void> {
    if (underway < maxConcurrent.total) underway++
    else
      await new Promise<void>((start) =>
        waiting.push({ since: performance.now(), place: waiting.length + 1, start }),
      )
  }

  function startNext(queue: Queue): boolean {
    const next = queue.waiting.shift()
    if (!next) return false
    queue.recentMsPerSlot = (performance.now() - next.since) / next.place
    next.start()
    return true
  }

  function leaveSlot() {
    isVisitorsTurn = !isVisitorsTurn
    const [first, second] = isVisitorsTurn ? [visitors, people] : [people, visitors]
    if (!startNext(first) && !startNext(second)) underway--
  }

  return { people, visitors, takeSlot, leaveSlot }
}

/**
 * Begins at once what may wait for something else than this process: a write, whose body may come slowly, or what is made
 * in another thread. It takes no turn of those who read.
 */
function createWrites(refuse: () => never) {
  const writes = new Set<Arriving>()
  return async <T>(request: Arriving | undefined, work: () => Promise<T>): Promise<T> => {
    if ([...writes].filter(({ complete }) => complete).length >= maxWrites) refuse()
    if (!request) return work()
    writes.add(request)
    try {
      return await work()
    } finally {
      writes.delete(request)
    }
  }
}

/** Runs requests in turn. A client with many at once delays only its own: for others they count as four. */
export function createTurns(log?: Pick<Logger, 'warn'>) {
  const limits = new Map<string, LimitFunction>()
  const { people, visitors, takeSlot, leaveSlot } = createSlots()
  let queued = 0
  let refused = 0
  let loggedAt = Number.NEGATIVE_INFINITY

  function refuse(): never {
    refused++
    if (performance.now() - loggedAt > logEveryMs) {
      loggedAt = performance.now()
      log?.warn({ refused }, 'more is asked for than can be answered: some requests are refused')
    }
    throw new Refusal('SERVICE_UNAVAILABLE', { message: busyMessage })
  }

  /** Waits for the turn of a read. */
  async function read<T>({ client, isSignedIn, isGone }: Read, work: () => Promise<T>): Promise<T> {
    const queue = isSignedIn ? people : visitors
    const { length } = queue.waiting
    const isLong = length >= burst && length * queue.recentMsPerSlot > maxQueueMs
    if (isLong || queued >= maxQueued.total) refuse()
    const cameAt = performance.now()
    const limit = limits.get(client) ?? pLimit(maxConcurrent.perClient)
    if (limit.pendingCount >= maxQueued.perClient)
      throw new Refusal('TOO_MANY_REQUESTS', { message: 'Too many pages at once. Please wait a moment.' })
    limits.set(client, limit)
    queued++
    try {
      return await limit(async () => {
        await takeSlot(queue)
        queued--
        try {
          if (isGone?.() || performance.now() - cameAt > maxWaitMs) refuse()
          return await work()
        } finally {
          leaveSlot()
        }
      })
    } finally {
      if (limit.activeCount + limit.pendingCount === 0) limits.delete(client)
    }
  }

  return { read, write: createWrites(refuse), counts: () => ({ waiting: queued, refused }) }
}

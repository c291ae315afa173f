import { ORPCError, os } from '@orpc/server'
import type { Database } from '#server/database/db.ts'

/** Who is looking, or null for a visitor. */
export type Viewer = {
  id: string
  name: string | null
  email: string
  isAdmin: boolean
  avatar_url: string | null
} | null

/** What every procedure is called with. */
export type Context = {
  /** Reads that must be current, and all writes. */
  db: Database
  /** Reads that may be a moment old. */
  replica: Database
  viewer: Viewer
  /** The client's address, for limits. */
  address: string
  /** The path of a request to /api/v1. */
  pathname?: string
  /** The current day in UTC, yyyy-MM-dd: one value for all statements of a page. */
  today: string
  site: { name: string; url: string }
  /** See Store.waitForChanges. */
  waitForChanges(): Promise<void>
  /** Goes on with something long after the answer. `signal` tells it to stop where it can be told from a finished one. */
  runInBackground(work: (signal: AbortSignal) => Promise<void>): void
  /** Says what the answer shows (events, event:<id>, …), so that a kept page is dropped when that changes (migrations/0019). */
  shows(...tags: string[]): void
}

type Meta = {
  /** What the person reads when something unexpected goes wrong here; the cause is logged. */
  failure?: string
  /** The page does without its answer: where it fails, that is logged and the page is shown all the same. */
  isOptional?: boolean
}

const base = os
  .$context<Context>()
  .$meta<Meta>({})
  .use(async ({ context, next, procedure }) => {
    const { route, meta } = procedure['~orpc']
    try {
      const result = await next()
      // After a write, the answer waits until this process has dropped the pages that show what changed.
      if (route.method && route.method !== 'GET') await context.waitForChanges()
      return result
    } catch (error) {
      if (error instanceof ORPCError || !meta.failure) throw error
      throw new ORPCError('INTERNAL_SERVER_ERROR', { message: meta.failure, cause: error })
    }
  })

/** A procedure that anybody may call. */
export const open = base

/** A procedure for whoever is signed in. */
export const signedIn = base.use(({ context, next }) => {
  if (!context.viewer) throw new ORPCError('UNAUTHORIZED', { message: 'User not authenticated' })
  return next({ context: { viewer: context.viewer } })
})

/** A procedure for administrators. */
export const adminOnly = signedIn.use(({ context, next }) => {
  if (!context.viewer.isAdmin)
    throw new ORPCError('FORBIDDEN', { message: 'Only administrators can do this' })
  return next()
})

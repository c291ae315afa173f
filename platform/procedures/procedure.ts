import { type HTTPMethod, type HTTPPath, ORPCError, os } from '@orpc/server'
import type { Texts } from '#platform/content.ts'
import { changedBy } from '#platform/database/changed-by.ts'
import type { Database } from '#platform/database/db.ts'
import type { FetchSafely } from '#platform/fetch-safely.ts'

/** The person who sends the request; null for a visitor. */
export type Viewer = {
  id: string
  name: string | null
  email: string
  isAdmin: boolean
  /** A member whom an administrator named to decide what waits. */
  isSteward?: boolean
  /** The session of the request. No page is told of it. */
  sessionId?: string
  avatar_url: string | null
  /** Notifications that were not read. */
  unread: number
  /** The ids of the events that the person is a co-organiser of. */
  organises?: string[]
  /** An administrator who may do nothing of an administrator's before turning on a second factor. */
  needsSecondFactor?: boolean
  /** Of the access token of the request, which has no session. */
  tokenScope?: 'read' | 'programme'
  /** The conference whose programme it changes. */
  tokenEventId?: string | null
} | null

/** Who decides for the site: administrators and stewards. */
export const isStaff = (viewer: NonNullable<Viewer>) => viewer.isAdmin || viewer.isSteward === true

/** The context of every procedure. */
export type Context = {
  /** Reads that must be current, and all writes. */
  db: Database
  /** Reads that may be a moment old. */
  replica: Database
  viewer: Viewer
  /** Whom the page was made for that sends the request, if it says so (src/lib/page-viewer.ts). */
  pageViewer?: string
  /** The client's IP address, for rate limits. */
  address: string
  /** The current day in UTC, yyyy-MM-dd: one value for all statements of a page. */
  today: string
  site: { name: string; url: string }
  /** Where people reach the operator: an email address or an https URL; and pages of the operator's own. */
  contact?: string
  texts?: Texts
  /** The daily dumps, where there are some. */
  dumps?: () => Promise<{ name: string; date: string; sizeBytes: number; sha256: string }[]>
  /** Whether browsers may have offline copies; on if not given. */
  offline?: 'on' | 'off'
  /** See Store.waitForChanges. */
  waitForChanges(): Promise<void>
  /** Runs work after the response. `signal` aborts it when the server stops; what it leaves must be recognisable as unfinished. */
  runInBackground(work: (signal: AbortSignal) => Promise<void>): void
  /** Fetches what is at an address that somebody gave. */
  fetchSafely: FetchSafely
  /** Why this is not the person's password, or not the code of their app; undefined if it is. Limit how often somebody may try. */
  confirmIdentity(
    userId: string,
    proof: { password?: string; code?: string },
  ): Promise<{ code: 'INVALID_PASSWORD' | 'INVALID_CODE'; message: string } | undefined>
  /** Tells a person by mail that somebody made an access token for their account, and what it allows. */
  mailNewAccessToken(person: { id: string; email: string }, allows: string): Promise<void>
  /** HMAC-SHA-256 of a text with the site's secret, for a purpose of its own: 32 bytes. */
  sign(purpose: string, text: string): Buffer
  /** The change sets of what was saved, which the person who saved it may undo (Meta.isUndoable). */
  changeSets?: Set<number>
  /** Declares the cache tags of what the response shows (events, event:<id>, …): what is kept of it is dropped when one changes. */
  shows(...tags: string[]): void
}

/** What a procedure knows that answers everybody alike. */
export type KeptContext = Pick<
  Context,
  'db' | 'replica' | 'today' | 'site' | 'contact' | 'texts' | 'dumps' | 'shows'
>

export type Meta = {
  /** The message of an unexpected error in this procedure; the cause is logged. */
  failure?: string
  /** It is called with a KeptContext alone, for these viewers, and its answer is cached. */
  isSameFor?: 'all' | 'visitors'
  /** The change log holds all that it does: the message that it is done offers to undo it. */
  isUndoable?: boolean
  /** Who may call it, for the document of the API; without it anybody. */
  callers?: 'members' | 'administrators'
  /** Whether it tells what opens the account or something of it: no access token calls it. */
  needsSession?: boolean
  /** The scope of the access tokens that call it; they are for nothing else. */
  scope?: 'programme'
}

const withFailureMessage = os
  .$context<KeptContext>()
  .$meta<Meta>({})
  .middleware(async ({ next, procedure }) => {
    try {
      return await next()
    } catch (error) {
      const { failure } = procedure['~orpc'].meta
      if (error instanceof ORPCError || !failure) throw error
      throw new ORPCError('INTERNAL_SERVER_ERROR', { message: failure, cause: error })
    }
  })

/** The route of a procedure; its tag in the document of the API is set where the router is joined (server/api.ts). */
const routeOf =
  <Method extends HTTPMethod>(method: Method, successStatus?: number) =>
  (path: HTTPPath, summary: string) => ({ method, path, summary, ...(successStatus && { successStatus }) })

export const get = routeOf('GET')
export const post = routeOf('POST')
/** What it adds is there when it answers. */
export const postNew = routeOf('POST', 201)
/** It goes on in the background after its answer. */
export const postJob = routeOf('POST', 202)
export const put = routeOf('PUT')
export const del = routeOf('DELETE')

/**
 * A read that answers everybody alike: it does not know who asks. Pages share its answer until something changes that it
 * shows (server/pages/answer-cache.ts).
 */
export const sameForAll = os.$context<KeptContext>().$meta<Meta>({ isSameFor: 'all' }).use(withFailureMessage)

/** A procedure that anybody may call. */
export const open = os
  .$context<Context>()
  .$meta<Meta>({})
  .use(withFailureMessage)
  .use(async ({ context, next, procedure }) => {
    const result = await next()
    // The response to a write waits until this process has dropped what it keeps of what was changed.
    const { method } = procedure['~orpc'].route
    if (method && method !== 'GET') await context.waitForChanges()
    return result
  })

/** A procedure for signed-in people. */
export const signedIn = open.meta({ callers: 'members' }).use(({ context, next, procedure }) => {
  if (!context.viewer) throw new ORPCError('UNAUTHORIZED', { message: 'User not authenticated' })
  const { viewer, db } = context
  const changeSets = procedure['~orpc'].meta.isUndoable ? context.changeSets : undefined
  return next({ context: { viewer, db: changedBy(db, viewer.id, 'form', changeSets) } })
})

/** A procedure that tells signed-in people secrets of their account. */
export const withSession = signedIn.meta({ needsSession: true })

/** A procedure for administrators. */
export const adminOnly = signedIn.meta({ callers: 'administrators' }).use(({ context, next }) => {
  if (!context.viewer.isAdmin)
    throw new ORPCError('FORBIDDEN', {
      message: context.viewer.needsSecondFactor
        ? 'Administrators of this site need two-factor authentication: turn it on in your account settings first'
        : 'Only administrators can do this',
    })
  return next()
})

/** All that the procedure reads and writes is one transaction, `tx`. */
const inTransaction = os
  .$context<{ db: Database }>()
  .middleware(({ context, next }) =>
    context.db.transaction(async (tx: Database) => next({ context: { db: tx, tx } })),
  )

/** A change by signed-in people, in one transaction. */
export const memberChange = signedIn.use(inTransaction)

/** A change by administrators, in one transaction. */
export const adminChange = adminOnly.use(inTransaction)

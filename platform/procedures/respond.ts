import type { Context } from 'hono'
import type { Search } from '#lib/search-params.ts'
import type { Database } from '#platform/database/db.ts'
import type { Host } from './host.ts'

/** What a feed's path leads to. */
export type FeedResponse = {
  contentType: string
  body: string
  /** Those of the page cache. */
  tags: string[]
  /** What it is called when it is saved; without one, as in its address. */
  fileName?: string
  /** The content security policy of a page. */
  policy?: string
  /** Seconds for which browsers keep it without asking. */
  maxAge?: number
}

/**
 * Answers from the page cache; `read` gets the database to read from, and the search parameters by which the answer is kept:
 * from the request's own it could make another answer than others who share the key ask for. Undefined is answered with 404.
 */
export type Respond = (
  c: Context<Host>,
  read: (db: Database, search: Search) => Promise<FeedResponse | undefined>,
) => Promise<Response>

import { ORPCError } from '@orpc/client'
import type { QueryClient, QueryFunctionContext, QueryKey } from '@tanstack/react-query'
import { isNotFound, notFound } from '@tanstack/react-router'
import { UnreachableError } from './account.ts'

type Options<Data> = { queryKey: QueryKey; queryFn: (context: QueryFunctionContext) => Data | Promise<Data> }

export type Load = <Data>(options: Options<Data>) => Promise<Data>

/** Fetches together what a page needs that is loaded before it is wanted, and waits for what is fetched for it already. */
export type Prepare = (page: {
  location: { href: string }
  preload: boolean
  matches: { routeId: string }[]
}) => Promise<void>

/**
 * Fetches a query for a route's loader, from the cache while it is fresh. NOT_FOUND and BAD_REQUEST (an id or cursor that
 * cannot exist) become the not-found page with status 404.
 */
export const loadWith =
  (client: QueryClient): Load =>
  async (options) => {
    try {
      return await client.fetchQuery(options)
    } catch (error) {
      if (!(error instanceof ORPCError)) throw error
      if (error.code === 'NOT_FOUND' || error.code === 'BAD_REQUEST') throw notFound()
      // What was removed says so: the sentence is for the page, the status for the answer (server/pages/site.ts).
      if (error.code === 'GONE') throw notFound({ data: error.message })
      throw error
    }
  }

/** The data, or undefined if it does not exist: for optional parts of a page. */
export const undefinedIfMissing = <Data>(data: Promise<Data>): Promise<Data | undefined> =>
  data.catch((error: unknown) => {
    if (isNotFound(error)) return undefined
    throw error
  })

/**
 * An optional part of a page, or the fallback if the server failed or could not be reached: it has logged why, and the
 * rest of the page is shown. A refusal, a missing record and an error in the page's own code are thrown.
 */
export const withFallback = <Data, Fallback>(
  part: Promise<Data>,
  fallback: Fallback,
): Promise<Data | Fallback> =>
  part.catch((error: unknown) => {
    const isOutage = error instanceof ORPCError ? error.status >= 500 : error instanceof UnreachableError
    if (!isOutage) throw error
    return fallback
  })

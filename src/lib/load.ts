import { ORPCError } from '@orpc/client'
import type { QueryClient, QueryFunctionContext, QueryKey } from '@tanstack/react-query'
import { isNotFound, notFound } from '@tanstack/react-router'

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

/** The count, or 0 if it failed: the server has logged the error, and the rest of the page is shown. */
export const countOrZero = (count: Promise<number>): Promise<number> =>
  count.catch((error: unknown) => {
    if (error instanceof ORPCError && error.status < 500) throw error
    return 0
  })

import { ORPCError } from '@orpc/client'
import type { QueryClient, QueryFunctionContext, QueryKey } from '@tanstack/react-query'
import { isNotFound, notFound } from '@tanstack/react-router'

type Options<Data> = { queryKey: QueryKey; queryFn: (context: QueryFunctionContext) => Data | Promise<Data> }

export type Load = <Data>(options: Options<Data>) => Promise<Data>

/**
 * What a route's loader gets its data with: from the cache where it is fresh, else from the API. "There is no such
 * thing" becomes the page's not-found state (status 404); an address that no id or cursor can have is the same.
 */
export const loadWith =
  (client: QueryClient): Load =>
  async (options) => {
    try {
      return await client.fetchQuery(options)
    } catch (error) {
      if (error instanceof ORPCError && (error.code === 'NOT_FOUND' || error.code === 'BAD_REQUEST'))
        throw notFound()
      throw error
    }
  }

/** The data, or nothing where there is no such thing: for what a page shows beside its subject. */
export const ifThere = <Data>(data: Promise<Data>): Promise<Data | undefined> =>
  data.catch((error: unknown) => {
    if (isNotFound(error)) return undefined
    throw error
  })

/** The count, or 0 where it could not be had: the server has logged why, and the page says everything else. */
export const orZero = (count: Promise<number>): Promise<number> =>
  count.catch((error: unknown) => {
    if (error instanceof ORPCError && error.status < 500) throw error
    return 0
  })

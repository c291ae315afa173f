import { ORPCError } from '@orpc/client'
import { MutationCache, QueryClient } from '@tanstack/react-query'
import { limits } from '#src/limits.ts'
import { AccountError } from './account.ts'
import { api } from './api.ts'
import { type ToastMessage, toast } from './toasts.ts'

/** The toasts of a mutation, as texts or made from the result or the error's message. */
type Meta = {
  success?: ToastMessage | ((data: never) => ToastMessage)
  failure?: ToastMessage | ((message: string) => ToastMessage)
}

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: Meta
  }
}

/**
 * One query client for each server-rendered page, one for the life of a browser tab. A successful mutation invalidates
 * every query, and `refresh` reruns the page's loaders: a few small requests, and no stale data on the page.
 */
export function createQueryClient(refresh: () => Promise<void>): QueryClient {
  const client: QueryClient = new QueryClient({
    defaultOptions: {
      queries: { retry: shouldRetry, refetchOnWindowFocus: false, staleTime: 60_000 },
    },
    mutationCache: new MutationCache({
      onSuccess: async (data, _variables, _context, { meta = {} }) => {
        const { success } = meta
        if (success) toast('success', typeof success === 'function' ? success(data as never) : success)
        await client.invalidateQueries({ refetchType: 'none' })
        await refresh()
      },
      onError: (error, _variables, _context, { meta = {} }) => {
        const { failure } = meta
        if (failure) toast('failure', failureMessage(error, failure))
      },
    }),
  })
  client.setQueryDefaults(api.speakers.list.key(), {
    staleTime: limits.speakerListStaleTime,
    gcTime: limits.speakerListGcTime,
  })
  client.setQueryDefaults(api.speakers.detail.key(), { staleTime: limits.detailStaleTime })
  client.setQueryDefaults(api.eventClaims.mine.key(), { staleTime: limits.detailStaleTime })
  client.setQueryDefaults(api.programme.eventsOfSpeaker.key(), { staleTime: limits.detailStaleTime })
  return client
}

function failureMessage(error: Error, failure: NonNullable<Meta['failure']>): ToastMessage {
  if (error instanceof ORPCError && error.code === 'UNAUTHORIZED')
    return 'Please sign in to access this feature'
  if (typeof failure === 'function') return failure(messageOf(error))
  // The message of a declared error says more than the general failure text.
  return error instanceof ORPCError && error.defined && error.status < 500 ? error.message : failure
}

/** The message of an error for the person: the server's, or that the server could not be reached. */
export const messageOf = (error: unknown) =>
  error instanceof ORPCError || error instanceof AccountError
    ? error.message
    : 'Hallway could not be reached. Please check your connection.'

/** Retries once, only in the browser, and not after a 4xx answer. */
const shouldRetry = (failures: number, error: Error) =>
  typeof window !== 'undefined' && failures < 1 && !(error instanceof ORPCError && error.status < 500)

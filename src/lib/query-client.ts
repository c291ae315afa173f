import { ORPCError } from '@orpc/client'
import { MutationCache, QueryClient } from '@tanstack/react-query'
import { limits } from '#src/limits.ts'
import { AccountError } from './account.ts'
import { api } from './api.ts'
import { type Said, toast } from './toasts.ts'

/** What a mutation says when it is through: sentences, made from its answer or from the error's message where they vary. */
type Meta = {
  success?: Said | ((data: never) => Said)
  failure?: Said | ((message: string) => Said)
}

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: Meta
  }
}

/**
 * One for each page rendered on the server, one for the life of a tab in the browser. A mutation that succeeded makes
 * everything stale, and `refresh` loads anew what the page shows: a few small requests, and nothing old is ever shown.
 */
export function createQueryClient(refresh: () => Promise<void>): QueryClient {
  const client: QueryClient = new QueryClient({
    defaultOptions: {
      queries: { retry: mayHelpToRetry, refetchOnWindowFocus: false, staleTime: 60_000 },
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
        if (failure) toast('failure', sentence(error, failure))
      },
    }),
  })
  client.setQueryDefaults(api.speakers.list.key(), {
    staleTime: limits.speakerListFresh,
    gcTime: limits.speakerListKept,
  })
  client.setQueryDefaults(api.speakers.detail.key(), { staleTime: limits.detailFresh })
  client.setQueryDefaults(api.eventClaims.mine.key(), { staleTime: limits.detailFresh })
  client.setQueryDefaults(api.programme.eventsOfSpeaker.key(), { staleTime: limits.detailFresh })
  return client
}

function sentence(error: Error, failure: NonNullable<Meta['failure']>): Said {
  if (error instanceof ORPCError && error.code === 'UNAUTHORIZED')
    return 'Please sign in to access this feature'
  if (typeof failure === 'function') return failure(messageOf(error))
  // A declared refusal says more than that something failed.
  return error instanceof ORPCError && error.defined && error.status < 500 ? error.message : failure
}

/** What to tell a person about an error: the server's own sentence, or that the server could not be reached. */
export const messageOf = (error: unknown) =>
  error instanceof ORPCError || error instanceof AccountError
    ? error.message
    : 'Hallway could not be reached. Please check your connection.'

/** Once, in the browser, and not when the server has understood and refused. */
const mayHelpToRetry = (failures: number, error: Error) =>
  typeof window !== 'undefined' && failures < 1 && !(error instanceof ORPCError && error.status < 500)

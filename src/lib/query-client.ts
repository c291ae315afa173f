import { ORPCError } from '@orpc/client'
import { QueryClient } from '@tanstack/react-query'
import { limits } from '#src/limits.ts'
import { api } from './api.ts'

/** One for each page rendered on the server, one for the life of a tab in the browser. */
export function createQueryClient(): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: { retry: mayHelpToRetry, refetchOnWindowFocus: false, staleTime: 60_000 },
    },
  })
  client.setQueryDefaults(api.speakers.list.key(), {
    staleTime: limits.speakerListFresh,
    gcTime: limits.speakerListKept,
  })
  client.setQueryDefaults(api.speakers.detail.key(), { staleTime: limits.detailFresh })
  client.setQueryDefaults(api.programme.eventsOfSpeaker.key(), { staleTime: limits.detailFresh })
  return client
}

/** Once, in the browser, and not when the server has understood and refused. */
const mayHelpToRetry = (failures: number, error: Error) =>
  typeof window !== 'undefined' && failures < 1 && !(error instanceof ORPCError && error.status < 500)

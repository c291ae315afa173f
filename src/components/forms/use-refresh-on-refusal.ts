import { ORPCError } from '@orpc/client'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { otherAccount } from '#lib/page-viewer.ts'

/**
 * For a mutation's `onError`: reloads the page's data, because a refusal means that the page is stale. Not when the
 * session has ended or is another's: the form would be gone.
 */
export function useRefreshOnRefusal() {
  const client = useQueryClient()
  const router = useRouter()
  return async (error: Error) => {
    if (!(error instanceof ORPCError) || error.status >= 500) return
    if (['UNAUTHORIZED', otherAccount].includes(error.code)) return
    await client.invalidateQueries({ refetchType: 'none' })
    await router.invalidate()
  }
}

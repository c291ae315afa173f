import { ORPCError } from '@orpc/client'
import type { ProcedureUtils } from '@orpc/tanstack-query'
import { type MutationOptions, useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { otherAccount } from './page-viewer.ts'
import type { Messages } from './query-client.ts'

type Options<Input, Output, Failure> = Messages<NoInfer<Input>, NoInfer<Output>> &
  Pick<MutationOptions<Output, Failure, Input>, 'onSuccess' | 'onError' | 'onSettled'>

/** A refusal, but where the page is another account's, or there were too many. */
export const isStaleAfter = (error: Error) =>
  error instanceof ORPCError && error.status < 500 && error.status !== 429 && error.code !== otherAccount

/**
 * Calls a procedure that changes something, with toasts for its result: for a failure the error's message by default. A
 * refusal reloads the page's data.
 */
export function useAction<Input, Output, Failure>(
  procedure: { mutationOptions: () => MutationOptions<Output, Failure, Input> },
  { onSuccess, onError, onSettled, ...messages }: Options<Input, Output, Failure>,
) {
  const meta = { failure: (message: string) => message, isStaleAfter, ...messages }
  return useMutation({ ...procedure.mutationOptions(), onSuccess, onError, onSettled, meta })
}

type Parts<Output> = {
  /** The outputs of the parts as that of one call. */
  combine: (outputs: Output[]) => Output
  partSize?: number
}

/**
 * useAction for many records: calls the procedure for a few at a time, so that the page can show how many are done
 * (`progress`). A failure ends it; what was done before stays done.
 */
export function useActionInParts<Input extends { ids: string[] }, Output, Failure>(
  procedure: ProcedureUtils<Record<never, never>, Input, Output, Failure>,
  { combine, partSize = 10, ...options }: Options<Input, Output, Failure> & Parts<Output>,
) {
  const [progress, setProgress] = useState<{ done: number; total: number }>()
  const mutationOptions = (): MutationOptions<Output, Failure, Input> => ({
    ...procedure.mutationOptions(),
    async mutationFn(input) {
      const total = input.ids.length
      const outputs: Output[] = []
      try {
        for (let done = 0; done < total; done += partSize) {
          setProgress({ done, total })
          outputs.push(await procedure.call({ ...input, ids: input.ids.slice(done, done + partSize) }))
        }
      } finally {
        setProgress(undefined)
      }
      return combine(outputs)
    },
  })
  return { ...useAction({ mutationOptions }, options), progress }
}

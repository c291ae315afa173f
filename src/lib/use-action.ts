import type { ProcedureUtils } from '@orpc/tanstack-query'
import { type MutationOptions, useMutation } from '@tanstack/react-query'
import type { Messages } from './query-client.ts'

type Options<Input, Output, Failure> = Messages<NoInfer<Input>, NoInfer<Output>> &
  Pick<MutationOptions<Output, Failure, Input>, 'onSuccess' | 'onError' | 'onSettled'>

/** Calls a procedure that changes something, with toasts for its result: for a failure the error's message by default. */
export function useAction<Input, Output, Failure>(
  procedure: ProcedureUtils<Record<never, never>, Input, Output, Failure>,
  { onSuccess, onError, onSettled, ...messages }: Options<Input, Output, Failure>,
) {
  const meta = { failure: (message: string) => message, ...messages }
  return useMutation({ ...procedure.mutationOptions(), onSuccess, onError, onSettled, meta })
}

import { useMutation } from '@tanstack/react-query'
import { api } from '#lib/api.ts'

/** Shows a link or takes it down. Either can be taken back from the message. */
export function useDecision() {
  const decide = (variables: { id: string; is_accepted: boolean }) => api.coverage.decide.call(variables)
  const mutation = useMutation({
    mutationFn: decide,
    meta: {
      success: 'Saved. You can change it at any time.',
      failure: (message: string) => `Failed to save your decision: ${message}`,
    },
  })
  return { decide: mutation.mutate, isPending: mutation.isPending }
}

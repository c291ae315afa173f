import { api } from '#lib/api.ts'
import { useAction } from '#lib/use-action.ts'

/** Shows a link or takes it down. Either can be taken back from the message. */
export const useDecision = () =>
  useAction(api.coverage.decide, {
    success: 'Saved. You can change it at any time.',
    failure: (message) => `Failed to save your decision: ${message}`,
  })

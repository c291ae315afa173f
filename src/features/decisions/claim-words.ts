import type { DecisionKind } from './decisions.ts'

/** What is said of a decision: once it is made, and before the message of a refusal. */
export const claimMessages: Partial<Record<DecisionKind, [accepted: string, rejected: string]>> = {
  event_claim: ['Claim approved successfully', 'Claim rejected'],
  speaker_claim: ['Speaker claim approved successfully', 'Speaker claim rejected'],
}
export const claimFailures = ['Failed to approve claim: ', 'Failed to reject claim: ']

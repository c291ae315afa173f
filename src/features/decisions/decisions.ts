/** What waits for a decision, the most important first. */
export const decisionKinds = [
  'report',
  'event_claim',
  'speaker_claim',
  'invitation',
  'question',
  'link',
  'call',
  'proposal',
  'series',
  'topic',
] as const
export type DecisionKind = (typeof decisionKinds)[number]

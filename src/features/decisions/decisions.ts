/** What waits for a decision, the most important first. */
export const decisionKinds = [
  'report',
  'event_claim',
  'speaker_claim',
  'invitation',
  'suggestion',
  'question',
  'link',
  'call',
  'proposal',
  'series',
  'topic',
] as const
export type DecisionKind = (typeof decisionKinds)[number]

/** The field of a decision that a ticked box names. */
export const fieldOf = (box: string, id: string) =>
  box.startsWith(`field ${id} `) ? box.slice(`field ${id} `.length) : undefined

import type { DecisionKind } from './decisions.ts'

export type DecisionWords = {
  one: string
  many: string
  /** What the buttons are called, and what was done then. */
  accept: string
  accepted: string
  /** Not given where there is only one answer. */
  reject?: string
  rejected?: string
  /** What words of one's own are called. */
  words?: string
}

const claimWords = { accept: 'Approve', accepted: 'Approved', reject: 'Reject', rejected: 'Rejected' }

export const decisionWords: Record<DecisionKind, DecisionWords> = {
  report: {
    one: 'report',
    many: 'reports',
    accept: 'Settle',
    accepted: 'Settled',
    words: 'Note for administrators',
  },
  event_claim: {
    ...claimWords,
    one: 'event claim',
    many: 'event claims',
  },
  speaker_claim: {
    ...claimWords,
    one: 'speaker claim',
    many: 'speaker claims',
    words: 'Rejection reason',
  },
  invitation: {
    one: 'request for an invitation',
    many: 'requests for an invitation',
    accept: 'Send a code',
    accepted: 'Sent a code to',
    reject: 'Delete',
    rejected: 'Deleted',
  },
  suggestion: {
    one: 'suggestion',
    many: 'suggestions',
    accept: 'Accept',
    accepted: 'Accepted',
    reject: 'Reject',
    rejected: 'Rejected',
  },
  question: {
    one: 'question about a conference',
    many: 'questions about conferences',
    accept: 'Take this over',
    accepted: 'Took over what is said of',
    reject: 'Leave it as it is',
    rejected: 'Left as it is:',
  },
  link: {
    one: 'link',
    many: 'links',
    accept: 'Accept',
    accepted: 'Accepted',
    reject: 'Reject',
    rejected: 'Rejected',
  },
  call: {
    one: 'call for papers',
    many: 'calls for papers',
    accept: 'Accept',
    accepted: 'Accepted',
    reject: 'Delete',
    rejected: 'Deleted',
  },
  proposal: {
    one: 'proposed conference',
    many: 'proposed conferences',
    accept: 'List',
    accepted: 'Listed',
    reject: 'Never list',
    rejected: 'Declined',
  },
  series: {
    one: 'series',
    many: 'series',
    accept: 'Accept',
    accepted: 'Accepted',
    reject: 'Dismiss',
    rejected: 'Dismissed',
  },
  topic: {
    one: 'topic',
    many: 'topics',
    accept: 'Add',
    accepted: 'Added',
    reject: 'Dismiss',
    rejected: 'Dismissed',
    words: 'Another name, or the topic that is the same',
  },
}

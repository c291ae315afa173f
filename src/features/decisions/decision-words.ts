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
  /** Of a claim, what is said once it is decided, and before the reason where it could not be. */
  messages?: [accepted: string, rejected: string]
  failures?: [accepting: string, rejecting: string]
}

const claiming = {
  accept: 'Approve',
  accepted: 'Approved',
  reject: 'Reject',
  rejected: 'Rejected',
  failures: ['Failed to approve claim: ', 'Failed to reject claim: '] as [string, string],
}
const accepting = { accept: 'Accept', accepted: 'Accepted' }
const rejecting = { reject: 'Reject', rejected: 'Rejected' }
const dismissing = { reject: 'Dismiss', rejected: 'Dismissed' }

export const decisionWords: Record<DecisionKind, DecisionWords> = {
  report: {
    one: 'report',
    many: 'reports',
    accept: 'Settle',
    accepted: 'Settled',
    words: 'Note for administrators',
  },
  event_claim: {
    one: 'event claim',
    many: 'event claims',
    ...claiming,
    messages: ['Claim approved successfully', 'Claim rejected'],
  },
  speaker_claim: {
    one: 'speaker claim',
    many: 'speaker claims',
    ...claiming,
    words: 'Rejection reason',
    messages: ['Speaker claim approved successfully', 'Speaker claim rejected'],
  },
  invitation: {
    one: 'request for an invitation',
    many: 'requests for an invitation',
    accept: 'Send a code',
    accepted: 'Sent a code to',
    reject: 'Delete',
    rejected: 'Deleted',
  },
  suggestion: { one: 'suggestion', many: 'suggestions', ...accepting, ...rejecting },
  question: {
    one: 'question about a conference',
    many: 'questions about conferences',
    accept: 'Take this over',
    accepted: 'Took over what is said of',
    reject: 'Leave it as it is',
    rejected: 'Left as it is:',
  },
  link: { one: 'link', many: 'links', ...accepting, ...rejecting },
  call: {
    one: 'call for papers',
    many: 'calls for papers',
    ...accepting,
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
  series: { one: 'series', many: 'series', ...accepting, ...dismissing },
  topic: {
    one: 'topic',
    many: 'topics',
    accept: 'Add',
    accepted: 'Added',
    ...dismissing,
    words: 'Another name, or the topic that is the same',
  },
}

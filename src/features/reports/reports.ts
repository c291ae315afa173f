export const reportedKinds = ['event', 'talk', 'speaker', 'profile'] as const
export type ReportedKind = (typeof reportedKinds)[number]

export const reportReasons = ['spam', 'wrong', 'personal', 'other'] as const
export type ReportReason = (typeof reportReasons)[number]

export const reasonLabels: Record<ReportReason, string> = {
  spam: 'It is spam or an advertisement',
  wrong: 'Something in it is wrong',
  personal: 'It is about me and should not be here',
  other: 'Something else',
}

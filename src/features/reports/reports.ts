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

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const paths: [kind: ReportedKind, path: RegExp][] = [
  ['talk', /^\/conferences\/[^/]+\/talks\/(\d{1,9})\/?$/],
  ['event', /^\/conferences\/(?!new\/?$)([^/]+)\/?$/],
  ['speaker', new RegExp(`^/speakers/(${uuid})/?$`, 'i')],
  ['profile', new RegExp(`^/u/(${uuid})/?$`, 'i')],
]

/** Which public record the page at a path shows: the number of a talk, the slug of an event, an id. */
export function reportedRecord(path: string): { kind: ReportedKind; key: string } | undefined {
  for (const [kind, pattern] of paths) {
    const key = pattern.exec(path)?.[1]
    if (key) return { kind, key }
  }
}

/** The kinds of links of a talk, in the order in which a page shows them. */
export const linkKinds = ['video', 'slides', 'writeup', 'code', 'audio', 'paper', 'other'] as const
export type LinkKind = (typeof linkKinds)[number]

/** The kinds of links of a talk, in the order in which a page shows them. */
export const linkKinds = ['video', 'slides', 'writeup', 'code', 'audio', 'paper', 'other'] as const
export type LinkKind = (typeof linkKinds)[number]

/** What a list can be narrowed to. */
export const listedKinds = ['video_or_slides', ...linkKinds] as const
export type ListedKind = (typeof listedKinds)[number]

/** The kinds of links of a talk, in the order in which a page shows them. */
export const linkKinds = ['video', 'slides', 'writeup', 'code', 'audio', 'paper', 'other'] as const
export type LinkKind = (typeof linkKinds)[number]

export const kindLabels: Record<LinkKind, string> = {
  video: 'Video',
  slides: 'Slides',
  writeup: 'Write-up',
  code: 'Code',
  audio: 'Audio',
  paper: 'Paper',
  other: 'Other',
}

/** Many of a kind. */
export const kindNames: Record<LinkKind, string> = {
  video: 'Videos',
  slides: 'Slides',
  writeup: 'Write-ups',
  code: 'Code',
  audio: 'Audio',
  paper: 'Papers',
  other: 'Other',
}

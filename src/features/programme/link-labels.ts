import type { LinkKind } from './link-kinds.ts'

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

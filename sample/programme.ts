import type { Topic } from './topics.ts'

export type ProgrammeTalk = {
  title: string
  about?: string
  by?: string[]
  on?: Topic[]
  /** Without a start the hour is not known yet. An end before the start is after midnight. */
  from?: string
  to?: string
  track?: string
  room?: string
}

export type ProgrammePause = { pause: string; about?: string; from: string; to?: string; track?: string }

/** A written programme: what happens on each day of one edition of a conference. */
export type Programme = {
  conference: string
  tracks: { name: string; description?: string }[]
  days: (ProgrammeTalk | ProgrammePause)[][]
  /** Whether the talks have their slides, and every third its video, at example.com. */
  isPublished: boolean
}

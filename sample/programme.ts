import type { Topic } from './topics.ts'

export type ProgrammeTalk = {
  title: string
  about?: string
  by?: string[]
  on?: Topic[]
  /** Without a start the time is not known yet. An end before the start is after midnight. */
  from?: string
  to?: string
  track?: string
  room?: string
}

export type ProgrammePause = { pause: string; about?: string; from: string; to?: string; track?: string }

/** The programme of one edition of a conference, day by day. */
export type Programme = {
  conference: string
  tracks: { name: string; description?: string }[]
  days: (ProgrammeTalk | ProgrammePause)[][]
  /** Whether most talks have slides, and some a video, at example.com. */
  isPublished: boolean
}

import type { Topic } from './topics.ts'

export type Conference = {
  /** {year} stands for the year in which it starts. */
  name: string
  /** For names without Latin letters. */
  slug?: string
  /** City and the country's two letters. */
  place: string
  /** Days from today to the first day. */
  day: number
  days: number
  /** Earlier editions: whole years from this one. */
  editions?: number[]
  tags: Topic[]
  /** The full name of a person; without one the event can be claimed. */
  owner?: string
  website?: boolean
  about?: string
}

export type Platform = 'github' | 'twitter' | 'website'

export type SampleSpeaker = { name: string; place?: string; bio?: string; links?: Platform[] }

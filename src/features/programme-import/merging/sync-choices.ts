import type { SyncReport } from '../syncs/programme-syncs.schemas.ts'

/** The decisions of a sync, stored so that a run that continues it decides the same. */
export type SyncChoices = {
  /** 'key field' of kept fields for which the source wins; true for all. */
  take?: string[] | true
  /** By key of the person: the speaker, or null for somebody new. */
  people?: Record<string, string | null>
  /** By key of the person: somebody else of the source who is the same person. */
  same?: Record<string, string>
  renames?: Rename[]
  peopleMode?: PeopleMode
}
export type PeopleMode = 'renames' | 'ids' | 'names'

export type Rename = SyncReport['renames'][number]

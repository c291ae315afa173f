import type { BreakFields, ProgrammeWarning, SourceLink, TalkFields } from '../reading/document.ts'
import type { PersonMatch, StoredPeople } from './people.ts'
import type { PeopleMode, Rename } from './sync-choices.ts'

/** The last values of the source: a row that differs from them was edited by hand. */
export type TalkBase = TalkFields & {
  /** Missing in imports from before links were stored. */
  links?: SourceLink[]
  /** Keys of people, and the speakers that they were. */
  speakers: string[]
  speaker_ids: string[]
  /** The source no longer has it. */
  isGone?: boolean
}
export type BreakBase = BreakFields & { isGone?: boolean }

export type StoredTalk = TalkFields & {
  id: string
  version: string
  track_id: string | null
  /** Null for rows created by hand; an import changes them only where a file identifies them by id. */
  source_key: string | null
  source_values: TalkBase | null
  speaker_ids: string[]
  /** How many people saved it. */
  saved: number
  /** How many links it has. */
  linked: number
  /** Of rows created by hand: those beside its slides and video, as an export has them. */
  links?: SourceLink[]
}
export type StoredBreak = BreakFields & {
  id: string
  source_key: string | null
  source_values: BreakBase | null
}
export type StoredTrack = {
  id: string
  name: string /** Its name in the source. */
  source_key: string | null
}

export type StoredProgramme = StoredPeople & {
  tracks: StoredTrack[]
  talks: StoredTalk[]
  breaks: StoredBreak[]
  /** Deleted by hand although the source has them: 'talk:<key>', 'break:<key>'. */
  deletedKeys: string[]
  /** Over, or begins within two weeks: nothing is deleted, only cancelled. */
  isNear: boolean
}

export type KeptField = { field: string; ours: unknown; source: unknown }

/** 'silent' changes nothing that is visible: a new key, new values of the source, or a renamed room. */
export type ChangeKind = 'added' | 'changed' | 'moved' | 'removed' | 'kept' | 'silent'

export type TalkChange = {
  kind: ChangeKind
  key: string
  id: string | null
  title: string
  /** Fields to write, and what they were; `speakers` are tokens of people. */
  before: Partial<TalkFields> & { speaker_ids?: string[]; links?: SourceLink[] }
  after: Partial<TalkFields> & { speakers?: string[]; links?: SourceLink[]; topics?: string[] }
  base: (TalkFields & { speakers: string[]; links?: SourceLink[]; isGone?: boolean }) | null
  kept: KeptField[]
  removal?: 'cancelled' | 'deleted'
  saved: number
  /** Of the row that it was compared with. */
  old: StoredTalk | null
}

export type BreakChange = {
  kind: ChangeKind
  key: string
  id: string | null
  title: string
  before: Partial<BreakFields>
  after: Partial<BreakFields>
  base: BreakBase | null
  kept: KeptField[]
  old: StoredBreak | null
}

export type ProgrammePlan = {
  renames: Rename[]
  peopleMode: PeopleMode
  tracks: {
    added: { name: string; description: string | null; position: number }[]
    renamed: {
      id: string
      source_key: string
      name: string | null
      before: { name: string; source_key: string }
    }[]
    removed: StoredTrack[]
  }
  talks: TalkChange[]
  breaks: BreakChange[]
  /** Edits that stay, of fields that the source did not change: nothing is written of them. `kept` has the fields. */
  edited: (TalkChange | BreakChange)[]
  people: PersonMatch[]
  /** Talks of the source that are as they were. */
  unchanged: number
  unchangedBreaks: number
  warnings: ProgrammeWarning[]
}

/** A talk counts once, and is kept beside it if a field of it is; a renamed room or track is one change. */
export function countsOf(plan: ProgrammePlan) {
  const count = (changes: { kind: ChangeKind }[], kind: ChangeKind) =>
    changes.filter((change) => change.kind === kind).length
  const of = (changes: { kind: ChangeKind; kept: KeptField[] }[]) => ({
    added: count(changes, 'added'),
    changed: count(changes, 'changed'),
    moved: count(changes, 'moved'),
    removed: count(changes, 'removed'),
    kept: changes.filter(({ kept }) => kept.length > 0).length,
  })
  const talks = of(plan.talks)
  return {
    ...talks,
    changed: talks.changed + plan.renames.length,
    unchanged: plan.unchanged,
    breaks: { ...of(plan.breaks), unchanged: plan.unchangedBreaks },
  }
}

/** Whether an import would write nothing at all. */
export const isEmptyPlan = (plan: ProgrammePlan) =>
  plan.talks.length +
    plan.breaks.length +
    plan.tracks.added.length +
    plan.tracks.renamed.length +
    plan.tracks.removed.length ===
    0 && plan.people.every((person) => !person.hasNews || !person.isNeeded)

import { mergeField } from '#features/reading/merge-field.ts'
import { titleKey } from '#features/reading/plain-text.ts'
import { addDays } from '#lib/dates.ts'
import { count, fold } from '#lib/text.ts'
import type {
  ProgrammeDocument,
  ProgrammeWarning,
  SourceBreak,
  SourceLink,
  SourceTalk,
  TalkFields,
} from '../reading/document.ts'
import { findFormerNames, findRenames, pairBreaks, pairTalks, withFormerKeys } from './pair-programme.ts'
import { resolvePeople } from './people.ts'
import type {
  BreakChange,
  ChangeKind,
  KeptField,
  ProgrammePlan,
  StoredBreak,
  StoredProgramme,
  StoredTalk,
  TalkChange,
} from './programme-plan.ts'
import type { Rename, SyncChoices } from './sync-choices.ts'

export const talkFieldNames = [
  'title',
  'subtitle',
  'description',
  'day',
  'date',
  'start_time',
  'end_time',
  'location',
  'track',
  'type',
  'language',
  'url',
  'feedback_url',
  'slides_url',
  'video_url',
  'status',
] as const satisfies (keyof TalkFields)[]
const breakFieldNames = ['title', 'description', 'date', 'start_time', 'end_time', 'track'] as const
const placeFields = new Set<string>(['day', 'date', 'start_time', 'end_time', 'location'])

/** What the rows and the entries of the source are compared with. */
type Comparison = {
  programme: StoredProgramme
  document: ProgrammeDocument
  deletedKeys: Set<string>
  renames: Rename[]
  /** What the source calls a room or track now. */
  renamedTo: (kind: Rename['kind'], name: string | null) => string | null
  /** The name that the source has for a stored track. */
  sourceTrackOf: (name: string | null) => string | null
  /** Of a person of the source: the id of the speaker, or 'new:<key>'. */
  tokenOf: (key: string) => string
  /** Whether somebody chose the value of the source, although the row was edited. */
  isTaken: (key: string, field: string) => boolean
}

/**
 * What importing `source` would do. Three values decide each field: the last one of the source, its present one, and the
 * stored one. A field is updated only where the source changed it and nobody edited the row.
 */
export function compareProgramme(
  programme: StoredProgramme,
  source: ProgrammeDocument,
  choices: SyncChoices = {},
): ProgrammePlan {
  const ownedTalks = rowsOwnedBySource(programme.talks, source.talks, (talk) => ({
    ...talk,
    links: talk.links ?? [],
    speakers: [],
  }))
  const document = withFormerKeys(source, ownedTalks, programme.knownPeople)
  const pairs = pairTalks(ownedTalks, document, programme)
  const renames = choices.renames ?? findRenames(pairs, ownedTalks, document)
  const formerNames = findFormerNames(pairs, document, programme.knownPeople)
  const { people, mode } = resolvePeople(document.people, programme, choices, formerNames)
  const tokens = new Map(
    people.map(({ key, speaker_id, sameAs = key }) => [key, speaker_id ?? `new:${sameAs}`]),
  )
  const renamedTo: Comparison['renamedTo'] = (kind, name) =>
    renames.find((rename) => rename.kind === kind && rename.from === name)?.to ?? name
  const comparison: Comparison = {
    programme,
    document,
    deletedKeys: new Set(programme.deletedKeys),
    renames,
    renamedTo,
    sourceTrackOf: createTrackLookup(programme, document, (name) => renamedTo('track', name)),
    tokenOf: (key) => tokens.get(key) ?? `new:${key}`,
    isTaken: (key, field) => choices.take === true || (choices.take?.includes(`${key} ${field}`) ?? false),
  }
  const talks = compareTalks(comparison, ownedTalks, pairs)
  const breaks = compareBreaks(comparison)
  const speakingKeys = new Set(talks.changes.flatMap(({ after }) => after.speakers ?? []))
  const sameKeys = people.flatMap(({ key, sameAs }) => (sameAs && speakingKeys.has(key) ? [sameAs] : []))
  const neededPeople = new Set([...speakingKeys, ...sameKeys])
  return {
    renames,
    peopleMode: mode,
    tracks: planTracks(comparison, talks.changes, breaks.changes),
    talks: talks.changes,
    breaks: breaks.changes,
    edited: [...talks.edited, ...breaks.edited],
    // A speaker who was deleted by hand and is in no talk that changes is not created again.
    people: people.map((person) =>
      person.speaker_id === null && !neededPeople.has(person.key)
        ? { ...person, kind: 'known', isNeeded: false }
        : person,
    ),
    unchanged: talks.unchanged,
    unchangedBreaks: breaks.unchanged,
    warnings: [...sameTitles(programme, talks.changes), ...missingInFile(programme, ownedTalks)],
  }
}

/**
 * The rows that the source decides. Our exports identify a row by its id unless its source gave it another key. A row that
 * was created by hand and is identified so is owned from now on; `toSourceValues` gives its values, as if they were imported.
 */
function rowsOwnedBySource<Row extends StoredTalk | StoredBreak>(
  rows: Row[],
  entries: { key: string }[],
  toSourceValues: (row: Row) => Row['source_values'],
): Row[] {
  const keys = new Set(entries.map(({ key }) => key))
  return rows.flatMap((row) => {
    const isInSource = keys.has(row.id)
    if (row.source_key === null)
      return isInSource ? [{ ...row, source_key: row.id, source_values: toSourceValues(row) }] : []
    return row.source_values === null ? [] : [isInSource ? { ...row, source_key: row.id } : row]
  })
}

const addition = <Fields extends { title: string }>(key: string, fields: Fields) => ({
  kind: 'added' as const,
  key,
  id: null,
  title: fields.title,
  before: {},
  after: fields,
  base: fields,
  kept: [],
  old: null,
})

function compareTalks(
  comparison: Comparison,
  ownedTalks: StoredTalk[],
  pairs: Map<SourceTalk, StoredTalk>,
): { changes: TalkChange[]; edited: TalkChange[]; unchanged: number } {
  const { programme, document, deletedKeys, isTaken } = comparison
  const rowsById = new Map(programme.talks.map((talk) => [talk.id, talk]))
  const changes: TalkChange[] = []
  const edited: TalkChange[] = []
  let unchanged = 0
  for (const talk of document.talks) {
    const old = pairs.get(talk)
    const { key, ...fields } = talk
    if (old) {
      const { change, edit } = compareTalk(comparison, old, rowsById.get(old.id)!, talk)
      if (change) changes.push(change)
      if (edit) edited.push(edit)
      if (!change || change.kind === 'silent') unchanged++
    } else if (deletedKeys.has(`talk:${key}`) && !isTaken(key, 'deleted')) unchanged++
    else changes.push({ ...addition(key, fields), saved: 0 })
  }
  const paired = new Set(pairs.values())
  for (const old of ownedTalks) changes.push(...(paired.has(old) ? [] : removalOf(old, programme.isNear)))
  return { changes, edited, unchanged }
}

/** `row` is the stored row of `old`; rows created by hand have no source values. */
function compareTalk(
  comparison: Comparison,
  old: StoredTalk,
  row: StoredTalk,
  talk: SourceTalk,
): Compared<TalkChange> {
  const base = old.source_values!
  const { speakers, key, ...fields } = talk
  const isTaken = (field: string) =>
    comparison.isTaken(old.source_key!, field) || comparison.isTaken(key, field)
  const { before, after, kept, edits } = mergeFields(
    comparison,
    talkFieldNames,
    { base, old, source: talk },
    isTaken,
  )
  const isRoomRenamed = 'location' in after && comparison.renamedTo('room', old.location) === after.location
  fixDay(old, after, before)
  const tokens = [...new Set(speakers.map(comparison.tokenOf))]
  const isSameInSource = sameList(speakers, base.speakers) || sameList(tokens, base.speaker_ids)
  const isUnedited = sameList(old.speaker_ids, base.speaker_ids)
  if (!sameList(tokens, old.speaker_ids))
    if (isTaken('speakers') || (!isSameInSource && isUnedited)) {
      before.speaker_ids = old.speaker_ids
      after.speakers = speakers
    } else if (!isUnedited)
      (isSameInSource ? edits : kept).push({ field: 'speakers', ours: old.speaker_ids, source: speakers })
  // A link that the source has as before may have been removed by hand.
  const [formerLinks, links] = [base.links ?? [], talk.links ?? []]
  if (!sameLinks(formerLinks, links)) {
    before.links = formerLinks
    after.links = links
  }
  const hasNewBase =
    base.isGone === true ||
    key !== row.source_key ||
    !sameList(speakers, base.speakers) ||
    talkFieldNames.some((field) => base[field] !== talk[field])
  const changedFields = Object.keys(after)
  const kind = kindOf(
    changedFields.filter((field) => !(field === 'location' && isRoomRenamed)),
    kept,
  )
  const { id, saved } = old
  const newBase = { ...fields, speakers }
  const change = { kind, key, id, title: talk.title, before, after, base: newBase, kept, saved, old: row }
  return compared(change, edits, changedFields.length > 0 || kept.length > 0 || hasNewBase)
}

/** What is written of a row, and its edits of fields that the source did not change. */
type Compared<Change> = { change?: Change; edit?: Change }

const compared = <Change extends TalkChange | BreakChange>(
  change: Change,
  edits: KeptField[],
  isWritten: boolean,
): Compared<Change> => ({
  ...(isWritten && { change }),
  ...(edits.length > 0 && { edit: { ...change, kind: 'kept', before: {}, after: {}, kept: edits } }),
})

/** The values of one row: former of the source, stored, and present of the source. */
type Versions<Name extends keyof TalkFields> = Record<'base' | 'old' | 'source', Pick<TalkFields, Name>>

/** Which fields are updated, what they were, and which keep an edit although the source has another value. */
function mergeFields<Name extends keyof TalkFields>(
  { renamedTo, sourceTrackOf }: Comparison,
  names: readonly Name[],
  { base, old, source }: Versions<Name>,
  isTaken: (field: Name) => boolean,
) {
  const before: Record<string, unknown> = {}
  const after: Record<string, unknown> = {}
  const conflicts: KeptField[] = []
  const edits: KeptField[] = []
  for (const field of names) {
    const isTrack = field === 'track'
    const same = (one: string | null, other: string | null) =>
      one === other || (isTrack && one !== null && other !== null && fold(one) === fold(other))
    const baseValue = isTrack ? renamedTo('track', base[field]) : base[field]
    const ourValue = isTrack ? sourceTrackOf(old[field]) : old[field]
    const result = mergeField({ base: baseValue, ours: ourValue, source: source[field] }, same)
    if (result === 'same') continue
    if (result === 'taken' || isTaken(field)) {
      before[field] = old[field]
      after[field] = source[field]
    } else
      (result === 'conflict' ? conflicts : edits).push({ field, ours: old[field], source: source[field] })
  }
  return { before, after, kept: conflicts, edits }
}

/** What became of a row whose visible `fields` change. */
function kindOf(fields: string[], conflicts: KeptField[]): ChangeKind {
  if (fields.some((field) => placeFields.has(field))) return 'moved'
  if (fields.length > 0) return 'changed'
  return conflicts.length > 0 ? 'kept' : 'silent'
}

const sameList = (one: string[], other: string[]) =>
  one.length === other.length && one.every((value, index) => value === other[index])

const sameLinks = (one: SourceLink[], other: SourceLink[]) => sameList(one.map(linkText), other.map(linkText))
const linkText = ({ kind, url, title }: SourceLink) => [kind, url, title].join('\n')

/** The day of the programme is the date or the one before: a day that was edited must still fit a date that is updated. */
function fixDay(old: StoredTalk, after: Record<string, unknown>, before: Record<string, unknown>) {
  const date = (after.date ?? old.date) as string
  const day = (after.day ?? old.day) as string
  if (day === date || day === addDays(date, -1)) return
  before.day = old.day
  after.day = date
}

function createTrackLookup(
  programme: StoredProgramme,
  document: ProgrammeDocument,
  renamedTrack: (name: string) => string | null,
): Comparison['sourceTrackOf'] {
  const sourceNames = new Map(programme.tracks.map(({ name, source_key }) => [name, source_key ?? name]))
  const documentNames = new Map(document.tracks.map((name) => [fold(name), name]))
  return (name) => {
    if (name === null) return null
    const sourceName = renamedTrack(sourceNames.get(name) ?? name)
    return sourceName === null ? null : (documentNames.get(fold(sourceName)) ?? sourceName)
  }
}

/** What the source no longer has; none where that was so before. */
function removalOf(old: StoredTalk, isNear: boolean): TalkChange[] {
  const base = old.source_values!
  if (base.isGone) return []
  const isEdited =
    talkFieldNames.some((field) => field !== 'track' && old[field] !== base[field]) ||
    !sameList(old.speaker_ids, base.speaker_ids)
  const removal = isNear || old.saved > 0 || old.linked > 0 || isEdited ? 'cancelled' : 'deleted'
  const isCancelledNow = removal === 'cancelled' && old.status === base.status
  return [
    {
      ...removedRow(old),
      before: isCancelledNow ? { status: old.status } : {},
      after: isCancelledNow ? { status: 'cancelled' } : {},
      base: { ...base, status: 'cancelled', isGone: true },
      removal,
      saved: old.saved,
    },
  ]
}

const removedRow = <Row extends StoredTalk | StoredBreak>(old: Row) => ({
  kind: 'removed' as const,
  key: old.source_key!,
  id: old.id,
  title: old.title,
  before: {},
  after: {},
  base: null,
  kept: [],
  old,
})

function compareBreaks(comparison: Comparison): {
  changes: BreakChange[]
  edited: BreakChange[]
  unchanged: number
} {
  const { programme, document, deletedKeys } = comparison
  const ownedBreaks = rowsOwnedBySource(programme.breaks, document.breaks, (row) => row)
  const rowsById = new Map(programme.breaks.map((row) => [row.id, row]))
  const pairs = pairBreaks(ownedBreaks, document.breaks)
  const changes: BreakChange[] = []
  const edited: BreakChange[] = []
  let unchanged = 0
  for (const source of document.breaks) {
    const old = pairs.get(source)
    const { key, ...fields } = source
    if (old) {
      const { change, edit } = compareBreak(comparison, old, rowsById.get(old.id)!, source)
      if (change) changes.push(change)
      if (edit) edited.push(edit)
      if (!change || Object.keys(change.after).length === 0) unchanged++
      // What is a break now may have been a talk.
    } else if (deletedKeys.has(`break:${key}`) || deletedKeys.has(`talk:${key}`)) unchanged++
    else changes.push(addition(key, fields))
  }
  const paired = new Set(pairs.values())
  // A break that was edited by hand stays, and the source no longer owns it.
  const isEdited = (old: StoredBreak) =>
    breakFieldNames.some((field) => field !== 'track' && old[field] !== old.source_values![field])
  for (const old of ownedBreaks) if (!paired.has(old) && !isEdited(old)) changes.push(removedRow(old))
  return { changes, edited, unchanged }
}

function compareBreak(
  comparison: Comparison,
  old: StoredBreak,
  row: StoredBreak,
  source: SourceBreak,
): Compared<BreakChange> {
  const base = old.source_values!
  const { key, ...fields } = source
  const isTaken = (field: string) => comparison.isTaken(key, field)
  const { before, after, kept, edits } = mergeFields(
    comparison,
    breakFieldNames,
    { base, old, source },
    isTaken,
  )
  const hasNewBase = key !== row.source_key || breakFieldNames.some((field) => base[field] !== source[field])
  const changedFields = Object.keys(after)
  const kind = kindOf(changedFields, kept)
  const change = { kind, key, id: old.id, title: source.title, before, after, base: fields, kept, old: row }
  return compared(change, edits, changedFields.length > 0 || kept.length > 0 || hasNewBase)
}

function planTracks(
  { programme, document, renames }: Comparison,
  talks: TalkChange[],
  breaks: BreakChange[],
): ProgrammePlan['tracks'] {
  const renamed = programme.tracks.flatMap((track) => {
    const rename = renames.find(({ kind, from }) => kind === 'track' && track.source_key === from)
    if (!rename) return []
    const before = { name: track.name, source_key: track.source_key! }
    const name = track.name === track.source_key ? rename.to : null
    return [{ id: track.id, source_key: rename.to, name, before }]
  })
  const renameOf = new Map(renamed.map(({ id, source_key }) => [id, source_key]))
  const names = new Set(
    programme.tracks.flatMap(({ id, name, source_key }) =>
      [name, renameOf.get(id) ?? source_key ?? name].map(fold),
    ),
  )
  const neededTracks = new Set([...talks, ...breaks].flatMap(({ after }) => after.track ?? []))
  const descriptions = new Map(document.track_descriptions?.map((track) => [track.name, track.description]))
  const added = document.tracks.flatMap((name, position) =>
    neededTracks.has(name) && !names.has(fold(name))
      ? [{ name, description: descriptions.get(name) ?? null, position }]
      : [],
  )
  const usedNames = usedTracks(programme, talks, breaks)
  const sourceNames = new Set(document.tracks.map(fold))
  const removed = programme.tracks.filter(
    ({ id, name, source_key }) =>
      source_key !== null &&
      name === source_key &&
      !sourceNames.has(fold(source_key)) &&
      !usedNames.has(fold(name)) &&
      !renameOf.has(id),
  )
  return { added, renamed, removed }
}

/** Folded names of the tracks that a stored talk or break has after the import. */
function usedTracks(
  { talks, breaks }: StoredProgramme,
  talkChanges: TalkChange[],
  breakChanges: BreakChange[],
): Set<string> {
  const changeOf = new Map<string | null, TalkChange | BreakChange>(
    [...talkChanges, ...breakChanges].map((change) => [change.id, change]),
  )
  return new Set(
    [...talks, ...breaks]
      .flatMap((row) => {
        const change = changeOf.get(row.id)
        const isDeleted =
          change?.kind === 'removed' && ('removal' in change ? change.removal === 'deleted' : true)
        return isDeleted ? [] : ((change && 'track' in change.after ? change.after.track : row.track) ?? [])
      })
      .map(fold),
  )
}

/** A talk of the source has the title of one that was created by hand: both are listed. */
function sameTitles(programme: StoredProgramme, talks: TalkChange[]): ProgrammeWarning[] {
  const ours = new Set(
    programme.talks.filter(({ source_key }) => source_key === null).map(({ title }) => titleKey(title)),
  )
  return talks
    .filter(({ kind, title }) => kind === 'added' && ours.has(titleKey(title)))
    .map(({ key, title }) => ({
      code: 'SAME_TITLE',
      key,
      text: `"${title}" was also added by hand: both are listed`,
    }))
}

/** Where the file is an export of talks created by hand: those that it leaves out stay, although they may seem to be removed. */
function missingInFile(programme: StoredProgramme, ownedTalks: StoredTalk[]): ProgrammeWarning[] {
  const idsInFile = new Set(ownedTalks.map(({ id }) => id))
  const ours = programme.talks.filter(({ source_key }) => source_key === null)
  const missing = ours.filter(({ id }) => !idsInFile.has(id))
  const [first] = missing
  if (!first || missing.length === ours.length) return []
  const isOne = missing.length === 1
  const text = `${count(missing.length, 'talk that was', 'talks that were')} added by hand ${isOne ? 'is' : 'are'} not in this file and ${isOne ? 'stays' : 'stay'}, such as "${first.title}"`
  return [{ code: 'NOT_IN_FILE', key: null, text }]
}

import { fold } from '#lib/text.ts'
import type {
  BreakFields,
  ProgrammeDocument,
  ProgrammeWarning,
  SourceBreak,
  SourceLink,
  SourceTalk,
  TalkFields,
} from './document.ts'
import {
  type FormerName,
  type KnownPerson,
  type PersonMatch,
  resolvePeople,
  type SpeakerCandidate,
} from './people.ts'
import { isNameWithInitials, namesAgree, titleKey } from './plain-text.ts'
import { addDays } from './programme-times.ts'
import type { PeopleMode, Rename, SyncChoices } from './sync-choices.ts'

/** What the source said last of a talk: what an edit by hand differs from. */
export type TalkBase = TalkFields & {
  /** Missing in what was brought in before further links were. */
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
  /** Null for what was made here; such a row is never touched. */
  source_key: string | null
  source_values: TalkBase | null
  speaker_ids: string[]
  /** How many people saved it. */
  saved: number
  /** How many links it has. */
  linked: number
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

export type StoredProgramme = {
  tracks: StoredTrack[]
  talks: StoredTalk[]
  breaks: StoredBreak[]
  /** What was deleted here by hand although the source has it: 'talk:<key>', 'break:<key>'. */
  deletedKeys: string[]
  knownPeople: KnownPerson[]
  candidates: SpeakerCandidate[]
  /** Over, or begins within two weeks: nothing is deleted any more. */
  isNear: boolean
}

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

export type KeptField = { field: string; ours: unknown; source: unknown }

/** 'silent' changes nothing that is shown: a new key, what the source said last, or a renamed room. */
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
    added: { name: string; position: number }[]
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
  people: PersonMatch[]
  /** Talks of the source that are as they were. */
  unchanged: number
  unchangedBreaks: number
  warnings: ProgrammeWarning[]
}

/**
 * What bringing in `document` would do. Three values decide each field: what the source said last, what it says, and what
 * stands here. Only where the source changed it and nobody did here, the source's value comes in.
 */
export function compareProgramme(
  stored: StoredProgramme,
  read: ProgrammeDocument,
  choices: SyncChoices = {},
): ProgrammePlan {
  const deleted = new Set(stored.deletedKeys)
  const sourced = stored.talks.filter((talk) => talk.source_key !== null && talk.source_values !== null)
  const document = withFormerKeys(read, sourced)
  const pairs = pairTalks(sourced, document, stored)
  const renames = choices.renames ?? findRenames(pairs, sourced, document)
  const renamedTo = (kind: Rename['kind'], name: string | null) =>
    renames.find((each) => each.kind === kind && each.from === name)?.to ?? name
  const renamedTrack = (name: string | null) => renamedTo('track', name)
  const tracks = { renamedTrack, trackName: trackNames(stored, document, renamedTrack) }
  const formerNames = findFormerNames(pairs, document, stored.knownPeople)
  const { people, mode } = resolvePeople(document.people, stored, choices, formerNames)
  const tokenOf = new Map(people.map(({ key, speaker_id }) => [key, speaker_id ?? `new:${key}`]))
  const isTaken = (key: string, field: string) =>
    choices.take === true || (choices.take?.includes(`${key} ${field}`) ?? false)

  const talks: TalkChange[] = []
  let unchanged = 0
  for (const talk of document.talks) {
    const old = pairs.get(talk)
    if (old) {
      const change = compareTalk(old, talk)
      if (change) talks.push(change)
      if (!change || change.kind === 'silent') unchanged++
    } else if (deleted.has(`talk:${talk.key}`) && !isTaken(talk.key, 'deleted')) unchanged++
    else {
      const { speakers, key, ...fields } = talk
      talks.push({
        kind: 'added',
        key,
        id: null,
        title: talk.title,
        before: {},
        after: { ...fields, speakers },
        base: { ...fields, speakers },
        kept: [],
        saved: 0,
        old: null,
      })
    }
  }
  const remaining = new Set(pairs.values())
  for (const old of sourced) {
    const removal = remaining.has(old) ? undefined : removedTalk(old, stored.isNear)
    if (removal) talks.push(removal)
  }

  function compareTalk(old: StoredTalk, talk: SourceTalk): TalkChange | undefined {
    const base = old.source_values!
    const { speakers, key, ...fields } = talk
    const { before, after, kept } = mergeFields(talkFieldNames, base, old, talk, {
      ...tracks,
      isTaken: (field) => isTaken(old.source_key!, field) || isTaken(key, field),
    })
    const isRenamed = 'location' in after && renamedTo('room', old.location) === after.location
    mendDay(old, after, before)
    const tokens = speakers.map((each) => tokenOf.get(each) ?? `new:${each}`)
    const isSaid = sameList(speakers, base.speakers) || sameList(tokens, base.speaker_ids)
    const isOurs = sameList(old.speaker_ids, base.speaker_ids)
    const isTakingSpeakers = isTaken(old.source_key!, 'speakers') || isTaken(key, 'speakers')
    if (!sameList(tokens, old.speaker_ids) && (isTakingSpeakers || (!isSaid && isOurs))) {
      before.speaker_ids = old.speaker_ids
      after.speakers = speakers
    } else if (!isSaid && !isOurs && !sameList(tokens, old.speaker_ids))
      kept.push({ field: 'speakers', ours: old.speaker_ids, source: speakers })
    // Those that are the same as before, somebody may have taken down here.
    const [saidLinks, links] = [base.links ?? [], talk.links ?? []]
    if (!sameLinks(saidLinks, links)) {
      before.links = saidLinks
      after.links = links
    }
    const nextBase = { ...fields, speakers }
    const changed = Object.keys(after)
    const hasNewBase =
      base.isGone === true ||
      key !== old.source_key ||
      !sameList(speakers, base.speakers) ||
      talkFieldNames.some((field) => base[field] !== talk[field])
    if (changed.length === 0 && kept.length === 0 && !hasNewBase) return undefined
    const shown = changed.filter((field) => !(field === 'location' && isRenamed))
    return {
      kind: kindOf(shown, kept),
      key,
      id: old.id,
      title: talk.title,
      before,
      after,
      base: nextBase,
      kept,
      saved: old.saved,
      old,
    }
  }

  const { changes: breaks, unchanged: unchangedBreaks } = compareBreaks(stored, document, {
    // What is a break now may have been a talk.
    isDeleted: (key) => deleted.has(`break:${key}`) || deleted.has(`talk:${key}`),
    isTaken,
    tracks,
  })
  const trackPlan = planTracks(stored, document, { talks, breaks, renames })
  const needed = new Set(talks.flatMap(({ after }) => after.speakers ?? []))
  return {
    renames,
    peopleMode: mode,
    tracks: trackPlan,
    talks,
    breaks,
    // Whoever was taken away here and is on no talk that changes, is not made again.
    people: people.map((person) =>
      person.speaker_id === null && !needed.has(person.key)
        ? { ...person, kind: 'known', isNeeded: false }
        : person,
    ),
    unchanged,
    unchangedBreaks,
    warnings: sameTitles(stored, talks),
  }
}

type TrackNames = {
  /** What the source calls a track now. */
  renamedTrack: (name: string | null) => string | null
  /** The name by which the source knows the track that stands here under a name. */
  trackName: (name: string | null) => string | null
}

/** Which fields of a row come in, what they were, and which stay although the source says something else. */
function mergeFields<Name extends keyof TalkFields>(
  names: readonly Name[],
  base: Pick<TalkFields, Name>,
  ours: Pick<TalkFields, Name>,
  source: Pick<TalkFields, Name>,
  { renamedTrack, trackName, isTaken }: TrackNames & { isTaken: (field: Name) => boolean },
) {
  const before: Record<string, unknown> = {}
  const after: Record<string, unknown> = {}
  const kept: KeptField[] = []
  for (const field of names) {
    const isTrack = field === 'track'
    const same = (one: string | null, other: string | null) =>
      one === other || (isTrack && one !== null && other !== null && fold(one) === fold(other))
    const baseValue = isTrack ? renamedTrack(base[field]) : base[field]
    const ourValue = isTrack ? trackName(ours[field]) : ours[field]
    if (same(ourValue, source[field])) continue
    const isNews = !same(source[field], baseValue)
    if (isTaken(field) || (isNews && same(ourValue, baseValue))) {
      before[field] = ours[field]
      after[field] = source[field]
    } else if (isNews) kept.push({ field, ours: ours[field], source: source[field] })
  }
  return { before, after, kept }
}

/** What became of a row whose shown `fields` change. */
function kindOf(fields: string[], kept: KeptField[]): ChangeKind {
  if (fields.some((field) => placeFields.has(field))) return 'moved'
  if (fields.length > 0) return 'changed'
  return kept.length > 0 ? 'kept' : 'silent'
}

const sameList = (one: string[], other: string[]) =>
  one.length === other.length && one.every((each, index) => each === other[index])

const sameLinks = (one: SourceLink[], other: SourceLink[]) => sameList(one.map(linkText), other.map(linkText))
const linkText = ({ kind, url, title }: SourceLink) => [kind, url, title].join('\n')

/** The day of the programme is the date or the one before: a day that was kept must still fit a date that was taken. */
function mendDay(old: StoredTalk, after: Record<string, unknown>, before: Record<string, unknown>) {
  const date = (after.date ?? old.date) as string
  const day = (after.day ?? old.day) as string
  if (day === date || day === addDays(date, -1)) return
  before.day = old.day
  after.day = date
}

/** Those that are alone under their key. */
function alone<Each>(all: Each[], keyOf: (each: Each) => string): Map<string, Each> {
  const groups = [...Map.groupBy(all, keyOf)].filter(([, same]) => same.length === 1)
  return new Map(groups.map(([key, [one]]) => [key, one!]))
}

const shiftedTalks = 3

/** Numbers that stand for other talks now, like those of a table's rows after one more was put between: the titles tell. */
function withFormerKeys(document: ProgrammeDocument, sourced: StoredTalk[]): ProgrammeDocument {
  const formerTitle = (old: StoredTalk) => titleKey(old.source_values!.title)
  const byKey = new Map(sourced.map((old) => [old.source_key!, old]))
  const former = alone(sourced, formerTitle)
  const present = alone(document.talks, ({ title }) => titleKey(title))
  const isShifted = ({ key, title }: SourceTalk) => {
    const old = byKey.get(key)
    if (!old || !/^\d{1,4}$/.test(key) || formerTitle(old) === titleKey(title)) return false
    return former.has(titleKey(title)) || present.has(formerTitle(old))
  }
  if (document.talks.filter(isShifted).length < shiftedTalks) return document
  const talks = document.talks.map((talk) => {
    const title = titleKey(talk.title)
    const key = present.has(title) ? former.get(title)?.source_key : undefined
    return { ...talk, key: key ?? (byKey.has(talk.key) ? `${talk.key}:${title}`.slice(0, 300) : talk.key) }
  })
  return { ...document, talks }
}

/** Which talk here is which of the source: by key, then by title and people, then by place and nearly the same title. */
function pairTalks(
  sourced: StoredTalk[],
  { talks, people }: ProgrammeDocument,
  stored: StoredProgramme,
): Map<SourceTalk, StoredTalk> {
  const pairs = new Map<SourceTalk, StoredTalk>()
  const byKey = new Map(sourced.map((talk) => [talk.source_key, talk]))
  for (const talk of talks) {
    const old = byKey.get(talk.key)
    if (old) pairs.set(talk, old)
  }
  const paired = new Set(pairs.values())
  const isOpen = (talk: SourceTalk) => !pairs.has(talk) && !stored.deletedKeys.includes(`talk:${talk.key}`)
  let open = talks.filter(isOpen)
  let left = sourced.filter((talk) => !paired.has(talk))
  if (open.length === 0 || left.length === 0) return pairs
  const pairUp = (
    match: (talk: SourceTalk, old: StoredTalk) => boolean,
    group: (each: SourceTalk | TalkBase) => string,
  ) => {
    const groups = Map.groupBy(left, (old) => group(old.source_values!))
    const newGroups = Map.groupBy(open, (talk) => group(talk))
    for (const talk of open) {
      const key = group(talk)
      const candidates = (groups.get(key) ?? []).filter((old) => !paired.has(old) && match(talk, old))
      if (candidates.length !== 1 || (newGroups.get(key)?.length ?? 0) > 1) continue
      pairs.set(talk, candidates[0]!)
      paired.add(candidates[0]!)
    }
    open = open.filter(isOpen)
    left = left.filter((old) => !paired.has(old))
  }
  // Ids of people may have changed with those of the talks.
  const formerName = new Map(stored.knownPeople.map(({ key, name }) => [key, fold(name)]))
  const presentName = new Map(people.map(({ key, name }) => [key, fold(name)]))
  const haveCommonPerson = (talk: SourceTalk, old: StoredTalk) => {
    const said = old.source_values!.speakers
    if (said.length === 0 || talk.speakers.length === 0) return true
    const names = new Set(said.map((key) => formerName.get(key) ?? key))
    return talk.speakers.some((key) => said.includes(key) || names.has(presentName.get(key) ?? key))
  }
  pairUp(haveCommonPerson, ({ title }) => titleKey(title))
  pairUp(
    (talk, old) => similarity(titleKey(talk.title), titleKey(old.source_values!.title)) >= 0.8,
    ({ location, date, start_time }) => [location, date, start_time].join('\n'),
  )
  return pairs
}

/**
 * New people who may be somebody whom the source named before, by their key: on each talk of either, one of them is gone
 * and the other is new, and nobody else. Equal names (other order, fewer words, initials) are sure; with a word in common,
 * or nearly the same letters, somebody has to say so.
 */
function findFormerNames(
  pairs: Map<SourceTalk, StoredTalk>,
  { people }: ProgrammeDocument,
  knownPeople: KnownPerson[],
): Map<string, FormerName> {
  const knownByKey = new Map(knownPeople.map((each) => [each.key, each]))
  const present = new Set(people.map(({ key }) => key))
  /** Of each key, those that stand for it on the other side; undefined where it is not one for one. */
  const others = new Map<string, Set<string | undefined>>()
  const note = (key: string, other: string | undefined) => {
    others.set(key, (others.get(key) ?? new Set()).add(other))
  }
  for (const [{ speakers }, { source_values }] of pairs) {
    const gone = source_values!.speakers.filter((key) => !present.has(key))
    const added = speakers.filter((key) => !source_values!.speakers.includes(key))
    const isOneForOne = gone.length === 1 && added.length === 1
    for (const key of gone) note(key, isOneForOne ? added[0] : undefined)
    for (const key of added) note(key, isOneForOne ? gone[0] : undefined)
  }
  const theOther = (key: string) => {
    const [other, ...more] = others.get(key) ?? []
    return more.length === 0 ? other : undefined
  }
  return new Map(
    people.flatMap(({ key, name }): [string, FormerName][] => {
      const formerKey = theOther(key)
      const known = formerKey === undefined ? undefined : knownByKey.get(formerKey)
      if (!known || knownByKey.has(key) || theOther(known.key) !== key) return []
      const isSure = namesAgree(known.name, name) || isNameWithInitials(known.name, name)
      return isSure || areNear(known.name, name) ? [[key, { known, isSure }]] : []
    }),
  )
}

const areNear = (one: string, other: string) => {
  const words = new Set(titleKey(one).split(' '))
  const hasCommonWord = titleKey(other)
    .split(' ')
    .some((word) => word.length > 2 && words.has(word))
  return hasCommonWord || similarity(titleKey(one), titleKey(other)) >= 0.5
}

/** How much of their pairs of letters two texts have in common, from 0 to 1. */
export function similarity(one: string, other: string): number {
  if (one === other) return 1
  const pairsOf = (text: string) =>
    Array.from({ length: Math.max(0, text.length - 1) }, (_, index) => text.slice(index, index + 2))
  const [a, b] = [pairsOf(one), pairsOf(other)]
  const counts = new Map<string, number>()
  for (const pair of a) counts.set(pair, (counts.get(pair) ?? 0) + 1)
  let common = 0
  for (const pair of b) {
    const n = counts.get(pair) ?? 0
    if (n > 0) common++
    counts.set(pair, n - 1)
  }
  return a.length + b.length === 0 ? 0 : (2 * common) / (a.length + b.length)
}

const renameShare = 0.8
const renameTalks = 3

/** A room or track that is called something new for nearly all of its talks has a new name; nobody moved. */
function findRenames(
  pairs: Map<SourceTalk, StoredTalk>,
  sourced: StoredTalk[],
  document: ProgrammeDocument,
): Rename[] {
  const renames: Rename[] = []
  for (const [kind, field] of [
    ['room', 'location'],
    ['track', 'track'],
  ] as const) {
    const formerNames = new Set(sourced.map((talk) => talk.source_values![field]))
    const names = Map.groupBy(pairs, ([, old]) => old.source_values![field])
    const claimed = new Set<string>()
    for (const [from, talks] of [...names].sort((a, b) => b[1].length - a[1].length)) {
      if (from === null || talks.length < renameTalks) continue
      const [to, same] = [...Map.groupBy(talks, ([talk]) => talk[field])].sort(
        (a, b) => b[1].length - a[1].length,
      )[0]!
      if (to === null || to === from || formerNames.has(to) || claimed.has(to)) continue
      if (same.length < talks.length * renameShare) continue
      if (document.talks.filter((talk) => talk[field] === from).length > talks.length * (1 - renameShare))
        continue
      claimed.add(to)
      renames.push({ kind, from, to, talks: same.length })
    }
  }
  return renames
}

function trackNames(
  stored: StoredProgramme,
  document: ProgrammeDocument,
  renamed: TrackNames['renamedTrack'],
): TrackNames['trackName'] {
  const sourceNames = new Map(stored.tracks.map(({ name, source_key }) => [name, source_key ?? name]))
  const documentNames = new Map(document.tracks.map((name) => [fold(name), name]))
  return (name) => {
    if (name === null) return null
    const sourceName = renamed(sourceNames.get(name) ?? name)
    return sourceName === null ? null : (documentNames.get(fold(sourceName)) ?? sourceName)
  }
}

function removedTalk(old: StoredTalk, isNear: boolean): TalkChange | undefined {
  const base = old.source_values!
  if (base.isGone) return undefined
  const isEdited =
    talkFieldNames.some((field) => field !== 'track' && old[field] !== base[field]) ||
    !sameList(old.speaker_ids, base.speaker_ids)
  const hasCoverage = old.linked > 0
  const removal = isNear || old.saved > 0 || hasCoverage || isEdited ? 'cancelled' : 'deleted'
  const isOurs = old.status === base.status
  return {
    kind: 'removed',
    key: old.source_key!,
    id: old.id,
    title: old.title,
    before: removal === 'cancelled' && isOurs ? { status: old.status } : {},
    after: removal === 'cancelled' && isOurs ? { status: 'cancelled' } : {},
    base: { ...base, status: 'cancelled', isGone: true },
    kept: [],
    removal,
    saved: old.saved,
    old,
  }
}

type BreakOptions = {
  isDeleted: (key: string) => boolean
  isTaken: (key: string, field: string) => boolean
  tracks: TrackNames
}

function compareBreaks(
  stored: StoredProgramme,
  document: ProgrammeDocument,
  { isDeleted, isTaken, tracks }: BreakOptions,
) {
  const sourced = stored.breaks.filter((each) => each.source_key !== null && each.source_values !== null)
  const pairs = pairBreaks(sourced, document.breaks)
  const changes: BreakChange[] = []
  let unchanged = 0
  for (const each of document.breaks) {
    const old = pairs.get(each)
    const { key, ...fields } = each
    if (!old) {
      if (isDeleted(key)) unchanged++
      else
        changes.push({
          kind: 'added',
          key,
          id: null,
          title: each.title,
          before: {},
          after: fields,
          base: fields,
          kept: [],
          old: null,
        })
      continue
    }
    const base = old.source_values!
    const { before, after, kept } = mergeFields(breakFieldNames, base, old, each, {
      ...tracks,
      isTaken: (field) => isTaken(key, field),
    })
    const hasNewBase = key !== old.source_key || breakFieldNames.some((field) => base[field] !== each[field])
    const changed = Object.keys(after)
    if (changed.length === 0) unchanged++
    if (changed.length === 0 && kept.length === 0 && !hasNewBase) continue
    const kind = kindOf(changed, kept)
    changes.push({ kind, key, id: old.id, title: each.title, before, after, base: fields, kept, old })
  }
  const remaining = new Set(pairs.values())
  for (const old of sourced) {
    if (remaining.has(old)) continue
    const isEdited = breakFieldNames.some(
      (field) => field !== 'track' && old[field] !== old.source_values![field],
    )
    // Somebody worked on it here: it stays, as one of ours.
    if (isEdited) continue
    changes.push({
      kind: 'removed',
      key: old.source_key!,
      id: old.id,
      title: old.title,
      before: {},
      after: {},
      base: null,
      kept: [],
      old,
    })
  }
  return { changes, unchanged }
}

function pairBreaks(sourced: StoredBreak[], breaks: SourceBreak[]): Map<SourceBreak, StoredBreak> {
  const pairs = new Map<SourceBreak, StoredBreak>()
  const paired = new Set<StoredBreak>()
  const pairBy = (ofSource: (each: SourceBreak) => string, ofStored: (each: StoredBreak) => string) => {
    const byKey = new Map(sourced.filter((each) => !paired.has(each)).map((each) => [ofStored(each), each]))
    for (const each of breaks) {
      const old = pairs.has(each) ? undefined : byKey.get(ofSource(each))
      if (!old || paired.has(old)) continue
      pairs.set(each, old)
      paired.add(old)
    }
  }
  const place = ({ title, date, start_time }: BreakFields) => [titleKey(title), date, start_time].join('\n')
  pairBy(
    ({ key }) => key,
    ({ source_key }) => source_key!,
  )
  pairBy(place, ({ source_values }) => place(source_values!))
  return pairs
}

type TrackUse = { talks: TalkChange[]; breaks: BreakChange[]; renames: Rename[] }

function planTracks(
  stored: StoredProgramme,
  document: ProgrammeDocument,
  { talks, breaks, renames }: TrackUse,
): ProgrammePlan['tracks'] {
  const renamed = stored.tracks.flatMap((track) => {
    const rename = renames.find(({ kind, from }) => kind === 'track' && track.source_key === from)
    return rename
      ? [
          {
            id: track.id,
            source_key: rename.to,
            name: track.name === track.source_key ? rename.to : null,
            before: { name: track.name, source_key: track.source_key! },
          },
        ]
      : []
  })
  const names = new Set(
    stored.tracks.flatMap(({ id, name, source_key }) => {
      const rename = renamed.find((each) => each.id === id)
      return [name, rename?.source_key ?? source_key ?? name].map(fold)
    }),
  )
  const needed = new Set([...talks, ...breaks].flatMap(({ after }) => after.track ?? []))
  const added = document.tracks.flatMap((name, position) =>
    needed.has(name) && !names.has(fold(name)) ? [{ name, position }] : [],
  )
  const changeOf = new Map<string | null, TalkChange | BreakChange>(
    [...talks, ...breaks].map((each) => [each.id, each]),
  )
  const used = new Set(
    [...stored.talks, ...stored.breaks]
      .flatMap((each) => {
        const change = changeOf.get(each.id)
        const isDeleted =
          change?.kind === 'removed' && ('removal' in change ? change.removal === 'deleted' : true)
        return isDeleted ? [] : ((change && 'track' in change.after ? change.after.track : each.track) ?? [])
      })
      .map(fold),
  )
  const said = new Set(document.tracks.map(fold))
  const removed = stored.tracks.filter(
    ({ id, name, source_key }) =>
      source_key !== null &&
      name === source_key &&
      !said.has(fold(source_key)) &&
      !used.has(fold(name)) &&
      !renamed.some((each) => each.id === id),
  )
  return { added, renamed, removed }
}

/** Talks of the source that are called like one that was made here: both are listed, and somebody should know. */
function sameTitles(stored: StoredProgramme, talks: TalkChange[]): ProgrammeWarning[] {
  const ours = new Set(
    stored.talks.filter(({ source_key }) => source_key === null).map(({ title }) => titleKey(title)),
  )
  return talks
    .filter(({ kind, title }) => kind === 'added' && ours.has(titleKey(title)))
    .map(({ key, title }) => ({
      code: 'SAME_TITLE',
      key,
      text: `"${title}" was entered here by hand, too: both are listed`,
    }))
}

export type SyncCounts = {
  added: number
  changed: number
  moved: number
  removed: number
  unchanged: number
  kept: number
  breaks: { added: number; changed: number; moved: number; removed: number; unchanged: number; kept: number }
}

/** A talk counts once, and is kept beside it if a field of it is; a renamed room or track is one change. */
export function countsOf(plan: ProgrammePlan): SyncCounts {
  const count = (changes: { kind: ChangeKind }[], kind: ChangeKind) =>
    changes.filter((each) => each.kind === kind).length
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

/** Whether bringing it in would write nothing at all. */
export const isEmptyPlan = (plan: ProgrammePlan) =>
  plan.talks.length +
    plan.breaks.length +
    plan.tracks.added.length +
    plan.tracks.renamed.length +
    plan.tracks.removed.length ===
    0 && plan.people.every((person) => !person.hasNews || !person.isNeeded)

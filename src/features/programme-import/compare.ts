import { count, fold } from '#lib/text.ts'
import type { ProgrammeDocument, ProgrammeWarning, SourceLink, SourceTalk, TalkFields } from './document.ts'
import { findFormerNames, findRenames, pairBreaks, pairTalks, withFormerKeys } from './pair-programme.ts'
import { resolvePeople } from './people.ts'
import { titleKey } from './plain-text.ts'
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
import { addDays } from './programme-times.ts'
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
  const sourced = sourcedRows(stored.talks, read.talks, (talk) => ({
    ...talk,
    links: talk.links ?? [],
    speakers: [],
  }))
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

  const rowOf = new Map(stored.talks.map((talk) => [talk.id, talk]))
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
    /** As it stands here: of one that was made here, nothing was said. */
    const row = rowOf.get(old.id)!
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
      key !== row.source_key ||
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
      old: row,
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
    warnings: [...sameTitles(stored, talks), ...leftOut(stored, sourced)],
  }
}

/**
 * The rows that the source decides. Our exports name a row by its id unless its source gave it one like it. One that was
 * made here and is named so is among them from now on; `said` gives what the source would have said of it: how it stands here.
 */
function sourcedRows<Row extends StoredTalk | StoredBreak>(
  rows: Row[],
  entries: { key: string }[],
  said: (row: Row) => Row['source_values'],
): Row[] {
  const keys = new Set(entries.map(({ key }) => key))
  return rows.flatMap((row) => {
    const isNamed = keys.has(row.id)
    if (row.source_key === null)
      return isNamed ? [{ ...row, source_key: row.id, source_values: said(row) }] : []
    return row.source_values === null ? [] : [isNamed ? { ...row, source_key: row.id } : row]
  })
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
  const sourced = sourcedRows(stored.breaks, document.breaks, (each) => each)
  const rowOf = new Map(stored.breaks.map((each) => [each.id, each]))
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
    const row = rowOf.get(old.id)!
    const { before, after, kept } = mergeFields(breakFieldNames, base, old, each, {
      ...tracks,
      isTaken: (field) => isTaken(key, field),
    })
    const hasNewBase = key !== row.source_key || breakFieldNames.some((field) => base[field] !== each[field])
    const changed = Object.keys(after)
    if (changed.length === 0) unchanged++
    if (changed.length === 0 && kept.length === 0 && !hasNewBase) continue
    const kind = kindOf(changed, kept)
    changes.push({ kind, key, id: old.id, title: each.title, before, after, base: fields, kept, old: row })
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
  const descriptions = new Map(document.track_descriptions?.map((each) => [each.name, each.description]))
  const added = document.tracks.flatMap((name, position) =>
    needed.has(name) && !names.has(fold(name))
      ? [{ name, description: descriptions.get(name) ?? null, position }]
      : [],
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

/** Where the file is an export of what was made here: the talks that it does not have stay, and somebody may think that they go. */
function leftOut(stored: StoredProgramme, sourced: StoredTalk[]): ProgrammeWarning[] {
  const inFile = new Set(sourced.map(({ id }) => id))
  const ours = stored.talks.filter(({ source_key }) => source_key === null)
  const left = ours.filter(({ id }) => !inFile.has(id))
  const [first] = left
  if (!first || left.length === ours.length) return []
  const text = `${count(left.length, 'talk that was', 'talks that were')} entered here by hand ${left.length === 1 ? 'is' : 'are'} not in this file and ${left.length === 1 ? 'stays' : 'stay'}, such as "${first.title}"`
  return [{ code: 'NOT_IN_FILE', key: null, text }]
}

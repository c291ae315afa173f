import { isNameWithInitials, namesAgree, titleKey } from '#features/reading/plain-text.ts'
import { fold } from '#lib/text.ts'
import type {
  BreakFields,
  ProgrammeDocument,
  SourceBreak,
  SourcePerson,
  SourceTalk,
} from '../reading/document.ts'
import type { FormerName, KnownPerson } from './people.ts'
import type { StoredBreak, StoredProgramme, StoredTalk, TalkBase } from './programme-plan.ts'
import type { Rename } from './sync-choices.ts'

/** Those that are alone under their key. */
function uniqueByKey<Item>(items: Item[], keyOf: (item: Item) => string): Map<string, Item> {
  const groups = [...Map.groupBy(items, keyOf)].filter(([, group]) => group.length === 1)
  return new Map(groups.map(([key, [item]]) => [key, item!]))
}

const shiftedTalks = 3

/** Numbers that stand for other talks now, like those of a table's rows after one more was put between: the titles tell. */
export function withFormerKeys(
  source: ProgrammeDocument,
  ownedTalks: StoredTalk[],
  knownPeople: KnownPerson[],
): ProgrammeDocument {
  const document = withKeysOfNewTalks(source, ownedTalks, knownPeople)
  const formerTitle = (old: StoredTalk) => titleKey(old.source_values!.title)
  const byKey = new Map(ownedTalks.map((old) => [old.source_key!, old]))
  const former = uniqueByKey(ownedTalks, formerTitle)
  const present = uniqueByKey(document.talks, ({ title }) => titleKey(title))
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

/** Below it two titles have nothing in common. */
const otherTitle = 0.3

/** A key that stands for another talk now, by its title, text and people, gets the title: the talk is a new one, the old one is gone. */
function withKeysOfNewTalks(
  document: ProgrammeDocument,
  ownedTalks: StoredTalk[],
  knownPeople: KnownPerson[],
): ProgrammeDocument {
  const byKey = new Map(ownedTalks.map((old) => [old.source_key!, old]))
  const commonPeople = createPeopleComparison(document.people, knownPeople)
  const talks = document.talks.map((talk) => {
    const old = byKey.get(talk.key)
    const former = old?.source_values
    const isOther =
      old &&
      former &&
      talk.speakers.length > 0 &&
      former.speakers.length > 0 &&
      talk.description !== former.description &&
      similarity(titleKey(talk.title), titleKey(former.title)) < otherTitle &&
      commonPeople(talk, old) === 0
    return isOther ? { ...talk, key: `${talk.key}:${titleKey(talk.title)}`.slice(0, 300) } : talk
  })
  return { ...document, talks }
}

type Pairing = {
  pairs: Map<SourceTalk, StoredTalk>
  /** Without a pair yet. */
  talks: SourceTalk[]
  stored: StoredTalk[]
}

/** Pairs talks that are alone in their group on both sides, if they match. */
function pairGroups(
  pairing: Pairing,
  groupOf: (talk: SourceTalk | TalkBase) => string,
  isMatch: (talk: SourceTalk, old: StoredTalk) => boolean,
) {
  const { pairs } = pairing
  const paired = new Set<StoredTalk>()
  const storedGroups = Map.groupBy(pairing.stored, (old) => groupOf(old.source_values!))
  const groups = Map.groupBy(pairing.talks, groupOf)
  for (const talk of pairing.talks) {
    const group = groupOf(talk)
    // Before any comparison: thousands of talks at one place would each be compared with each.
    if (groups.get(group)!.length > 1) continue
    const candidates = (storedGroups.get(group) ?? []).filter((old) => isMatch(talk, old))
    if (candidates.length !== 1) continue
    pairs.set(talk, candidates[0]!)
    paired.add(candidates[0]!)
  }
  pairing.talks = pairing.talks.filter((talk) => !pairs.has(talk))
  pairing.stored = pairing.stored.filter((old) => !paired.has(old))
}

/** Which stored talk is which of the source: by key, by title and people, by title on its day, by place and people or nearly the same title. */
export function pairTalks(
  ownedTalks: StoredTalk[],
  { talks, people }: ProgrammeDocument,
  { deletedKeys, knownPeople }: StoredProgramme,
): Map<SourceTalk, StoredTalk> {
  const pairs = new Map<SourceTalk, StoredTalk>()
  const byKey = new Map(ownedTalks.map((talk) => [talk.source_key, talk]))
  for (const talk of talks) {
    const old = byKey.get(talk.key)
    if (old) pairs.set(talk, old)
  }
  const paired = new Set(pairs.values())
  const pairing: Pairing = {
    pairs,
    talks: talks.filter((talk) => !pairs.has(talk) && !deletedKeys.includes(`talk:${talk.key}`)),
    stored: ownedTalks.filter((talk) => !paired.has(talk)),
  }
  if (pairing.talks.length === 0 || pairing.stored.length === 0) return pairs
  const commonPeople = createPeopleComparison(people, knownPeople)
  const haveCommonPerson = (talk: SourceTalk, old: StoredTalk) =>
    [talk, old.source_values!].some(({ speakers }) => speakers.length === 0) || commonPeople(talk, old) > 0
  const haveSamePeople = (talk: SourceTalk, old: StoredTalk) =>
    talk.speakers.length > 0 &&
    talk.speakers.length === old.source_values!.speakers.length &&
    talk.speakers.length === commonPeople(talk, old)
  pairGroups(pairing, ({ title }) => titleKey(title), haveCommonPerson)
  // What is given again, on several days.
  pairGroups(pairing, ({ title, date }) => [titleKey(title), date].join('\n'), haveCommonPerson)
  pairGroups(
    pairing,
    ({ location, date, start_time }) => [location, date, start_time].join('\n'),
    (talk, old) => {
      const share = similarity(titleKey(talk.title), titleKey(old.source_values!.title))
      // A key that is there by itself, and is a new one, says that the talk is another one.
      return talk.key.includes(`:${titleKey(talk.title)}`)
        ? share >= 0.6 || (talk.start_time !== null && haveSamePeople(talk, old))
        : share >= 0.8
    },
  )
  return pairs
}

/** Counts the speakers that two talks have in common: ids of people may have changed with those of the talks. */
function createPeopleComparison(people: SourcePerson[], knownPeople: KnownPerson[]) {
  const formerName = new Map(knownPeople.map(({ key, name }) => [key, fold(name)]))
  const presentName = new Map(people.map(({ key, name }) => [key, fold(name)]))
  return (talk: SourceTalk, { source_values }: StoredTalk): number => {
    const { speakers } = source_values!
    const names = new Set(speakers.map((key) => formerName.get(key) ?? key))
    return talk.speakers.filter((key) => speakers.includes(key) || names.has(presentName.get(key) ?? key))
      .length
  }
}

/**
 * New people who may be somebody whom the source named before, by their key: on each talk of either, one of them is gone
 * and the other is new, and nobody else. Equal names (other order, fewer words, initials) are sure; with a word in common,
 * or nearly the same letters, somebody has to say so.
 */
export function findFormerNames(
  pairs: Map<SourceTalk, StoredTalk>,
  { people }: ProgrammeDocument,
  knownPeople: KnownPerson[],
): Map<string, FormerName> {
  const knownByKey = new Map(knownPeople.map((person) => [person.key, person]))
  const present = new Set(people.map(({ key }) => key))
  /** By key, those that stand for it on the other side; undefined where it is not one for one. */
  const counterparts = new Map<string, Set<string | undefined>>()
  const addCounterpart = (key: string, other: string | undefined) => {
    counterparts.set(key, (counterparts.get(key) ?? new Set()).add(other))
  }
  for (const [{ speakers }, { source_values }] of pairs) {
    const removed = source_values!.speakers.filter((key) => !present.has(key))
    const added = speakers.filter((key) => !source_values!.speakers.includes(key))
    const isOneForOne = removed.length === 1 && added.length === 1
    for (const key of removed) addCounterpart(key, isOneForOne ? added[0] : undefined)
    for (const key of added) addCounterpart(key, isOneForOne ? removed[0] : undefined)
  }
  const counterpartOf = (key: string) => {
    const [other, ...more] = counterparts.get(key) ?? []
    return more.length === 0 ? other : undefined
  }
  return new Map(
    people.flatMap(({ key, name }): [string, FormerName][] => {
      const formerKey = counterpartOf(key)
      const former = formerKey === undefined ? undefined : knownByKey.get(formerKey)
      if (!former || knownByKey.has(key) || counterpartOf(former.key) !== key) return []
      const isSure = namesAgree(former.name, name) || isNameWithInitials(former.name, name)
      return isSure || areNear(former.name, name) ? [[key, { known: former, isSure }]] : []
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
function similarity(one: string, other: string): number {
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
/** From then on, a room whose old name is in no talk of the file may be the one with a name that is new. */
const doubtfulShare = 0.4

/**
 * A room or track that is called something new for nearly all of its talks has a new name; nobody moved. If some of its talks
 * moved as well, the rename is to be confirmed: the old room is gone from the file, and the new one was never there.
 */
export function findRenames(
  pairs: Map<SourceTalk, StoredTalk>,
  ownedTalks: StoredTalk[],
  document: ProgrammeDocument,
): Rename[] {
  return (['room', 'track'] as const).flatMap((kind) => {
    const field = kind === 'room' ? 'location' : 'track'
    const formerNames = new Set(ownedTalks.map((talk) => talk.source_values![field]))
    const presentCounts = new Map(
      [...Map.groupBy(document.talks, (talk) => talk[field])].map(([name, talks]) => [name, talks.length]),
    )
    const formerTalks = Map.groupBy(pairs, ([, old]) => old.source_values![field])
    const candidates = [...formerTalks].flatMap(([from, talks]) =>
      [...Map.groupBy(talks, ([talk]) => talk[field])].flatMap(([to, { length }]): Rename[] => {
        if (from === null || to === null || to === from || formerNames.has(to)) return []
        if (talks.length < renameTalks) return []
        const remaining = presentCounts.get(from) ?? 0
        if (length >= talks.length * renameShare && remaining <= talks.length * (1 - renameShare))
          return [{ kind, from, to, talks: length }]
        const isDoubtful =
          kind === 'room' &&
          remaining === 0 &&
          length >= renameTalks &&
          length >= talks.length * doubtfulShare
        return isDoubtful ? [{ kind, from, to, talks: length, doubtfulOf: talks.length }] : []
      }),
    )
    const claimed = new Set<string>()
    return candidates
      .sort((one, other) => other.talks - one.talks)
      .filter(({ from, to }) => {
        const isFree = !claimed.has(`from ${from}`) && !claimed.has(`to ${to}`)
        if (isFree) claimed.add(`from ${from}`).add(`to ${to}`)
        return isFree
      })
  })
}

export function pairBreaks(ownedBreaks: StoredBreak[], breaks: SourceBreak[]): Map<SourceBreak, StoredBreak> {
  const pairs = new Map<SourceBreak, StoredBreak>()
  const paired = new Set<StoredBreak>()
  const pairBy = (ofSource: (source: SourceBreak) => string, ofStored: (old: StoredBreak) => string) => {
    const byKey = new Map(ownedBreaks.filter((old) => !paired.has(old)).map((old) => [ofStored(old), old]))
    for (const source of breaks) {
      const old = pairs.has(source) ? undefined : byKey.get(ofSource(source))
      if (!old || paired.has(old)) continue
      pairs.set(source, old)
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

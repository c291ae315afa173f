import { namesAgree } from '#features/reading/plain-text.ts'
import { fold } from '#lib/text.ts'
import type { SourcePerson } from '../reading/document.ts'
import type { PeopleMode, SyncChoices } from './sync-choices.ts'

/** A person of an earlier version of this source, and the speaker. */
export type KnownPerson = {
  key: string
  /** As last written in the source. */
  name: string
  speaker_id: string
  speaker_name: string
  is_claimed: boolean
  /** Fields that the source has had at any time: they are not filled in again. */
  source_fields: string[]
  has: string[]
}

/** A speaker with the name of a person of the source. */
export type SpeakerCandidate = {
  id: string
  name: string
  /** The folded name that the speaker has or had. */
  name_key: string
  /** Speaks at this conference or another edition of it. */
  is_in_series: boolean
  is_claimed: boolean
  events: string[]
  has: string[]
}

/** A person whom the source may have renamed: in the same talks, somebody with a similar name is missing, or another edition has the id. */
export type FormerName = { known: KnownPerson; isSure: boolean; isOfEdition?: true }

export type PersonMatch = {
  key: string
  name: string
  kind: 'known' | 'matched' | 'new' | 'asked'
  /** Null for somebody new. */
  speaker_id: string | null
  candidates: SpeakerCandidate[]
  /** The key of somebody else of the source who is the same person: their speaker is this one's, too. */
  sameAs?: string
  /** The source may call one of the candidates by another name now. */
  hasFormerName?: boolean
  /** The speaker's name here follows the source's. */
  rename?: { from: string; to: string }
  /** Fields of the speaker that are empty and are filled in from the source. */
  fill: ('bio' | 'image_url' | 'links')[]
  /** Whether the source has a name or field that is to be stored. */
  hasNews: boolean
  isNeeded: boolean
}

const renamesFrom = 0.9
const idsFrom = 0.5
const isFullName = (name: string) => /\S\s+\S/.test(name)

export type StoredPeople = {
  knownPeople: KnownPerson[]
  candidates: SpeakerCandidate[]
  /** Whom other editions of the series have under an id of the source, each id once. */
  editionPeople?: KnownPerson[]
}

type PeopleChoices = Pick<SyncChoices, 'people' | 'same' | 'peopleMode'>

/** What each person of the source is matched with. */
type Matching = {
  choices: PeopleChoices
  mode: PeopleMode
  knownByKey: Map<string, KnownPerson>
  formerNames: Map<string, FormerName>
  candidatesByName: Map<string, SpeakerCandidate[]>
  candidateById: Map<string, SpeakerCandidate>
  /** Speakers that somebody of the source is already. */
  matchedIds: Set<string>
  /** The folded names of the source, with how many have each. */
  nameCounts: Map<string, number>
}

/** Who of the source is which speaker: neither ids nor names alone say so, but both together. */
export function resolvePeople(
  people: SourcePerson[],
  { knownPeople, candidates, editionPeople = [] }: StoredPeople,
  choices: PeopleChoices,
  formerNames: Map<string, FormerName> = new Map(),
): { people: PersonMatch[]; mode: PeopleMode } {
  const knownByKey = new Map(knownPeople.map((person) => [person.key, person]))
  const mode = choices.peopleMode ?? modeOf(people, knownByKey)
  const matching: Matching = {
    choices,
    mode,
    knownByKey,
    formerNames: new Map([
      ...(choices.peopleMode === 'names' ? [] : namesInEditions(people, editionPeople)),
      ...formerNames,
    ]),
    candidatesByName: Map.groupBy(candidates, ({ name_key }) => name_key),
    candidateById: new Map(candidates.map((candidate) => [candidate.id, candidate])),
    matchedIds: new Set(),
    nameCounts: new Map(
      [...Map.groupBy(people, ({ name }) => fold(name))].map(([key, all]) => [key, all.length]),
    ),
  }
  for (const person of people) {
    const earlier = knownPersonOf(matching, person)
    if (earlier) matching.matchedIds.add(earlier.speaker_id)
  }
  const matches = people.map((person) => {
    const earlier = knownPersonOf(matching, person)
    return earlier ? matchKnown(person, earlier) : matchUnknown(matching, person)
  })
  return { people: joinSame(matches, choices.same ?? {}), mode }
}

/** Those who are somebody else of the source get that one's speaker. Of two who are each other the first by key is both. */
function joinSame(matches: PersonMatch[], same: Record<string, string>): PersonMatch[] {
  const byKey = new Map(matches.map((match) => [match.key, match]))
  return matches.map((match) => {
    const other = byKey.get(same[match.key] ?? '')
    if (!other || other === match || (other.key in same && other.key > match.key)) return match
    const { speaker_id, key: sameAs } = other
    return { ...match, kind: 'matched', candidates: [], fill: [], hasNews: true, speaker_id, sameAs }
  })
}

/** How far keys can be trusted: whether most of those from before have the same name. */
function modeOf(people: SourcePerson[], knownByKey: Map<string, KnownPerson>): PeopleMode {
  const agreements = people.flatMap(({ key, name }) => {
    const earlier = knownByKey.get(key)
    return earlier ? [namesAgree(earlier.name, name)] : []
  })
  const share = agreements.length === 0 ? 1 : agreements.filter(Boolean).length / agreements.length
  return share >= renamesFrom ? 'renames' : share >= idsFrom ? 'ids' : 'names'
}

/** Whose id another edition has with another name, where nearly all of its ids have the same names here. */
function namesInEditions(people: SourcePerson[], editionPeople: KnownPerson[]): [string, FormerName][] {
  const byKey = new Map(editionPeople.map((person) => [person.key, person]))
  if (modeOf(people, byKey) !== 'renames') return []
  const names = new Set(people.map(({ name }) => fold(name)))
  return people.flatMap(({ key, name }): [string, FormerName][] => {
    const earlier = byKey.get(key)
    if (!earlier || fold(earlier.name) === fold(name)) return []
    const isSure = !names.has(fold(earlier.name)) && !names.has(fold(earlier.speaker_name))
    return [[key, { known: earlier, isSure, isOfEdition: true }]]
  })
}

function knownPersonOf({ choices, mode, knownByKey }: Matching, { key, name }: SourcePerson) {
  const earlier = knownByKey.get(key)
  if (!earlier || choices.people?.[key] !== undefined || mode === 'names') return undefined
  return mode === 'renames' || namesAgree(earlier.name, name) ? earlier : undefined
}

function matchKnown(person: SourcePerson, earlier: KnownPerson): PersonMatch {
  const newFields = sourceFieldsOf(person).filter((field) => !earlier.source_fields.includes(field))
  return {
    key: person.key,
    name: person.name,
    candidates: [],
    isNeeded: true,
    kind: 'known',
    speaker_id: earlier.speaker_id,
    fill: earlier.is_claimed ? [] : newFields.filter((field) => !earlier.has.includes(field)),
    ...renameOf(earlier, person),
    hasNews: earlier.name !== person.name || newFields.length > 0,
  }
}

function matchUnknown(matching: Matching, person: SourcePerson): PersonMatch {
  const { choices, candidateById, matchedIds } = matching
  const formerName = matching.formerNames.get(person.key)
  const former = formerName && !matchedIds.has(formerName.known.speaker_id) ? formerName : undefined
  const namesakes = (matching.candidatesByName.get(fold(person.name)) ?? []).filter(
    ({ id }) => !matchedIds.has(id),
  )
  const candidates = former
    ? [asCandidate(former), ...namesakes.filter(({ id }) => id !== former.known.speaker_id)]
    : namesakes
  const match = (kind: PersonMatch['kind'], candidate?: SpeakerCandidate): PersonMatch => {
    if (candidate) matchedIds.add(candidate.id)
    return {
      key: person.key,
      name: person.name,
      isNeeded: true,
      kind,
      speaker_id: candidate?.id ?? null,
      candidates,
      fill: candidate?.is_claimed
        ? []
        : sourceFieldsOf(person).filter((field) => !candidate?.has.includes(field)),
      hasNews: true,
      ...(former && { hasFormerName: true }),
      // The file of another year renames nobody.
      ...(former &&
        !former.isOfEdition &&
        candidate?.id === former.known.speaker_id &&
        renameOf(former.known, person)),
    }
  }
  const decisions = [choices.people?.[person.key], choices.people?.[person.name]]
  if (decisions.some((id) => id !== undefined)) {
    const id = decisions[0] ?? decisions[1]
    const byId = (speakerId: string) =>
      candidates.find((candidate) => candidate.id === speakerId) ?? candidateById.get(speakerId)
    return id ? match('matched', byId(id) ?? otherSpeaker(id)) : match('new')
  }
  // A speaker with an account keeps the talk until somebody decides otherwise.
  if (former) {
    const isMatched = former.isSure && candidates.length === 1
    const isPreselected = isMatched || former.known.is_claimed
    return match(isMatched ? 'matched' : 'asked', isPreselected ? candidates[0] : undefined)
  }
  // Somebody else of the source is called as this speaker is now, or as this person is.
  const isShared = namesakes.some((candidate) => {
    const presentKey = fold(candidate.name)
    return presentKey !== candidate.name_key && matching.nameCounts.has(presentKey)
  })
  if (isShared || (isFullName(person.name) && matching.nameCounts.get(fold(person.name))! > 1))
    return match('asked')
  const inSeries = namesakes.filter(({ is_in_series }) => is_in_series)
  if (inSeries.length === 1) return match('matched', inSeries[0])
  if (isFullName(person.name) && inSeries.length === 0 && namesakes.length === 1)
    return match('matched', namesakes[0])
  return match(namesakes.length > 0 ? 'asked' : 'new')
}

/** The speaker's name here follows the source's, unless it was edited here or is the person's own. */
const renameOf = (earlier: KnownPerson, { name }: SourcePerson): Pick<PersonMatch, 'rename'> =>
  !earlier.is_claimed && earlier.speaker_name === earlier.name && earlier.name !== name
    ? { rename: { from: earlier.name, to: name } }
    : {}

const asCandidate = ({ known, isOfEdition }: FormerName): SpeakerCandidate => ({
  id: known.speaker_id,
  name: known.speaker_name,
  name_key: fold(known.speaker_name),
  is_in_series: true,
  is_claimed: known.is_claimed,
  events: [isOfEdition ? 'Another edition' : 'This programme until now'],
  has: known.has,
})

/** A speaker that somebody chose although the name is another. */
const otherSpeaker = (id: string): SpeakerCandidate => ({
  id,
  name: '',
  name_key: '',
  is_in_series: false,
  is_claimed: true,
  events: [],
  has: [],
})

export const sourceFieldsOf = (person: SourcePerson): PersonMatch['fill'] => [
  ...(person.bio ? (['bio'] as const) : []),
  ...(person.image_url ? (['image_url'] as const) : []),
  ...(person.links.length > 0 ? (['links'] as const) : []),
]

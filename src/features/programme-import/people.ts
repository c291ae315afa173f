import { fold } from '#lib/text.ts'
import type { SourcePerson } from './document.ts'
import { namesAgree } from './plain-text.ts'
import type { PeopleMode, SyncChoices } from './sync-choices.ts'

/** Somebody whom this source named before, and who that is here. */
export type KnownPerson = {
  key: string
  /** As the source wrote it last. */
  name: string
  speaker_id: string
  speaker_name: string
  is_claimed: boolean
  /** What the source has said of the person at any time: it is not filled in again. */
  said: string[]
  has: string[]
}

/** A speaker here who has the name of somebody in the source. */
export type SpeakerCandidate = {
  id: string
  name: string
  name_key: string
  /** Speaks at this conference or another edition of it. */
  is_in_series: boolean
  is_claimed: boolean
  events: string[]
  has: string[]
}

/** Whom the source may now call by another name: on the same talks, somebody nearly so called is no longer there. */
export type FormerName = { known: KnownPerson; isSure: boolean }

export type PersonMatch = {
  key: string
  name: string
  kind: 'known' | 'matched' | 'new' | 'asked'
  /** Null for somebody new. */
  speaker_id: string | null
  candidates: SpeakerCandidate[]
  /** The source may call one of the candidates by another name now. */
  hasFormerName?: boolean
  /** The speaker's name here follows the source's. */
  rename?: { from: string; to: string }
  /** What is empty here and comes in with the person. */
  fill: ('bio' | 'image_url' | 'links')[]
  /** Whether the source said something of the person that is to be kept in mind. */
  hasNews: boolean
  isNeeded: boolean
}

const renamesFrom = 0.9
const idsFrom = 0.5
const isFullName = (name: string) => /\S\s+\S/.test(name)

/** Who of the source is who here: neither ids nor names alone say so, but both together. */
export function resolvePeople(
  people: SourcePerson[],
  stored: { knownPeople: KnownPerson[]; candidates: SpeakerCandidate[] },
  choices: Pick<SyncChoices, 'people' | 'peopleMode'>,
  formerNames: Map<string, FormerName> = new Map(),
): { people: PersonMatch[]; mode: PeopleMode } {
  const knownByKey = new Map(stored.knownPeople.map((each) => [each.key, each]))
  const met = people.flatMap((person) => {
    const known = knownByKey.get(person.key)
    return known ? [namesAgree(known.name, person.name)] : []
  })
  const share = met.length === 0 ? 1 : met.filter(Boolean).length / met.length
  const mode = choices.peopleMode ?? (share >= renamesFrom ? 'renames' : share >= idsFrom ? 'ids' : 'names')
  const byName = Map.groupBy(stored.candidates, ({ name_key }) => name_key)
  const candidateById = new Map(stored.candidates.map((each) => [each.id, each]))
  const taken = new Set<string>()
  const knownOf = (person: SourcePerson) => {
    const known = knownByKey.get(person.key)
    if (!known || choices.people?.[person.key] !== undefined || mode === 'names') return undefined
    return mode === 'renames' || namesAgree(known.name, person.name) ? known : undefined
  }
  for (const person of people) {
    const known = knownOf(person)
    if (known) taken.add(known.speaker_id)
  }
  const matches = people.map((person): PersonMatch => {
    const base = { key: person.key, name: person.name, candidates: [], isNeeded: true }
    const known = knownOf(person)
    if (known) {
      const fill = known.is_claimed
        ? []
        : sourceFieldsOf(person).filter((each) => !known.has.includes(each) && !known.said.includes(each))
      return {
        ...base,
        kind: 'known',
        speaker_id: known.speaker_id,
        fill,
        ...renameOf(known, person),
        hasNews:
          known.name !== person.name || sourceFieldsOf(person).some((each) => !known.said.includes(each)),
      }
    }
    const decision = choices.people?.[person.key] ?? choices.people?.[person.name]
    const isDecided =
      choices.people?.[person.key] !== undefined || choices.people?.[person.name] !== undefined
    const named = (byName.get(fold(person.name)) ?? []).filter(({ id }) => !taken.has(id))
    const formerName = formerNames.get(person.key)
    const former = formerName && !taken.has(formerName.known.speaker_id) ? formerName : undefined
    const candidates = former
      ? [former.known, ...named.filter(({ id }) => id !== former.known.speaker_id)].map(asCandidate)
      : named
    const inSeries = named.filter(({ is_in_series }) => is_in_series)
    const match = (
      kind: PersonMatch['kind'],
      candidate: SpeakerCandidate | undefined,
      candidates: SpeakerCandidate[] = [],
    ): PersonMatch => {
      if (candidate) taken.add(candidate.id)
      const fill = candidate?.is_claimed
        ? []
        : sourceFieldsOf(person).filter((each) => !candidate?.has.includes(each))
      return {
        ...base,
        kind,
        speaker_id: candidate?.id ?? null,
        candidates,
        fill,
        hasNews: true,
        ...(former && { hasFormerName: true }),
        ...(former && candidate?.id === former.known.speaker_id && renameOf(former.known, person)),
      }
    }
    if (isDecided) {
      const candidate = decision
        ? (candidates.find(({ id }) => id === decision) ?? candidateById.get(decision) ?? strange(decision))
        : undefined
      return match(candidate ? 'matched' : 'new', candidate, candidates)
    }
    // Whoever has an account here keeps the talk until somebody says otherwise.
    if (former) {
      const isMatched = former.isSure && candidates.length === 1
      const isPreselected = isMatched || former.known.is_claimed
      return match(isMatched ? 'matched' : 'asked', isPreselected ? candidates[0] : undefined, candidates)
    }
    if (inSeries.length === 1) return match('matched', inSeries[0], named)
    if (isFullName(person.name) && inSeries.length === 0 && named.length === 1)
      return match('matched', named[0], named)
    return named.length > 0 ? match('asked', undefined, named) : match('new', undefined)
  })
  return { people: matches, mode }
}

/** The speaker's name here follows the source's, unless it was edited here or is the person's own. */
const renameOf = (known: KnownPerson, { name }: SourcePerson): Pick<PersonMatch, 'rename'> =>
  !known.is_claimed && known.speaker_name === known.name && known.name !== name
    ? { rename: { from: known.name, to: name } }
    : {}

const asCandidate = (each: KnownPerson | SpeakerCandidate): SpeakerCandidate =>
  'id' in each
    ? each
    : {
        id: each.speaker_id,
        name: each.speaker_name,
        name_key: fold(each.speaker_name),
        is_in_series: true,
        is_claimed: each.is_claimed,
        events: ['This programme until now'],
        has: each.has,
      }

/** A speaker that somebody chose although the name is another. */
const strange = (id: string): SpeakerCandidate => ({
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

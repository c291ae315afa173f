import {
  namesIn,
  normaliseUrl,
  plainLine,
  publicName,
  shortenText,
  shortLine,
} from '#features/reading/plain-text.ts'
import { fold } from '#lib/text.ts'
import { limits } from '#src/limits.ts'
import type { ProgrammeWarning, SourcePerson, SourceTalk } from './document.ts'
import type { RawLink, RawPerson, RawProgramme, ReadText, Warn } from './raw-programme.ts'

// The people of a file, each once.

/** "Ada Lovelace, Grace Hopper (Navy)" as two people. Who has an id is one. */
export function separatePeople(person: RawPerson, where: string, warn: Warn): RawPerson[] {
  const names = person.id || !person.name ? [] : (namesIn(person.name) ?? [])
  if (names.length < 2) return [{ ...person, name: names[0] ?? person.name }]
  warn('SEVERAL_NAMES', where, `"${person.name}" was read as ${names.length} speakers`)
  return names.map((name) => ({ name }))
}

const platforms: [SourcePerson['links'][number]['platform'], RegExp][] = [
  ['twitter', /^https?:\/\/(?:www\.|mobile\.)?(?:twitter|x)\.com\/@?([A-Za-z0-9_]{1,15})\/?(?:[?#].*)?$/i],
  ['github', /^https?:\/\/(?:www\.)?github\.com\/([A-Za-z0-9-]{1,39})\/?(?:[?#].*)?$/i],
]

function socialLinks(links: RawLink[], base: string | null): SourcePerson['links'] {
  const byPlatform = new Map<string, SourcePerson['links'][number]>()
  for (const { url, type, title } of links) {
    const address = normaliseUrl(url, base)
    if (!address) continue
    const social = platforms.flatMap(([platform, pattern]) => {
      const handle = address.match(pattern)?.[1]
      return handle ? [{ platform, handle }] : []
    })[0]
    const isSite = /^(?:blog|website|company[ _]website|home ?page)$/i.test(type || title || '')
    const link = social ?? (isSite ? { platform: 'website' as const, handle: address } : undefined)
    if (link && !byPlatform.has(link.platform)) byPlatform.set(link.platform, link)
  }
  return [...byPlatform.values()].sort((a, b) => a.platform.localeCompare(b.platform))
}

/** How a file names somebody: `raw` as written, `name` as published, "Diaz, Cara" as it is written elsewhere, "Cara Diaz". */
type Identity = { raw: string; name: string; key: string; isTurned: boolean }

/** Finds the identity of a person; undefined for nobody. */
function createIdentityReader(people: RawPerson[]) {
  const names = new Map(
    people.flatMap(({ name }) =>
      name && !name.includes(',') ? [[fold(publicName(name)), publicName(name)]] : [],
    ),
  )
  const reverseName = (name: string) => {
    const [, last, first] = name.match(/^([^,]+),\s*([^,]+)$/) ?? []
    return first && names.get(fold(`${first} ${last}`))
  }
  return (person: RawPerson): Identity | undefined => {
    const raw = person.name?.trim() ?? ''
    if (raw === '' || /^(?:[-–—.?]+|tb[acd]|to be (?:announced|confirmed|determined)|n\/?a)$/i.test(raw))
      return undefined
    const written = publicName(raw)
    const name = reverseName(written) ?? written
    const key = (plainLine(person.id) ?? `name:${fold(name)}`).slice(0, 300)
    return { raw, name, key, isTurned: Boolean(reverseName(raw)) }
  }
}

/** Finds what a file says of somebody outside the talks. */
function createDetailReader(declared: RawPerson[]) {
  const byId = new Map(declared.map((person) => [plainLine(person.id) ?? '', person]))
  return ({ id }: RawPerson) => (id ? byId.get(plainLine(id) ?? '') : undefined)
}

/** Gathers people: each id once, with all that any place of the file says of it. `warnings` follow those of the talks. */
export function createPeople(
  { people: declared, talks }: RawProgramme,
  { base, readText, warn }: { base: string | null; readText: ReadText; warn: Warn },
) {
  const people = new Map<string, SourcePerson>()
  const warnings: ProgrammeWarning[] = []
  const identify = createIdentityReader([...declared, ...talks.flatMap((talk) => talk.people ?? [])])
  const detailOf = createDetailReader(declared)
  const add = (person: RawPerson) => {
    const { name = '', key = '' } = identify(person) ?? {}
    if (name.length < limits.speakerNameMin) return
    const earlier = people.get(key)
    const bio = person.bio ? readText(person.bio).replace(/</g, '‹').replace(/>/g, '›') : ''
    const city = shortLine(person.city, limits.speakerLocation)
    const country = shortLine(person.country, limits.speakerCountry)
    const place = earlier?.place ?? (city || country ? { city, country } : undefined)
    people.set(key, {
      key,
      name: earlier?.name ?? shortenText(name, limits.speakerName),
      bio: earlier?.bio ?? (bio === '' ? null : shortenText(bio, limits.speakerBio)),
      image_url: earlier?.image_url ?? normaliseUrl(person.image, base),
      links: earlier?.links.length ? earlier.links : socialLinks(person.links ?? [], base),
      ...(place && { place }),
    })
  }
  return {
    /** The key of somebody who speaks; undefined for nobody and for names that cannot be shown. */
    keyOf(person: RawPerson, where: string): string | undefined {
      const detail = detailOf(person)
      const merged = { ...detail, ...person, name: person.name || detail?.name }
      const identity = identify(merged)
      if (!identity) {
        if (person.id && !merged.name)
          warn('NO_NAME', where, `A speaker was left out: the file has no name for ${person.id}`)
        return undefined
      }
      const { raw, name, key } = identity
      if (name.length < limits.speakerNameMin) {
        warn('NAME_TOO_SHORT', where, 'A speaker whose name has one letter was left out')
        return undefined
      }
      if (/@[^\s@]+\.[^\s@]/.test(raw) && !people.has(key))
        warnings.push({
          code: 'MAIL_ADDRESS',
          key: where,
          text: `A speaker's name was a mail address: it reads "${name}" until the source has a name`,
        })
      if (identity.isTurned)
        warn('TURNED_NAME', where, `"${raw}" was read as ${name}, as the file has it elsewhere`)
      add(merged)
      if (detail) add({ ...detail, id: person.id, name: merged.name })
      return key
    },
    speakersOf: (talks: SourceTalk[]) =>
      [...mergeNamesakes(people, talks)]
        .flatMap((key) => people.get(key) ?? [])
        .sort((a, b) => (a.key < b.key ? -1 : 1)),
    warnings,
  }
}

/** "tba" describes nobody. */
const minBioWords = 3
const wordsOf = (text: string | null) => new Set(fold(text ?? '').match(/\p{L}{3,}/gu))

/** Whether less than half of the words of the shorter text are in the other. */
function areOtherTexts(one: string | null, other: string | null): boolean {
  const [few, many] = [wordsOf(one), wordsOf(other)].sort((a, b) => a.size - b.size) as [
    Set<string>,
    Set<string>,
  ]
  return few.size >= minBioWords && [...few].filter((word) => many.has(word)).length < few.size / 2
}

/** Whether two records of one name are described as two people: by other texts, or other accounts. */
const areDescribedApart = (one: SourcePerson, other: SourcePerson) =>
  areOtherTexts(one.bio, other.bio) ||
  one.links.some(({ platform, handle }) =>
    other.links.some((link) => link.platform === platform && fold(link.handle) !== fold(handle)),
  )

/**
 * Two ids with one full name are one person in all talks, unless they speak at the same time or are described as two. Returns
 * the keys of those who speak.
 */
function mergeNamesakes(people: Map<string, SourcePerson>, talks: SourceTalk[]): Iterable<string> {
  const talksOf = new Map<string, SourceTalk[]>()
  for (const talk of talks)
    for (const key of talk.speakers) talksOf.set(key, [...(talksOf.get(key) ?? []), talk])
  const replacements = new Map<string, string>()
  for (const namesakes of Map.groupBy(people.values(), ({ name }) => fold(name)).values()) {
    const [first, ...more] = namesakes
      .filter(({ key }) => talksOf.has(key))
      .sort((a, b) => (a.key < b.key ? -1 : 1))
    if (!first || !/\S\s+\S/.test(first.name)) continue
    for (const person of more) {
      const { key } = person
      if (areDescribedApart(first, person)) continue
      const [firstTalks, talks] = [talksOf.get(first.key) ?? [], talksOf.get(key) ?? []]
      if (overlap(firstTalks, talks)) continue
      replacements.set(key, first.key)
      talksOf.set(first.key, [...firstTalks, ...talks])
      talksOf.delete(key)
    }
  }
  if (replacements.size > 0)
    for (const talk of talks)
      talk.speakers = [...new Set(talk.speakers.map((key) => replacements.get(key) ?? key))]
  return talksOf.keys()
}

function overlap(firstTalks: SourceTalk[], secondTalks: SourceTalk[]): boolean {
  return firstTalks.some((one) =>
    secondTalks.some(
      (other) =>
        one !== other &&
        one.date === other.date &&
        one.start_time !== null &&
        other.start_time !== null &&
        one.start_time < (other.end_time ?? other.start_time) &&
        other.start_time < (one.end_time ?? one.start_time),
    ),
  )
}

import { fold } from '#lib/text.ts'
import { limits } from '#src/limits.ts'
import type { ProgrammeWarning, SourcePerson, SourceTalk } from './document.ts'
import { mendedUrl, namesIn, plainLine, publicName, shortened, shortLine } from './plain-text.ts'
import type { RawLink, RawPerson, RawProgramme, ReadText, Warn } from './raw-programme.ts'

// The people of a file, each once.

/** "Ada Lovelace, Grace Hopper (Navy)" as two people. Who has an id is one. */
export function separated(person: RawPerson, where: string, warn: Warn): RawPerson[] {
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
    const mended = mendedUrl(url, base)
    if (!mended) continue
    const social = platforms.flatMap(([platform, pattern]) => {
      const handle = mended.match(pattern)?.[1]
      return handle ? [{ platform, handle }] : []
    })[0]
    const isSite = /^(?:blog|website|company[ _]website|home ?page)$/i.test(type || title || '')
    const link = social ?? (isSite ? { platform: 'website' as const, handle: mended } : undefined)
    if (link && !byPlatform.has(link.platform)) byPlatform.set(link.platform, link)
  }
  return [...byPlatform.values()].sort((a, b) => a.platform.localeCompare(b.platform))
}

function placeOf(known: SourcePerson | undefined, person: RawPerson): Pick<SourcePerson, 'place'> {
  const [city, country] = [
    shortLine(person.city, limits.speakerLocation),
    shortLine(person.country, limits.speakerCountry),
  ]
  const place = known?.place ?? (city || country ? { city, country } : undefined)
  return place ? { place } : {}
}

/** Gathers people: each id once, with all that any place of the file says of it. */
export function createPeople(
  { people: declared, talks }: RawProgramme,
  { base, read, warn }: { base: string | null; read: ReadText; warn: Warn },
) {
  const names = new Map(
    [...declared, ...talks.flatMap((talk) => talk.people ?? [])].flatMap(({ name }) =>
      name && !name.includes(',') ? [[fold(publicName(name)), publicName(name)]] : [],
    ),
  )
  /** "Diaz, Cara" as the file writes it elsewhere, "Cara Diaz". */
  const turned = (name: string) => {
    const [, last, first] = name.match(/^([^,]+),\s*([^,]+)$/) ?? []
    return first && names.get(fold(`${first} ${last}`))
  }
  const people = new Map<string, SourcePerson>()
  const later: ProgrammeWarning[] = []
  const keyAndName = (person: RawPerson) => {
    const raw = person.name?.trim() ?? ''
    if (raw === '' || /^(?:[-–—.?]+|tb[acd]|to be (?:announced|confirmed|determined)|n\/?a)$/i.test(raw))
      return undefined
    const written = publicName(raw)
    const name = turned(written) ?? written
    const id = plainLine(person.id)
    return { raw, name, key: (id ?? `name:${fold(name)}`).slice(0, 300) }
  }
  const add = (person: RawPerson): string | undefined => {
    const named = keyAndName(person)
    if (!named || named.name.length < limits.speakerNameMin) return undefined
    const { name, key } = named
    const known = people.get(key)
    const bio = person.bio ? read(person.bio).replace(/</g, '‹').replace(/>/g, '›') : ''
    people.set(key, {
      key,
      name: known?.name ?? shortened(name, limits.speakerName),
      bio: known?.bio ?? (bio === '' ? null : shortened(bio, limits.speakerBio)),
      image_url: known?.image_url ?? mendedUrl(person.image, base),
      links: known?.links.length ? known.links : socialLinks(person.links ?? [], base),
      ...placeOf(known, person),
    })
    return key
  }
  const detailOf = new Map(declared.map((person) => [plainLine(person.id) ?? '', person]))
  const byName = Map.groupBy(declared, ({ name }) => fold(name ?? ''))
  /** A calendar has names alone: those that one person has. */
  const detailByName = (name: string | null | undefined): RawPerson | undefined => {
    const [detail, ...namesakes] = byName.get(fold(name?.trim() ?? '')) ?? []
    return namesakes.length === 0 ? detail && { ...detail, id: null } : undefined
  }
  return {
    /** The key of somebody who speaks; undefined for nobody and for names that cannot be shown. */
    keyOf(person: RawPerson, where: string): string | undefined {
      const detail = person.id ? detailOf.get(plainLine(person.id) ?? '') : detailByName(person.name)
      const whole = { ...detail, ...person, name: person.name || detail?.name }
      const named = keyAndName(whole)
      if (!named) {
        if (person.id && !whole.name)
          warn('NO_NAME', where, `A speaker was left out: the file has no name for ${person.id}`)
        return undefined
      }
      if (named.name.length < limits.speakerNameMin) {
        warn('NAME_TOO_SHORT', where, 'A speaker whose name has one letter was left out')
        return undefined
      }
      if (/@[^\s@]+\.[^\s@]/.test(named.raw) && !people.has(named.key))
        later.push({
          code: 'MAIL_ADDRESS',
          key: where,
          text: `A speaker's name was a mail address: it reads "${named.name}" until the source has a name`,
        })
      if (turned(named.raw))
        warn('TURNED_NAME', where, `"${named.raw}" was read as ${named.name}, as the file has it elsewhere`)
      const key = add(whole)
      if (key && detail) add({ ...detail, id: person.id, name: whole.name })
      return key
    },
    /** Those who speak. Two ids with one full name are one person, unless they speak at the same time. */
    listed(talks: SourceTalk[]): SourcePerson[] {
      const talksOf = new Map<string, SourceTalk[]>()
      for (const talk of talks)
        for (const key of talk.speakers) talksOf.set(key, [...(talksOf.get(key) ?? []), talk])
      const replacements = new Map<string, string>()
      for (const same of Map.groupBy(people.values(), ({ name }) => fold(name)).values()) {
        const [first, ...others] = same
          .filter(({ key }) => talksOf.has(key))
          .sort((a, b) => (a.key < b.key ? -1 : 1))
        if (!first || others.length === 0 || !/\S\s+\S/.test(first.name)) continue
        for (const other of others) {
          if (overlap(talksOf.get(first.key) ?? [], talksOf.get(other.key) ?? [])) continue
          replacements.set(other.key, first.key)
          talksOf.set(first.key, [...(talksOf.get(first.key) ?? []), ...(talksOf.get(other.key) ?? [])])
          talksOf.delete(other.key)
        }
      }
      if (replacements.size > 0)
        for (const talk of talks)
          talk.speakers = [...new Set(talk.speakers.map((key) => replacements.get(key) ?? key))]
      return [...talksOf.keys()]
        .flatMap((key) => people.get(key) ?? [])
        .sort((a, b) => (a.key < b.key ? -1 : 1))
    },
    warnings: () => later,
  }
}

function overlap(some: SourceTalk[], others: SourceTalk[]): boolean {
  return some.some((one) =>
    others.some(
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

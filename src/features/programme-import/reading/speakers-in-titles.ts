import { isTitleOfBreak, namesIn } from '#features/reading/plain-text.ts'
import type { ProgrammeWarning } from './document.ts'
import type { RawTalk } from './raw-programme.ts'

/** "Zero downtime (talk by Ada Lovelace)" */
const titleBy = /^(.+?)\s*\((?:\p{L}+ )?by (\p{Lu}[^()]*)\)$/u

/** Where a calendar writes speakers: "Zero downtime - Ada Lovelace", "Zero downtime (Ada Lovelace)", "Ada Lovelace: Zero downtime". */
const titlesWithSpeakers = [
  ...[' - ', ' – ', ' — ', ' | '].map((separator) => (title: string) => {
    const at = title.lastIndexOf(separator)
    return at < 1 ? undefined : { title: title.slice(0, at), names: title.slice(at + separator.length) }
  }),
  (title: string) => {
    const at = title.endsWith(')') ? title.lastIndexOf('(') : -1
    return at < 1 ? undefined : { title: title.slice(0, at), names: title.slice(at + 1, -1) }
  },
  (title: string) => {
    const at = title.indexOf(': ')
    return at < 1 ? undefined : { title: title.slice(at + 2), names: title.slice(0, at) }
  },
]
/** What stands in more titles is a track and not a person. */
const maxTalksOfSpeaker = 2
export const minTitlesWithSpeakers = 3

/** Gives talks without speakers those that at least half of the titles name in one way, and says so. */
export function takeSpeakersFromTitles(talks: RawTalk[]): ProgrammeWarning[] {
  const open = talks.filter(
    ({ title, isBreak, people }) => title && !isBreak && !isTitleOfBreak(title) && !people?.length,
  )
  const titles = new Set(open.map(({ title }) => title!))
  const talksBy = open.filter(({ title }) => titleBy.test(title!))
  if (talksBy.length >= minTitlesWithSpeakers) {
    for (const talk of talksBy) {
      const [, title, names = ''] = talk.title!.match(titleBy) ?? []
      talk.title = title
      talk.people = [{ name: names.trim() }]
    }
    return []
  }
  for (const partsOf of titlesWithSpeakers) {
    const splitTitles = [...titles].flatMap((original) => {
      const parts = partsOf(original)
      const names = parts && namesIn(parts.names)
      return names ? [{ original, title: parts.title.trim(), names }] : []
    })
    const uses = Map.groupBy(
      splitTitles.flatMap(({ names }) => names),
      (name) => name,
    )
    const matches = splitTitles.filter(({ names }) =>
      names.every((name) => uses.get(name)!.length <= maxTalksOfSpeaker),
    )
    if (matches.length < minTitlesWithSpeakers || matches.length * 2 < titles.size) continue
    const byTitle = new Map(matches.map((match) => [match.original, match]))
    for (const talk of open) {
      const match = byTitle.get(talk.title!)
      if (!match) continue
      talk.title = match.title
      talk.people = match.names.map((name) => ({ name }))
    }
    const [{ original, title, names }] = matches as [(typeof matches)[number]]
    return [
      {
        code: 'SPEAKERS_IN_TITLES',
        key: null,
        text: `Speakers were read from ${matches.length} titles: "${original}" is "${title}" by ${names.join(' and ')}`,
      },
    ]
  }
  return []
}

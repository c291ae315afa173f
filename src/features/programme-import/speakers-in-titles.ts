import type { ProgrammeWarning } from './document.ts'
import { isTitleOfBreak, namesIn } from './plain-text.ts'
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
  const said = open.filter(({ title }) => titleBy.test(title!))
  if (said.length >= minTitlesWithSpeakers) {
    for (const talk of said) {
      const [, title, names = ''] = talk.title!.match(titleBy) ?? []
      talk.title = title
      talk.people = [{ name: names.trim() }]
    }
    return []
  }
  for (const partsOf of titlesWithSpeakers) {
    const named = [...titles].flatMap((whole) => {
      const parts = partsOf(whole)
      const names = parts && namesIn(parts.names)
      return names ? [{ whole, title: parts.title.trim(), names }] : []
    })
    const uses = Map.groupBy(
      named.flatMap(({ names }) => names),
      (name) => name,
    )
    const found = named.filter(({ names }) =>
      names.every((name) => uses.get(name)!.length <= maxTalksOfSpeaker),
    )
    if (found.length < minTitlesWithSpeakers || found.length * 2 < titles.size) continue
    const byTitle = new Map(found.map((each) => [each.whole, each]))
    for (const talk of open) {
      const each = byTitle.get(talk.title!)
      if (!each) continue
      talk.title = each.title
      talk.people = each.names.map((name) => ({ name }))
    }
    const [{ whole, title, names }] = found as [(typeof found)[number]]
    return [
      {
        code: 'SPEAKERS_IN_TITLES',
        key: null,
        text: `Speakers were read from ${found.length} titles: "${whole}" is "${title}" by ${names.join(' and ')}`,
      },
    ]
  }
  return []
}

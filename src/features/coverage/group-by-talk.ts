import { linkKinds } from '#features/programme/link-kinds.ts'
import type { NewLink } from './coverage.schemas.ts'

type TalkOfLinks = { talk: NewLink['talk']; links: NewLink[] }

const rankOf = ({ kind }: NewLink) => linkKinds.indexOf(kind)
const isWatchable = ({ links }: TalkOfLinks) =>
  links.some(({ kind }) => kind === 'video' || kind === 'slides')

/** Each talk once with its links by kind: first the talks that have video or slides, then by the newest link. */
export function groupByTalk(links: NewLink[]): TalkOfLinks[] {
  const groups = new Map<string, TalkOfLinks>()
  for (const link of links) {
    const key = `${link.talk.event_slug} ${link.talk.number}`
    const group = groups.get(key)
    if (group) group.links.push(link)
    else groups.set(key, { talk: link.talk, links: [link] })
  }
  const talks = [...groups.values()]
  for (const { links } of talks) links.sort((one, other) => rankOf(one) - rankOf(other))
  return [...talks.filter(isWatchable), ...talks.filter((talk) => !isWatchable(talk))]
}

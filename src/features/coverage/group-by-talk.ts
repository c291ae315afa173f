import { linkKinds } from '#features/programme/link-kinds.ts'
import type { NewLink } from './coverage.schemas.ts'

const rankOf = ({ kind }: NewLink) => linkKinds.indexOf(kind)

/** Each talk once with its links by kind, by the newest link. */
export const groupByTalk = (links: NewLink[]) =>
  [...Map.groupBy(links, ({ talk }) => `${talk.event_slug} ${talk.number}`).values()].map((links) => ({
    talk: links[0]!.talk,
    links: links.toSorted((one, other) => rankOf(one) - rankOf(other)),
  }))

import { isOfKind, newestFirst, readListedLinks } from '#features/coverage/coverage.server.ts'
import type { ListedKind } from '#features/programme/link-kinds.ts'
import { kindLabels } from '#features/programme/link-labels.ts'
import { hostOf } from '#lib/text.ts'
import type { Database } from '#platform/database/db.ts'
import { serverLimits } from '#src/limits.ts'
import { feedDocument } from './feed.ts'

/** What is new, as a feed; the id of an entry is that of its link, so that nothing appears twice. */
export async function coverageFeed(
  db: Database,
  site: { name: string; url: string },
  format: 'atom' | 'json',
  kind: ListedKind | undefined,
) {
  const links = await readListedLinks(db, isOfKind(kind), newestFirst, serverLimits.linksOfFeed)
  const query = kind ? `?kind=${kind}` : ''
  const title = 'New videos, slides and write-ups'
  const body = feedDocument(format, {
    title: `${title} | ${site.name}`,
    description: title,
    url: `${site.url}/coverage${query}`,
    feedUrl: (ending) => `${site.url}/coverage/feed.${ending}${query}`,
    siteName: site.name,
    entries: links.map(({ id, kind, url, title, talk, listed_at }) => {
      const at = Date.parse(listed_at)
      return {
        id: `urn:uuid:${id}`,
        title: `${title ?? kindLabels[kind]}: ${talk.title}`,
        url: `${site.url}/conferences/${talk.event_slug}/talks/${talk.number}`,
        summary: [
          talk.speakers.map(({ name }) => name).join(', '),
          talk.event_name,
          `${kindLabels[kind]} at ${hostOf(url)}: ${url}`,
        ]
          .filter(Boolean)
          .join('\n'),
        published_at: at,
        updated_at: at,
        categories: [kindLabels[kind]],
      }
    }),
  })
  return {
    body,
    tags: [
      'coverage',
      ...links.flatMap(({ event_id, talk }) => [
        `event:${event_id}`,
        ...talk.speakers.map((speaker) => `speaker:${speaker.id}`),
      ]),
    ],
  }
}

import { Feed } from 'feed'
import { dateRange } from '#lib/dates.ts'

export type FeedEntry = {
  id: string
  title: string
  url: string
  summary: string
  /** Epoch milliseconds. */
  published_at: number
  updated_at: number
  categories: string[]
}

export type FeedDescription = {
  title: string
  description: string
  /** The page that the feed belongs to. */
  url: string
  feedUrl: (format: 'atom' | 'json') => string
  siteName: string
  /** Newest first. */
  entries: FeedEntry[]
}

/** Characters that XML 1.0 does not allow. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is removed
const forbiddenInXml = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

/** Text without the characters that no XML may hold. */
export const textForXml = (text: string) => text.toWellFormed().replace(forbiddenInXml, '')

/** An Atom feed or a JSON Feed. The same entries give the same bytes at any time. */
export function feedDocument(format: 'atom' | 'json', description: FeedDescription): string {
  const { title, url, feedUrl, siteName, entries } = description
  const latest = Math.max(0, ...entries.map(({ updated_at }) => updated_at))
  const feed = new Feed({
    id: url,
    title: textForXml(title),
    description: textForXml(description.description),
    link: url,
    updated: new Date(latest),
    generator: 'Hallway',
    author: { name: siteName },
    feedLinks: { atom: feedUrl('atom'), json: feedUrl('json') },
  })
  for (const entry of entries)
    feed.addItem({
      id: entry.id,
      title: textForXml(entry.title),
      link: entry.url,
      description: textForXml(entry.summary),
      published: new Date(entry.published_at),
      date: new Date(entry.updated_at),
      category: entry.categories.map((name) => ({ name: textForXml(name), term: textForXml(name) })),
    })
  return format === 'atom' ? feed.atom1() : feed.json1()
}

/** 'Nov 24 to 26, 2026, Lyon, France' */
export const whenAndWhere = (event: {
  start_date: string
  end_date: string
  location_name: string
  country_name: string
}) =>
  [dateRange(event.start_date, event.end_date), ...new Set([event.location_name, event.country_name])].join(
    ', ',
  )

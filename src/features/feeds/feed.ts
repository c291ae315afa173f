import { dateRange } from '#lib/dates.ts'
import { escapeXml } from '#lib/text.ts'

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

const moment = (epochMs: number) => new Date(epochMs).toISOString()

/** An Atom feed or a JSON Feed; all texts in it are plain. The same entries give the same bytes at any time. */
export const feedDocument = (format: 'atom' | 'json', feed: FeedDescription): string =>
  format === 'atom' ? atomFeed(feed) : jsonFeed(feed)

function atomFeed({ title, description, url, feedUrl, siteName, entries }: FeedDescription): string {
  const element = (name: string, text: string) => `<${name}>${escapeXml(text)}</${name}>`
  const latest = Math.max(0, ...entries.map(({ updated_at }) => updated_at))
  const lines = [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom">',
    element('id', url),
    element('title', title),
    element('subtitle', description),
    element('updated', moment(latest)),
    element('generator', 'Hallway'),
    `<author>${element('name', siteName)}</author>`,
    `<link rel="alternate" href="${escapeXml(url)}"/>`,
    `<link rel="self" type="application/atom+xml" href="${escapeXml(feedUrl('atom'))}"/>`,
    ...entries.flatMap((entry) => [
      '<entry>',
      element('id', entry.id),
      element('title', entry.title),
      element('updated', moment(entry.updated_at)),
      element('published', moment(entry.published_at)),
      `<link rel="alternate" href="${escapeXml(entry.url)}"/>`,
      element('summary', entry.summary),
      ...entry.categories.map((name) => `<category term="${escapeXml(name)}"/>`),
      '</entry>',
    ]),
    '</feed>',
  ]
  return `${lines.join('\n')}\n`
}

const jsonFeed = ({ title, description, url, feedUrl, siteName, entries }: FeedDescription): string =>
  JSON.stringify(
    {
      version: 'https://jsonfeed.org/version/1.1',
      title,
      home_page_url: url,
      feed_url: feedUrl('json'),
      description,
      authors: [{ name: siteName }],
      items: entries.map((entry) => ({
        id: entry.id,
        url: entry.url,
        title: entry.title,
        content_text: entry.summary,
        date_published: moment(entry.published_at),
        date_modified: moment(entry.updated_at),
        tags: entry.categories,
      })),
    },
    null,
    1,
  )

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

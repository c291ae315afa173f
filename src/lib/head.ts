import type { ComponentProps } from 'react'
import type { Thing, WithContext } from 'schema-dts'

export type Site = { name: string; url: string }

type Page = {
  title: string
  /** A page that is for nobody to find has its title here. */
  description?: false | string
  /** The canonical path without search parameters. */
  path: string
  /** Adds robots noindex: search results and states that should not be indexed. */
  noIndex?: boolean
  jsonLd?: false | WithContext<Thing>[]
  /** The path of the picture that other sites show with a link, 1200 by 630 pixels. */
  image?: false | string
  /** The page has feeds with this query, of all formats unless some are named. */
  feeds?: { query: string; formats?: (keyof typeof feedTypes)[] }
  /** The page's content as files: their paths. */
  files?: `${string}.${keyof typeof fileTypes}`[]
}

const feedTypes = {
  atom: 'application/atom+xml',
  json: 'application/feed+json',
  ics: 'text/calendar',
}
const fileTypes = { ics: feedTypes.ics, xml: 'application/xml', json: 'application/json' }
const allFormats = Object.keys(feedTypes) as (keyof typeof feedTypes)[]

/**
 * The head of a page: title, description, canonical URL, Open Graph and Twitter cards, JSON-LD. Where the page's loader
 * failed there is no data, and the root's head is left. Search engines and other sites read a visitor's answer, so for
 * members and after a click there are only title and links: what takes code to build stands behind
 * `import.meta.env.SSR && isForCrawlers() &&`, outside the browser's script.
 */
export function pageHead<Data extends { site: Site }>(
  data: Data | undefined,
  page: Page | ((data: Data) => Page),
): { meta?: ComponentProps<'meta'>[]; links?: ComponentProps<'link'>[] } {
  if (!data) return {}
  const { site } = data
  const {
    title,
    description,
    path,
    noIndex,
    jsonLd,
    image,
    feeds,
    files = [],
  } = typeof page === 'function' ? page(data) : page
  const canonicalUrl = `${site.url}${path}`
  const fullTitle = `${title} | ${site.name}`
  return {
    meta: [
      { title: fullTitle },
      ...(import.meta.env.SSR && isForCrawlers()
        ? [
            { name: 'description', content: description || title },
            { property: 'og:title', content: title },
            { property: 'og:description', content: description || title },
            { property: 'og:url', content: canonicalUrl },
            { property: 'og:site_name', content: site.name },
            { property: 'og:type', content: 'website' },
            { name: 'twitter:card', content: image ? 'summary_large_image' : 'summary' },
            { name: 'twitter:title', content: title },
            { name: 'twitter:description', content: description || title },
            ...(image ? imageMeta(site.url + image, title) : []),
            ...(noIndex ? [{ name: 'robots', content: 'noindex' }] : []),
            ...(jsonLd || []).map((thing) => ({ 'script:ld+json': thing }) as object),
          ]
        : []),
    ],
    links: [
      { rel: 'canonical', href: canonicalUrl },
      ...(feeds ? (feeds.formats ?? allFormats) : []).map((format) => ({
        rel: 'alternate',
        type: feedTypes[format],
        title: fullTitle,
        href: `${canonicalUrl}/feed.${format}${feeds?.query}`,
      })),
      ...files.map((file) => ({
        rel: 'alternate',
        type: fileTypes[file.slice(file.lastIndexOf('.') + 1) as keyof typeof fileTypes],
        title: fullTitle,
        href: site.url + file,
      })),
    ],
  }
}

/** Whether anything but a reader may read the head: no member's page is seen by a search engine or another site. */
export const isForCrawlers = (): boolean => globalThis.hallwayHost?.isForMember() !== true

const imageMeta = (url: string, title: string) => [
  { property: 'og:image', content: url },
  { property: 'og:image:type', content: 'image/png' },
  { property: 'og:image:width', content: '1200' },
  { property: 'og:image:height', content: '630' },
  { property: 'og:image:alt', content: title },
  { name: 'twitter:image', content: url },
]

/** A schema.org BreadcrumbList from the home page to this one. */
export function breadcrumbs(site: Site, ...trail: { name: string; path: string }[]): WithContext<Thing> {
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: [{ name: site.name, path: '' }, ...trail].map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: `${site.url}${path}`,
    })),
  } as WithContext<Thing>
}

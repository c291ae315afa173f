import type { Thing, WithContext } from 'schema-dts'

export type Site = { name: string; url: string }

type Page = {
  site: Site
  title: string
  description: string
  /** The canonical path, without the search part. */
  path: string
  /** Said to search engines: a page of results or a state that need not be found. */
  noIndex?: boolean
  jsonLd?: WithContext<Thing>[]
}

/** Everything that a page says about itself: title, description, canonical address, cards for other sites, structured data. */
export function pageHead({ site, title, description, path, noIndex, jsonLd = [] }: Page) {
  const address = `${site.url}${path}`
  const whole = `${title} | ${site.name}`
  return {
    meta: [
      { title: whole },
      { name: 'description', content: description },
      { property: 'og:title', content: title },
      { property: 'og:description', content: description },
      { property: 'og:url', content: address },
      { property: 'og:site_name', content: site.name },
      { property: 'og:type', content: 'website' },
      { name: 'twitter:card', content: 'summary' },
      { name: 'twitter:title', content: title },
      { name: 'twitter:description', content: description },
      ...(noIndex ? [{ name: 'robots', content: 'noindex' }] : []),
      ...jsonLd.map((thing) => ({ 'script:ld+json': thing })),
    ],
    links: [{ rel: 'canonical', href: address }],
  }
}

/** schema.org's trail of pages from home to here. */
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

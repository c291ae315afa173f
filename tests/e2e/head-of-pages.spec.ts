// Covers: site, sharing, feeds, speakers
import type { APIRequestContext } from '@playwright/test'
import { DomUtils, parseDocument } from 'htmlparser2'
import { expect, testOfRequests as test } from '#tests/support/journey.ts'
import { conferencePath, sampleEvent, speakerPath } from '#tests/support/sample-facts.ts'
import { pages } from './every-page.ts'

const names = ['description', 'twitter:card', 'twitter:title', 'twitter:description']
const properties = ['og:title', 'og:description', 'og:url', 'og:site_name', 'og:type']

/** Pages with a picture where a link to them is shown elsewhere. */
const hasImage = (path: string) =>
  /^\/$|^\/(conferences|topics|places)$|^\/(conferences|speakers|topics|cities|countries|series)\/./.test(
    path,
  )

type Thing = { '@type': string; [property: string]: unknown }

/** What the head of a page says, as it was sent. */
async function readHead(request: APIRequestContext, path: string) {
  const answer = await request.get(path)
  const document = parseDocument(await answer.text())
  const [head] = DomUtils.getElementsByTagName('head', document)
  const elements = (name: string) => DomUtils.getElementsByTagName(name, head!)
  const attributes = (name: string) => elements(name).map(({ attribs }) => attribs)
  const metas = attributes('meta').map(({ name, property, content }) => [name ?? property, content])
  return {
    title: elements('title').map(DomUtils.textContent).join(),
    contentsOf: (name: string) => metas.filter((meta) => meta[0] === name).map((meta) => meta[1]),
    linksOf: (rel: string) => attributes('link').filter((link) => link.rel === rel),
    things: DomUtils.getElementsByTagName('script', document)
      .filter(({ attribs }) => attribs.type === 'application/ld+json')
      .map((script): Thing => JSON.parse(DomUtils.textContent(script))),
  }
}

const canonicalOf = ({ linksOf }: Awaited<ReturnType<typeof readHead>>) =>
  linksOf('canonical').map(({ href }) => href)

test('every page says what it is', { tag: '@once' }, async ({ request, site }) => {
  const titles: string[] = []
  for (const { path, title, types } of pages) {
    const head = await readHead(request, path)
    const pageTitle = head.title.replace(/ \| Hallway$/, '')
    if (title) expect(pageTitle).toBe(title)
    expect(titles).not.toContain(pageTitle)
    titles.push(pageTitle)
    const address = `${site.url}${path}`
    expect(canonicalOf(head)).toEqual([address])
    const { contentsOf, things } = head
    const [description] = contentsOf('description')
    expect(description?.length).toBeGreaterThan(20)
    const metadata = [...names, ...properties].map((name) => [name, contentsOf(name)])
    expect({ path, ...Object.fromEntries(metadata) }).toEqual({
      path,
      description: [description],
      'twitter:card': [hasImage(path) ? 'summary_large_image' : 'summary'],
      'twitter:title': [pageTitle],
      'twitter:description': [description],
      'og:title': [pageTitle],
      'og:description': [description],
      'og:url': [address],
      'og:site_name': ['Hallway'],
      'og:type': ['website'],
    })
    expect(things.map((thing) => thing['@context'])).toEqual(things.map(() => 'https://schema.org'))
    if (types) expect(things.map((thing) => thing['@type'])).toEqual(types)
  }
})

test('an event tells search engines when and where it is', { tag: '@once' }, async ({ request, site }) => {
  const event = sampleEvent('Northern Query Days')
  const { things } = await readHead(request, conferencePath('Northern Query Days'))
  const [graph, trail] = things
  expect(graph).toMatchObject({
    name: event.name,
    startDate: event.start_date,
    endDate: event.end_date,
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
    location: {
      '@type': 'Place',
      name: 'Bergen',
      address: { '@type': 'PostalAddress', addressLocality: 'Bergen', addressCountry: 'Norway' },
    },
    url: `${site.url}/conferences/${event.slug}`,
    sameAs: [event.website],
    image: expect.stringMatching(/\/og\/conferences\/.+\.png$/),
  })
  expect(trail?.itemListElement).toEqual(
    [
      { name: 'Hallway', item: site.url },
      { name: 'Conferences', item: `${site.url}/conferences` },
      { name: event.name, item: `${site.url}/conferences/${event.slug}` },
    ].map((step, index) => ({ '@type': 'ListItem', position: index + 1, ...step })),
  )
})

test('a speaker tells search engines who it is', { tag: '@once' }, async ({ request, site }) => {
  const { things } = await readHead(request, speakerPath('Noor Specimen'))
  expect(things[0]).toMatchObject({
    name: 'Noor Specimen',
    url: `${site.url}${speakerPath('Noor Specimen')}`,
    sameAs: [
      'https://github.com/noor-specimen-hallway-sample',
      'https://x.com/noor-specimen-hallway-sample',
      'https://example.com/noor-specimen',
    ],
  })
})

test('a view of a list is not for search engines, the list is', { tag: '@once' }, async ({
  request,
  site,
}) => {
  for (const [path, robots] of [
    ['/conferences', []],
    ['/conferences?search=rust', ['noindex']],
    ['/speakers?view=list', ['noindex']],
    [`${conferencePath('Northern Query Days')}?tab=attendees`, ['noindex']],
  ] as const) {
    const head = await readHead(request, path)
    expect(head.contentsOf('robots')).toEqual(robots)
    expect(canonicalOf(head)).toEqual([`${site.url}${path.split('?')[0]}`])
  }
})

test('every other form of a page that its head names is there', { tag: '@once' }, async ({ request }) => {
  const bergen = conferencePath('Northern Query Days')
  const ends = new Map<string, string[]>()
  for (const path of [...pages.map((page) => page.path), `${bergen}/talks/1`]) {
    const { linksOf } = await readHead(request, path)
    const links = linksOf('alternate') as { href: string; type: string }[]
    ends.set(
      path,
      links.map(({ href }) => href.slice(href.lastIndexOf('/') + 1)),
    )
    for (const { href, type } of links) {
      const answer = await request.get(href)
      expect([href, answer.status(), answer.headers()['content-type']]).toEqual([
        href,
        200,
        expect.stringContaining(type),
      ])
    }
  }
  const feeds = ['feed.atom', 'feed.json', 'feed.ics']
  expect(ends.get('/conferences')).toEqual(feeds)
  expect(ends.get(bergen)).toEqual([...feeds, 'schedule.ics', 'schedule.xml', 'schedule.json'])
  expect(ends.get(`${bergen}/talks/1`)).toEqual(['1.ics'])
})

test('the sitemap names every listed page that is one alone', { tag: '@once' }, async ({ request, site }) => {
  const text = await (await request.get('/sitemap/pages.xml')).text()
  const listedPaths = [...text.matchAll(/<loc>(.+?)<\/loc>/g)].map(([, loc]) => loc!.slice(site.url.length))
  const single = pages.filter(({ isSingle }) => isSingle).map(({ path }) => path)
  expect(listedPaths.filter((path) => !path.startsWith('/places/')).toSorted()).toEqual(single.toSorted())
  expect(listedPaths).not.toContain('/auth')
})
